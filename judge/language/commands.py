"""From the lines of a letter to statements: commands, lines that may be orders, complaints."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache

from lark import Lark
from lark.exceptions import UnexpectedInput, UnexpectedToken

from judge.game.commands import Absent, Announce, Command, Nations, PhaseGuard, Register, SignOff, Try
from judge.game.complaints import Complaint
from judge.game.lines import Label, NumberedLine
from judge.game.statements import Statement
from judge.language.casual import plainly_asked, plainly_away
from judge.language.command_reader import Announcing, command_of
from judge.language.elsewhere import read_elsewhere
from judge.language.envelopes import Heading
from judge.language.messages import END_OF_LETTER, end_of_message, message_text
from judge.language.punctuation import without_signs
from judge.language.remarks import without_remark
from judge.language.seating import is_sentence
from judge.language.several import commands_on
from judge.language.tags import read_heading, read_tag, tells_kind
from judge.language.words import Misread
from judge.paths import data_file

# What is done with a unit: an order of a game in which units are changed, `replace F Gre with an army`.
_UNIT = r"(?:the +)?(?:[af]|army|fleet)\b(?: +in)?"
_UNITS = rf"(?! +{_UNIT} +[\w/'.-]+(?: +[\w/'.-]+)? +(?:by|with|for|to|into) +(?:an? +)?{_UNIT})"
_FIRST = re.compile(
    r"(register|create|join|claim|observe|watch|monitor|resign|withdraw|sign[ -]?o(?:n|ff)|log[ -]?(?:in|on|out|off)"
    r"|hello|game|phase|clear|cancel|forget|set|wait|no[ -]?wait|ready|unwait|status|summary|who(?:is| *game)?|map"
    r"|borders|version|replace" + _UNITS + r"|(?:no +)?(?:absent|absences?|away|holidays?|vacation)"
    r"|(?:(?:white|gr[ae]y|anonymous|fake) +)?press|(?:message|msg)(?= +to\b)"
    r"|history|list|broadcast|help|get|end|stop|quit|exit|force +begin|begin|start|deadline|process|pause|suspend"
    r"|resume|unpause|unsuspend|un-?vote|terminate|preview|predict|roll[ -]?back|log|announce|vote|draw"
    r"|(?:no *)?(?:time[ -]?)?zone|conc(?:ede|ession)?"
    r"|(?:no|un)[ -]*(?:draw|conc(?:ede|ession))"
    r"|(?:add|remove|delete|drop)(?= +(?:e-?mail[ -]?)?address\b)"
    r"|(?:my +)?(?:e-?mail[ -]?)?addresses(?=[ .!?]*$)|i[ -]?am[ -]?also(?=:? +\S*@)"
    r"|held(?=(?: +letters?)?(?: +of +[\w-]+)?[ .!?]*$)"
    r"|(?:new|reset|renew|change)(?= +(?:(?:my|the) +)?(?:(?:reply[ -]?)?tokens?|reply[ -]?address(?:es)?)"
    r"(?: +(?:(?:for|of|in) +)?[\w'-]+(?: +[\w'-]+){0,2})?(?:[ ,]+(?:please|pls|thanks))?[ .!]*$)"
    r"|place(?= +(?:[sufw]\d{4}[mrabev] +)?(?:a|f|army|fleet) )|(?:remove|own)(?= +[sufw]\d{4}[mrabev] )"
    r"|own(?= +[\w/-]+(?: +[\w/-]+)? +[\w-]+ *\.?$)|become(?= +(?:the +)?[\w-]+(?: +[\w-]+)? *\.?$)"
    r"|approve(?=(?: +\S+){1,6} *$)|reject(?= +\S)"
    r"|pref(?:er(?:ences?)?|s|list)?|assign(?=(?: +\S+){2,8} *$)|swap" + _UNITS + r"(?=(?: +\S+){2,8} *$)"
    r"|(?:(?:dis|un)[ -]?)?invite(?=(?: +\S+){1,9} *$)"
    r"|(?:pro|de)mote(?=(?: +\S+){1,6} *$)|hand[ -]?over(?= +(?:(?:game +)?[\w-]+ +)?to(?: +\S+){1,6} *$)"
    r"|(?:accept|decline)(?=(?: +(?:game +)?[\w-]+)?(?:[, ]+please)?[ .!]*$)"
    r"|(?:eject|dummy|civil[ -]?disorder)(?= +\S)|take[ -]?over"
    r"|trace(?= +(?:<[^<>\s]+>|[^<>\s]+@))"
    r")\b|\?",
    re.IGNORECASE,
)
_ABSENT = "ABSENT 24 Dec TO 3 Jan"
EXAMPLES = {
    "register": "REGISTER Ada Lovelace",
    "create": "CREATE spring24 standard movement=3d zone=Europe/Berlin at=20:00",
    "join": "JOIN spring24 France, Germany",
    "claim": "CLAIM Portugal",
    "observe": "OBSERVE spring24", "watch": "OBSERVE spring24", "monitor": "MONITOR spring24",
    "resign": "RESIGN spring24", "withdraw": "RESIGN spring24",
    "signon": "SIGNON Fspring24 password", "login": "SIGNON Fspring24 password", "hello": "SIGNON Fspring24 password",
    "logon": "SIGNON Fspring24 password", "signoff": "SIGNOFF", "logout": "SIGNOFF", "logoff": "SIGNOFF",
    "end": "SIGNOFF", "stop": "SIGNOFF", "quit": "SIGNOFF", "exit": "SIGNOFF",
    "game": "GAME spring24", "phase": "PHASE S1901M",
    "absent": _ABSENT, "absence": _ABSENT, "absences": _ABSENT, "away": _ABSENT, "holiday": _ABSENT,
    "holidays": _ABSENT, "vacation": _ABSENT, "noabsence": "SET NO ABSENCE", "noabsences": "SET NO ABSENCE",
    "noabsent": "SET NO ABSENCE", "noaway": "SET NO ABSENCE", "noholiday": "SET NO ABSENCE",
    "noholidays": "SET NO ABSENCE", "novacation": "SET NO ABSENCE",
    "replace": "REPLACE", "clear": "CLEAR", "cancel": "CLEAR", "forget": "CLEAR",
    "set": "SET WAIT", "wait": "WAIT", "nowait": "READY", "ready": "READY", "unwait": "READY",
    "status": "STATUS spring24", "summary": "SUMMARY spring24", "who": "WHO spring24",
    "whois": "WHO IS Ada", "whogame": "WHO spring24", "version": "VERSION", "nozone": "SET ZONE Europe/Berlin",
    "notimezone": "SET ZONE Europe/Berlin",
    "map": "MAP spring24", "borders": "MAP spring24", "list": "LIST",
    "history": "HISTORY spring24 S1901M",
    "press": "PRESS TO France, Germany", "broadcast": "BROADCAST",
    "message": "PRESS TO France, Germany", "msg": "PRESS TO France, Germany",
    "whitepress": "PRESS TO France, Germany", "greypress": "PRESS GREY TO France, Germany",
    "graypress": "PRESS GREY TO France, Germany", "anonymouspress": "PRESS GREY TO France, Germany",
    "fakepress": "PRESS FROM Russia TO France, Germany",
    "add": "ADD ADDRESS ada@work.example", "remove": "REMOVE ADDRESS ada@work.example",
    "delete": "REMOVE ADDRESS ada@work.example", "drop": "REMOVE ADDRESS ada@work.example",
    "addresses": "ADDRESSES", "iamalso": "I AM ALSO ada@home.example",
    "held": "HELD",
    "new": "NEW TOKEN", "reset": "NEW TOKEN", "renew": "NEW TOKEN", "change": "NEW TOKEN",
    "help": "HELP orders", "get": "HELP orders", "?": "HELP orders",
    "forcebegin": "START", "begin": "START", "start": "START",
    "deadline": "DEADLINE S1901M 2027-01-05 18:00", "process": "PROCESS S1901M",
    "preview": "PREVIEW S1901M", "predict": "PREVIEW S1901M", "rollback": "ROLLBACK S1901M WITHOUT ORDERS",
    "eject": "EJECT France", "dummy": "DUMMY Italy", "civildisorder": "CIVIL DISORDER Italy",
    "takeover": "TAKEOVER spring24 France",
    "trace": "TRACE <5f2c@mail.example>", "log": "LOG", "announce": "ANNOUNCE: the deadline stays",
    "place": "PLACE S1901M A Bur France", "own": "OWN S1901M Bel Germany", "become": "BECOME France",
    "prefer": "PREFER France, Germany", "preference": "PREFER France, Germany", "pref": "PREFER France, Germany",
    "preferences": "PREFER France, Germany", "prefs": "PREFER France, Germany", "preflist": "PREFER France, Germany",
    "approve": "APPROVE Ada", "reject": "REJECT Ada", "assign": "ASSIGN France TO Ada", "swap": "SWAP France Germany",
    "invite": "INVITE ada@home.example", "disinvite": "DISINVITE Ada", "uninvite": "DISINVITE Ada",
    "promote": "PROMOTE ada@home.example", "demote": "DEMOTE Ada", "handover": "HANDOVER TO ada@home.example",
    "accept": "ACCEPT spring24", "decline": "DECLINE spring24",
    "pause": "PAUSE", "suspend": "PAUSE", "resume": "RESUME", "unpause": "RESUME", "unsuspend": "RESUME",
    "terminate": "TERMINATE spring24", "zone": "SET ZONE Europe/Berlin", "timezone": "SET ZONE Europe/Berlin",
    "vote": "VOTE DRAW", "draw": "VOTE DRAW", "nodraw": "VOTE NO", "undraw": "VOTE NO",
    "unvote": "VOTE NO",
    "concede": "VOTE CONCEDE France", "conc": "VOTE CONCEDE France", "concession": "VOTE CONCEDE France",
    "noconcede": "VOTE NO", "noconcession": "VOTE NO", "unconcede": "VOTE NO", "unconcession": "VOTE NO",
}  # fmt: skip
# Words with which a sentence may well begin; when the rest makes no command, the line is talk.
_TALK = frozenset(
    ("join", "claim", "observe", "watch", "monitor", "withdraw", "hello", "game", "phase", "clear", "cancel", "forget",
     "replace", "away", "holiday", "holidays", "vacation", "noaway", "noholiday", "noholidays", "novacation",
     "set", "wait", "ready", "status", "summary", "version", "who", "whois", "map", "borders", "history", "list",
     "help", "get", "end", "stop", "quit", "exit", "begin", "start", "pause", "resume", "press", "process",
     "message", "msg",
     "prefer", "preference", "preferences", "pref", "prefs", "assign", "swap", "vote", "draw", "nodraw",
     "takeover", "undraw", "concede", "conc", "concession", "noconcede", "noconcession", "unconcede",
     "unconcession", "preview", "predict", "rollback", "log", "announce", "trace", "new", "reset", "renew", "change")
)  # fmt: skip
# Of these the rest is talk whatever it is like, as long as it names no phase and nothing else with a number.
_TALK_WITHOUT_NUMBERS = frozenset(("history", "summary", "who", "whois", "version"))
_COMMENT = re.compile(r"\s*(//|#(?!\d{1,2}[\s.:)]))")  # `#3 F Bre H` is the third of a list
_IF = re.compile(r"\s*if\b", re.IGNORECASE)
_END_OF_IF = re.compile(r"\s*end[ _-]?if\b[ .!]*(?:\s(?://|#).*)?$", re.IGNORECASE)
# What people write to the judge who have a person in mind.
_CASUAL = re.compile(
    r"\s*(?:please +)?(?:press +(?:to|from|white|gr[ae]y|fake)\b|(?:message|msg) +to\b|(?-i:BROADCAST) +\S"
    r"|tell +(?!me\b|us\b|him\b|her\b|them\b|you\b|it\b)[\w ,&-]{1,60}:"
    r"|to +(?!do\b|be\b|sum\b|the judge\b|my\b|me\b|begin\b|start\b|date\b|summari)[\w,&-]+(?: [\w,&-]+){0,3} ?:"
    r"|to ?: *(?!judge\b)[\w,&-]+(?: [\w,&-]+){0,3}\s*$)",
    re.IGNORECASE,
)
# A colon as in the head of a mail, where another does not end the list of readers: `PRESS TO: France, Germany`.
_TO = re.compile(r"((?:(?:white|gr[ae]y|anonymous) +)?press +to) *: *(?=[^:]+$)", re.IGNORECASE)
_NATIONS = re.compile(r"\s*nations?\s*[:.]?\s*$", re.IGNORECASE)
_END_OF_NATIONS = re.compile(r"\s*end[ _-]?nations?\b[ .!]*$", re.IGNORECASE)
_TRY = re.compile(
    r"\s*try(?:\s+(?:in\s+)?(?:game\s+)?(?!(?:again|hard|harder|it|this|that|me|not|to|out|and|another)\b)"
    r"(?P<game>[a-z0-9][\w-]*))?\s*[:.]?\s*$",
    re.IGNORECASE,
)
_END_OF_TRY = re.compile(r"\s*end[ _-]?try\b[ .!]*(?:\s(?://|#).*)?$", re.IGNORECASE)
_PHASE = re.compile(r"\s*phase\b", re.IGNORECASE)
# As in the head of a mail: `Game: g42`, `Phase: S1901M`.
_FIELD = re.compile(r"(game|phase) *: *(?=[\w-]+ *$)", re.IGNORECASE)
_FORM_NAME = re.compile(r"\s*name\s*:\s*(\S.*)", re.IGNORECASE)


@lru_cache(maxsize=1)
def _parser() -> Lark:
    return Lark.open(str(data_file("grammar", "commands.lark")), parser="lalr", lexer="contextual")


def read_statements(lines: Sequence[NumberedLine]) -> tuple[Statement, ...]:
    """What the sender's own lines say, in order; comment lines left out, press blocks taken as a whole.

    Shape: lines after a bare `--` only as possible orders; a `SignOff` is the last statement. A line that
    begins like a command and is none gives a complaint, unless it reads like talk.
    Not: lines of other labels.
    """
    statements: list[Statement] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        if line.label is Label.AFTER_DASHES:
            statements.append(Statement(line=line))
        if line.label is not Label.OWN or _COMMENT.match(line.text) or not line.text.strip():
            continue
        written, line = line, replace(line, text=without_remark(line.text))
        if _IF.match(line.text) and (behind := _end_of_condition(lines, at)):
            statements += _refuse_condition(lines[at - 1 : behind])
            at = behind
            continue
        several = _read_heading(line) or _read_several(line)
        if several:
            statements += several
            continue
        statement, at = _read_at(line, lines, at)
        statements.append(replace(statement, line=written))
        if isinstance(statement.command, SignOff):
            break
    return tuple(statements)


def _read_heading(line: NumberedLine) -> tuple[Statement, ...]:
    """The phase that stands above orders, or before one on its line; () for any other line."""
    found = read_heading(line.text)
    tag = None if found is None else read_tag(found[0])
    if found is None or tag is None:
        return ()
    guard = PhaseGuard(tag=tag, whole=tells_kind(found[0]), heading=not _PHASE.match(line.text))
    heading = Statement(line=line, command=guard)
    if not found[1]:
        return (heading,)
    read = _read_command(replace(line, text=found[1]))
    return (heading, Statement(line=line, command=None if isinstance(read, Heading | Complaint) else read))


def _read_several(line: NumberedLine) -> tuple[Statement, ...]:
    """The commands of `SET WAIT, NO DRAW`, each by itself; () for a line that is one command, or is none."""
    pieces = commands_on(line.text)
    if not pieces or _is_command(line):
        return ()
    read = [(one, _read_command(one)) for one in (replace(line, text=piece) for piece in pieces)]
    found = tuple(Statement(line=one, command=what) for one, what in read if isinstance(what, Command))
    return found if len(found) == len(pieces) else ()


def _read_at(line: NumberedLine, lines: Sequence[NumberedLine], after: int) -> tuple[Statement, int]:
    """The statement that begins on this line, and the number of the entry to go on with."""
    if line.text.strip().lower() == "register":
        return _read_form(line, lines, after)
    if _NATIONS.match(line.text):
        return _read_nations(line, lines, after)
    if trial := _TRY.match(line.text):
        return _read_trial(line, trial["game"], lines, after)
    read = _read_command(line)
    if isinstance(read, Heading | Announcing):
        return _read_press(line, read, lines, after)
    if isinstance(read, Complaint):
        block = line.text.strip().lower().startswith(("press", "broadcast", "announce"))
        ended = end_of_message(lines, after) if block else None
        return Statement(line=line, complaint=read), after if ended is None else ended + 1
    return Statement(line=line, command=read), after


def _read_command(line: NumberedLine) -> Command | Heading | Announcing | Complaint | None:
    text = plainly_asked(line.text.strip()) or line.text.strip()
    for colon in (_TO, _FIELD):
        text = colon.sub(lambda found: found[1].ljust(len(found[0])), text)
    if away := plainly_away(text):
        absent = _read_command(replace(line, text=away))
        return absent if isinstance(absent, Absent) and absent.when else None
    first = _FIRST.match(text)
    if first is None:
        return _unsent(line) if _CASUAL.match(text) else read_elsewhere(line)
    try:
        command = command_of(_parser().parse(text))
        return None if is_sentence(command, text) else command
    except UnexpectedInput as trouble:
        plainer = without_signs(text)
        if (
            plainer is not None
            and plainer != text
            and isinstance(found := _read_command(replace(line, text=plainer)), Command)
        ):
            return found
        return read_elsewhere(line) or _complain(line, first[0], trouble)
    except Misread as trouble:
        found = read_elsewhere(line) or _complaint(line, first[0], problem=str(trouble))
        return replace(found, example=trouble.example) if trouble.example else found


def _complain(line: NumberedLine, first: str, trouble: UnexpectedInput) -> Complaint | None:
    """A complaint about the piece that does not fit; None when the line is talk."""
    word = re.sub(r"[ -]+", "", first.lower())
    text = line.text.rstrip()
    ended = isinstance(trouble, UnexpectedToken) and trouble.token.type == "$END"
    column = len(text) + 1 if ended else trouble.column + len(text) - len(text.lstrip())
    found = re.match(r"\S+", text[column - 1 :])
    piece = found[0] if found else ""
    if word == "hello":
        return None  # whoever greets everybody has forgotten no password
    if word in _TALK and (piece[:1] in ("!", ",") or text.endswith((".", "!", "?", ",", ":")) or len(text.split()) > 5):
        return None
    if word in _TALK_WITHOUT_NUMBERS and piece and re.search(r"\d", text) is None:
        return None
    problem = f"“{piece}” does not fit here" if piece else "something is missing at the end"
    return _complaint(line, first, problem=problem, piece=piece, column=column)


def _complaint(line: NumberedLine, first: str, *, problem: str, piece: str = "", column: int = 1) -> Complaint:
    word = re.sub(r"[ -]+", "", first.lower())
    return Complaint(
        kind="unreadable",
        problem=problem,
        line=line.number,
        column=column,
        text=line.text,
        piece=piece or ("" if column > len(line.text.rstrip()) else first),
        expected=f"{'an' if word[0] in 'aeiou' else 'a'} {word.upper()} command as in the example",
        example=EXAMPLES[word],
    )


def _end_of_condition(lines: Sequence[NumberedLine], start: int) -> int | None:
    """The entry behind the ENDIF of the condition above, which may hold others; None when it has none."""
    depth = 1
    for at in range(start, len(lines)):
        if lines[at].label is Label.OWN:
            depth += bool(_IF.match(lines[at].text)) - bool(_END_OF_IF.match(lines[at].text))
        if not depth:
            return at + 1
    return None


def _refuse_condition(lines: Sequence[NumberedLine]) -> tuple[Statement, ...]:
    """A condition from IF to ENDIF: no line of it is read, for nobody knows which of its orders are to stand."""
    problem = "This stands between IF and ENDIF, and conditions are not read here."
    return tuple(
        Statement(
            line=line,
            complaint=(None if at else read_elsewhere(replace(line, text="ENDIF")))
            or Complaint(kind="refused", problem=problem, line=line.number, text=line.text),
        )
        for at, line in enumerate(lines)
        if line.label is Label.OWN and line.text.strip()
    )


def _read_press(
    line: NumberedLine, heading: Heading | Announcing, lines: Sequence[NumberedLine], after: int
) -> tuple[Statement, int]:
    """A press block: its text goes to the end mark, the signature or the end of the letter.

    Text that begins on the first line, after a colon, is the whole message unless an end mark follows.
    Rule: what may be talk is a heading only where there is no doubt what its message is; else nothing is sent.
    """
    closed = end_of_message(lines, after) is not None
    if heading.text and not closed:
        return Statement(line=line, command=_message(heading, heading.text)), after
    if isinstance(heading, Heading) and heading.doubtful and not closed:
        return Statement(line=line, complaint=_unsent(line) if _CASUAL.match(line.text) else None), after
    text, at, marked = message_text(lines, after, line.number, heading.text)
    if not text.strip():
        return Statement(line=line, complaint=_complaint(line, _verb(heading), problem="the message has no text")), at
    return Statement(line=line, command=_message(heading, text, marked=marked)), at


def _unsent(line: NumberedLine) -> Complaint:
    """Word about a line that may have been meant for other players and was not plainly so."""
    to_all = line.text.strip().upper().startswith("BROADCAST")
    return Complaint(
        kind="unsent",
        problem="This was sent to nobody.",
        line=line.number,
        text=line.text,
        expected=f"{'BROADCAST' if to_all else 'PRESS TO and their names'}, the message below, and ENDPRESS",
        example=f"{'BROADCAST' if to_all else 'PRESS TO France'}: We go north.",
    )


def _message(heading: Heading | Announcing, text: str, *, marked: bool = True) -> Command:
    if isinstance(heading, Announcing):
        return Announce(text)
    return replace(heading.envelope, text=text, marked=marked)


def _verb(heading: Heading | Announcing) -> str:
    return "announce" if isinstance(heading, Announcing) else "press"


def _block(
    lines: Sequence[NumberedLine],
    after: int,
    mark: re.Pattern[str],
    stops: Callable[[NumberedLine], bool] | None = None,
) -> tuple[list[NumberedLine], int]:
    """The sender's own lines up to the end mark, and the place behind them.

    Shape: without a mark the block ends with the signature, the end of the letter, or before a line at which it stops.
    """
    found: list[NumberedLine] = []
    at = after
    while at < len(lines):
        one = lines[at]
        if one.label in (Label.SIGNATURE, Label.FOOTER, Label.AFTER_DASHES) or END_OF_LETTER.match(one.text):
            break
        if stops is not None and one.label is Label.OWN and stops(one):
            break
        at += 1
        if one.label is Label.OWN:
            if mark.match(one.text):
                break
            found.append(one)
    return found, at


def _is_command(line: NumberedLine) -> bool:
    return isinstance(_read_command(line), Command | Heading)


def _read_nations(line: NumberedLine, lines: Sequence[NumberedLine], after: int) -> tuple[Statement, int]:
    """A table of nations: from the heading to the end mark, the signature or the end of the letter.

    Where the next line of the sender's own is no line of a table, there is no table.
    """
    block, behind = _block(lines, after, _END_OF_NATIONS)
    table = [one for one in block if one.text.strip()]
    if not table or (":" not in table[0].text and not _COMMENT.match(table[0].text)):
        return Statement(line=line, command=Nations()), after
    return Statement(line=line, command=Nations(tuple((one.number, one.text) for one in table))), behind


def _read_trial(
    line: NumberedLine, game: str | None, lines: Sequence[NumberedLine], after: int
) -> tuple[Statement, int]:
    """A trial: its lines go to the end mark; without one to the next command, the signature or the end of the letter.

    So what was meant as a trial is never taken as orders.
    """
    marked = any(one.label is Label.OWN and _END_OF_TRY.match(one.text) for one in lines[after:])
    block, behind = _block(lines, after, _END_OF_TRY, _is_command if not marked else None)
    return Statement(line=line, command=Try(game, tuple((one.number, one.text) for one in block))), behind


def _read_form(line: NumberedLine, lines: Sequence[NumberedLine], after: int) -> tuple[Statement, int]:
    """REGISTER alone on its line, as the classic judges have it: a form with a `Name:` line up to END."""
    for at in range(after, len(lines)):
        text = lines[at].text
        named = _FORM_NAME.match(text)
        if named:
            end = next((i for i in range(at, len(lines)) if lines[i].text.strip().lower() == "end"), at)
            return Statement(line=line, command=Register(" ".join(named[1].split()))), end + 1
        if ":" not in text:
            break
    return Statement(line=line, complaint=_complaint(line, line.text.strip(), problem="your name is missing")), after

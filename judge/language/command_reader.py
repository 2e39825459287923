"""From the parse of one command line to a command value.

`Any` stands for what Lark hands to a rule's method: tokens, and what the methods of inner rules gave.
"""

import re
from typing import Any, cast

from lark import Token, Tree
from lark.exceptions import VisitError

from judge.game import commands as c
from judge.language.absences import AbsenceReader
from judge.language.classics import read_classic, without_classic
from judge.language.envelopes import Heading, read_envelope
from judge.language.offices import OfficeReader, named, typed
from judge.language.punctuation import as_words
from judge.language.seating import SeatingReader
from judge.language.spans import Mark, history_of
from judge.language.tags import read_tag, split_tag, tells_kind
from judge.language.words import Misread, plain, split_names, without_article

_RISING = re.compile(
    r"(?:as\s+)?(?:the\s+)?(?P<nation>.+?)\s+by\s+(?:a\s+)?(?:revolution|revolt|rising)\s+(?:in|at|from)\s+(?P<center>.+)",
    re.IGNORECASE,
)
_CLAIMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        r"(?:game\s+)?(?P<game>[\w-]+)\s+as\s+(?P<nation>.+)",
        r"(?P<nation>.+?)\s+in\s+(?:game\s+)?(?P<game>[\w-]+)",
        r"game\s+(?P<game>[\w-]+)\s+(?P<nation>.+)",
    )
)
_WITH_ORDERS = re.compile(
    r"\b(?:with(?P<out>out)?|keep(?:ing)?|restor(?:e|ing))(?:\s+(?:the|any|old|its))*(?:\s+orders?)?(?!\w)",
    re.IGNORECASE,
)
_CLEARED_TAG = re.compile(r"\b(?:spring|summer|fall|autumn|winter|[sufw])[ ,]*\d{4}.*", re.IGNORECASE)
_UNIT_OF_MINE = re.compile(r"^(?:(?:my|the)\s+)?(?:orders?\s+)?(?:(?:for|of)\s+)?", re.IGNORECASE)
_NO = frozenset({"no", "off", "false", "0", "n"})
_EVERYTHING = re.compile(r"\b(?:all|everything)\b", re.IGNORECASE)


class Announcing(c.Announce):
    """The first line of an announcement whose text is still to come, or follows a colon."""

    __slots__ = ()


def command_of(tree: Tree[Token]) -> c.Command | Heading | Announcing:
    """The command that a parsed line gives; for press its heading.

    Refuses: Misread when the words make no sense together.
    """
    try:
        return cast(c.Command | Heading | Announcing, _READER.transform(tree))  # Lark knows no result types
    except VisitError as trouble:
        raise trouble.orig_exc from None


def _part(word: str) -> str:
    """The part of a mail that a word means, in the singular."""
    return word.lower().removesuffix("s")


def _email(children: list[Any]) -> str:
    """The address at the end of a line, as mail programs write it too: `<mailto:a@b>`, `a@b <mailto:a@b>`."""
    first, _, rest = plain(str(children[-1])).partition(" ")
    address = first.strip("<>()[]\"',;")
    address = address[7:] if address.lower().startswith("mailto:") else address
    if address.count("@") > 1:
        raise Misread("one address stands on a line; a second one is added", "ADD ADDRESS ada@work.example")
    if "@" not in address:
        raise Misread(f"“{first}” is no address")
    if rest and address.lower() not in rest.lower():
        raise Misread(f"“{rest}” does not belong to an address")
    return address


def _tag(text: str | None) -> str | None:
    if text is None or not plain(text):
        return None
    tag = read_tag(plain(text))
    if tag is None:
        raise Misread(f"“{plain(text)}” is no phase")
    return tag


class _CommandReader(AbsenceReader, OfficeReader, SeatingReader):
    """Makes a command of a parsed line. One method for each rule of `commands.lark`."""

    def start(self, children: list[Any]) -> Any:
        return children[0]

    def register(self, children: list[Any]) -> c.Register:
        return c.Register(" ".join(plain(children[1]).split()))

    def title(self, children: list[Any]) -> tuple[str, str]:
        return ("title", str(children[0]).lower().rstrip(","))

    def on(self, _children: list[Any]) -> tuple[str, str]:
        return ("on", "")

    def setting(self, children: list[Any]) -> tuple[str, str, str]:
        name, value = re.split(r"\s*[=:]\s*", str(children[0]).rstrip(",;"), maxsplit=1)
        return ("setting", name.lower(), value.strip('"'))

    def create(self, children: list[Any], password: str | None = None) -> c.Create:
        game, *rest = children[1:]
        split = next((at for at, child in enumerate(rest) if child[0] == "on"), len(rest))
        title, of_title = without_classic([child[1] for child in rest[:split] if child[0] == "title"])
        on, of_board = without_classic([child[1] for child in rest[split:] if child[0] == "title"])
        options = [*of_title, *of_board, *(child[1:] for child in rest if child[0] == "setting")]
        options += [("password", child[1].rstrip(",;")) for child in rest if child[0] == "key"]
        if any(name == "private" and value.lower() not in _NO for name, value in options):
            # What others are to be told is no password of the master's own.
            options = [("key" if name == "password" else name, value) for name, value in options]
        if password is not None:
            options.append(("password", password))
        return c.Create(
            game=str(game).lstrip("?"),
            variant="-".join(title) or "standard",
            on="-".join(on) or None,
            options=tuple(options),
        )

    def create_classic(self, children: list[Any]) -> c.Create:
        if children[1] == "?":
            raise Misread("the game has no name")
        return self.create([*children[:2], *children[3:]], password=str(children[2]))

    def key(self, children: list[Any]) -> tuple[str, str]:
        return ("key", str(children[0]))

    def join(self, children: list[Any]) -> c.Join:
        password = next((child[1] for child in children if isinstance(child, tuple)), None)
        wishes = next((child for child in typed(children) if child.type == "PREFERENCES"), "")
        return c.Join(game=str(children[1]), preferences=split_names(str(wishes)), password=password)

    def join_seat(self, children: list[Any]) -> c.Join:
        seat, _, game = str(children[1]).partition("@")
        password = str(children[2]) if len(children) > 2 else None
        return c.Join(game=game, preferences=(seat,), password=password)

    def rise(self, children: list[Any]) -> c.Enter:
        rising = plain(str(children[-1]))
        read = _RISING.fullmatch(rising)
        if read is None:
            raise Misread(f"“{rising}” names no nation and center")
        return c.Enter(nation=read["nation"], center=read["center"], game=named(children))

    def claim(self, children: list[Any]) -> c.Enter:
        claimed = as_words(" ".join(str(children[-1]).split()))
        for form in _CLAIMS:
            if read := form.fullmatch(claimed):
                return c.Enter(nation=without_article(read["nation"]), game=read["game"])
        return c.Enter(nation=without_article(claimed))

    def observe(self, children: list[Any]) -> c.Observe:
        game = str(children[1]).rpartition("@")[2]  # the classic form gives the observer a name: me@game
        key = next((child[1] for child in children if isinstance(child, tuple)), None)
        return c.Observe(game, monitor=str(children[0]).lower() == "monitor", password=key)

    def resign(self, children: list[Any]) -> c.Resign:
        return c.Resign(named(children), as_master=any(child.type == "AS_MASTER" for child in typed(children)))

    def signon(self, children: list[Any]) -> c.SignOn:
        seat, _, game = str(children[1]).partition("@")
        return c.SignOn(seat=seat, game=game, password=str(children[2]))

    def signon_glued(self, children: list[Any]) -> c.SignOn:
        glued = str(children[1])
        if len(glued) < 2:
            raise Misread("the game's name does not follow the power's letter")
        sure = str(children[0]).lower() != "hello"
        return c.SignOn(seat=glued[0], game=glued[1:], password=str(children[2]), sure=sure)

    def enter(self, children: list[Any]) -> c.Join:
        if children[1] == "?":
            raise Misread("the game has no name")
        return c.Join(game=str(children[1])[1:], password=str(children[2]))

    def about(self, children: list[Any]) -> c.AboutGame:
        return c.AboutGame(str(children[1]))

    def phase(self, children: list[Any]) -> c.PhaseGuard:
        tag = _tag(str(children[1]))
        if tag is None:
            raise Misread("the phase is missing")
        return c.PhaseGuard(tag=tag, whole=tells_kind(plain(str(children[1]))))

    def clear(self, children: list[Any]) -> c.Clear:
        what = str(children[1]) if len(children) > 1 else ""
        if len(children) > 1 and children[1].type == "UNIT_OF_MINE":
            return c.Clear(unit=_UNIT_OF_MINE.sub("", plain(what)))
        tag = _CLEARED_TAG.search(what)
        everything = _EVERYTHING.search(what) is not None
        return c.Clear(tag=_tag(tag[0]) if tag else None, everything=everything and tag is None)

    def whole(self, _children: list[Any]) -> c.WholeSet:
        return c.WholeSet()

    def wait(self, _children: list[Any]) -> c.Wait:
        return c.Wait(True)

    def nowait(self, _children: list[Any]) -> c.Wait:
        return c.Wait(False)

    def vote(self, _children: list[Any]) -> c.Vote:
        return c.Vote()

    def parties(self, children: list[Any]) -> tuple[str, ...]:
        return split_names(re.sub(r"^(?:of|for|between|with|among|by)\s+", "", str(children[0]), flags=re.IGNORECASE))

    def draw(self, children: list[Any]) -> c.Vote:
        return _vote("draw", children)

    def concede(self, children: list[Any]) -> c.Vote:
        return _vote("concession", children)

    def undraw(self, _children: list[Any]) -> c.Vote:
        return c.Vote(end="draw", against=True)

    def unconcede(self, _children: list[Any]) -> c.Vote:
        return c.Vote(end="concession", against=True)

    def unvote(self, _children: list[Any]) -> c.Vote:
        return c.Vote(against=True)

    def status(self, children: list[Any]) -> c.Status:
        return c.Status(named(children))

    def summary(self, children: list[Any]) -> c.Summary:
        return c.Summary(named(children))

    def who(self, children: list[Any]) -> c.Who:
        return c.Who(named(children), sure=str(children[0]).isupper())

    def who_is(self, children: list[Any]) -> c.WhoIs:
        return c.WhoIs(plain(str(children[-1])), sure=str(children[0]).isupper())

    def chart(self, children: list[Any]) -> c.ShowMap:
        when = next((_when(token) for token in typed(children) if token.type == "WHEN"), "")
        return c.ShowMap(named(children), when)

    def history(self, children: list[Any]) -> c.History:
        return history_of(named(children), [child for child in children if isinstance(child, Mark)])

    def span_of(self, children: list[Any]) -> Mark:
        return _mark("of", children[-1])

    def span_from(self, children: list[Any]) -> Mark:
        return _mark("from", children[-1])

    def span_to(self, children: list[Any]) -> Mark:
        return _mark("to", children[-1])

    def span_latest(self, children: list[Any]) -> Mark:
        return Mark("latest", " ".join(str(children[-1]).lower().split()))

    def span_excluded(self, children: list[Any]) -> Mark:
        return Mark(str(children[0]).lower(), _when(children[-1]))

    def span_lines(self, children: list[Any]) -> Mark:
        return Mark("lines", str(children[-1]))

    def span_map(self, _children: list[Any]) -> Mark:
        return Mark("map")

    def span_broad(self, _children: list[Any]) -> Mark:
        return Mark("broad")

    def listing(self, children: list[Any]) -> c.ListGames:
        return c.ListGames((named(children) or "").lower())

    def inline(self, children: list[Any]) -> str:
        return "".join(map(str, children))

    def press(self, children: list[Any]) -> Heading:
        *signed, verb = str(children[0]).split()
        words = next((str(token) for token in typed(children) if token.type == "ENVELOPE"), "")
        text = next((child for child in children if not isinstance(child, Token)), "")
        return read_envelope(verb, " ".join((*signed, words)).strip(), text)

    def password(self, children: list[Any]) -> c.SetPassword:
        return c.SetPassword(str(children[-1]))

    def renewal(self, children: list[Any]) -> c.NewToken:
        whom = next((" ".join(token.split()) for token in typed(children) if token.type == "RENEWED"), "")
        return c.NewToken(whom, sure=not whom or str(children[0]).isupper())

    def zone(self, children: list[Any]) -> c.SetZone:
        return c.SetZone(str(children[-1]))

    def parts(self, children: list[Any]) -> c.SetParts:
        return c.SetParts(part=_part(str(children[-2])), wanted=str(children[-1]).lower() in ("on", "yes"))

    def no_parts(self, children: list[Any]) -> c.SetParts:
        return c.SetParts(part=_part(str(children[-1]).split()[-1]), wanted=False)

    def no_zone(self, _children: list[Any]) -> c.SetZone:
        return c.SetZone("UTC")

    def address(self, children: list[Any]) -> c.SetAddress:
        return c.SetAddress(email=_email(children), prefer=True)

    def addition(self, children: list[Any]) -> c.SetAddress:
        return c.SetAddress(email=_email(children))

    def removal(self, children: list[Any]) -> c.RemoveAddress:
        return c.RemoveAddress(_email(children))

    def addresses(self, _children: list[Any]) -> c.Addresses:
        return c.Addresses()

    def also(self, children: list[Any]) -> c.AmAlso:
        return c.AmAlso(_email(children))

    def held(self, children: list[Any]) -> c.Held:
        return c.Held(named(children))

    def help(self, children: list[Any]) -> c.Help:
        return c.Help(named(children))

    def version(self, _children: list[Any]) -> c.Version:
        return c.Version()

    def signoff(self, _children: list[Any]) -> c.SignOff:
        return c.SignOff()

    def begin(self, children: list[Any]) -> c.Start:
        return c.Start(game=named(children))

    def deadline(self, children: list[Any]) -> c.Deadline:
        tag, when = split_tag(plain(str(children[-1])))
        when = re.sub(r"^(to|is)\s+", "", when, flags=re.IGNORECASE)
        if not when:
            raise Misread("the new moment is missing")
        return c.Deadline(when=when, tag=tag)

    def process(self, children: list[Any]) -> c.Process:
        return c.Process(tag=_tag(str(children[1]) if len(children) > 1 else None))

    def preview(self, children: list[Any]) -> c.Preview:
        return c.Preview(tag=_tag(str(children[1]) if len(children) > 1 else None))

    def rollback(self, children: list[Any]) -> c.Rollback:
        text = plain(str(children[1])) if len(children) > 1 else ""
        said = _WITH_ORDERS.search(text)
        where = text if said is None else text[: said.start()] + text[said.end() :]
        tag = _tag(re.sub(r"^to\s+", "", where.strip(" ,"), flags=re.IGNORECASE))
        return c.Rollback(tag=tag, with_orders=said is None or said["out"] is None)

    def options(self, children: list[Any]) -> c.SetOptions:
        pairs = (re.split(r"\s*=\s*", str(child).rstrip(",;"), maxsplit=1) for child in children[1:])
        return c.SetOptions(tuple((name.lower(), value.strip('"')) for name, value in pairs))

    def classic_options(self, children: list[Any]) -> c.SetOptions:
        text = plain(str(children[1]))
        found = read_classic(text)
        if not found:
            raise Misread(f"“{text}” is no setting that is known here")
        return c.SetOptions(found)

    def place(self, children: list[Any]) -> c.PlaceUnit:
        tag, what = split_tag(plain(str(children[1])))
        return c.PlaceUnit(what=what, tag=tag)

    def remove(self, children: list[Any]) -> c.RemoveUnit:
        tag, what = split_tag(plain(str(children[1])))
        return c.RemoveUnit(what=what, tag=tag)

    def own(self, children: list[Any]) -> c.Own:
        tag, what = split_tag(plain(str(children[1])))
        return c.Own(what=what, tag=tag)

    def become(self, children: list[Any]) -> c.Become:
        return c.Become(plain(str(children[1])))

    def announce(self, children: list[Any]) -> Announcing:
        return Announcing(next((child for child in children if not isinstance(child, Token)), ""))

    def log(self, children: list[Any]) -> c.ShowLog:
        return c.ShowLog(named(children))

    def pause(self, children: list[Any]) -> c.Pause:
        words = [child for child in typed(children) if child.type == "PAUSED"]
        return c.Pause(plain(str(words[0])) if words else "")

    def resume_at(self, children: list[Any]) -> c.Resume:
        return c.Resume(plain(str(children[1])))

    def resume(self, _children: list[Any]) -> c.Resume:
        return c.Resume()

    def trace(self, children: list[Any]) -> c.Trace:
        return c.Trace(str(children[-1]).strip("<>"))

    def terminate(self, children: list[Any]) -> c.Terminate:
        return c.Terminate(game=named(children))


def _when(word: str) -> str:
    """A phase tag or a year as it is kept: `s1903m` and `Spring 1903` as `S1903M`, `1903` as it is."""
    return str(word) if str(word).isdigit() else _tag(word) or ""


def _mark(word: str, token: Token) -> Mark:
    """A word of a HISTORY with the phase, the year or the day that follows it."""
    dated = token.type in ("DATE", "DAY")
    return Mark(word, " ".join(str(token).split()) if dated else _when(token), dated=dated)


def _vote(end: str, children: list[Any]) -> c.Vote:
    powers = next((child for child in children if isinstance(child, tuple)), ())
    return c.Vote(end=end, powers=powers, bare=not {"SET", "VOTE"} & {token.type for token in typed(children)})


_READER = _CommandReader()

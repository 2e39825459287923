"""What other judges can be told and this one cannot, or in other words: what to write here instead.

Each form is compared with the whole line, so that no sentence that begins like one is taken for it. What this judge
reads as a command of its own never comes here.
"""

import re
from types import MappingProxyType

from judge.game.complaints import Complaint
from judge.game.lines import NumberedLine
from judge.language.words import plain

_LONGEST = 200  # characters; no form is longer

# A form, what is said of it, and a command that does the thing, or comes near.
_FORMS: tuple[tuple[str, str, str], ...] = (
    # Identification and files
    (r"sign ?on \?|sign ?on \? ?\S+", "A game is entered by its name; LIST OPEN tells those that wait for players.",
     "LIST OPEN"),
    (r"reply-?to:? ?\S+@\S+", "Answers go to your own registered addresses only.", "SET ADDRESS ada@home.example"),
    (r"send(?: me)? (?:package|guide|index|info|intro|rules|faq)", "All there is to read is in HELP.", "HELP"),
    (r"send(?: me)? dedication", "WHO IS tells how reliable somebody is, yourself as well.", "WHO IS Ada"),
    (r"(?:get|send(?: me)?) map(?:\.\S+)?", "MAP tells what lies beside what in a game.", "MAP spring24"),
    (r"(?:get|send(?: me)?) (?:info|syntax|orders?|press|house|rules|flags?)(?:\.\w+)?",
     "HELP has a page on each subject, and one on each game by its name.", "HELP orders"),
    (r"(?-i:SEND)(?: ME)? \S+", "HELP has a page on each subject.", "HELP orders"),
    (r"info player \S+", "People are known here by their names.", "WHO IS Ada"),
    # Orders
    (r"(?-i:IF|ELSE ?IF) [^?!]+|else(?: ?if)?|end ?if", "Orders with a condition are not read here, and neither is "
     "what stands between IF and ENDIF; orders for a phase to come can be changed until it is played.", "PHASE F1901M"),
    (r"(?:a|f|army|fleet) \S+(?: \S+)? proxy(?: to)? \w+", "There are no proxies here; each player orders his own "
     "units.", "HELP orders"),
    # Press and diary
    (r"diary(?: (?:record|list|read|delete)\b.*)?", "No diary is kept here. What you write to others in press you get "
     "again when the game ends.", "PRESS TO France"),
    (r"postal press(?:: ?.*)?", "A message goes out at once here, and not with the results.", "BROADCAST"),
    # Settings of a player
    (r"set pref(?:erences?)? \S.*", "The powers you would like are named when you join, the dearest first.",
     "JOIN spring24 France, Germany"),
    (r"set (?:all|normal|no) press|set (?:no ?)?broadcasts?", "Who observes gets all press that is for everybody; who "
     "monitors gets the results only.", "MONITOR spring24"),
    # A master's settings
    (r"set grace \S.*", "The time of grace is a length of time, one for each kind of phase.", "SET movement_grace=2d"),
    (r"set (?:retreat|adjust|build)\w* clock (?:-1|\d+)", "The time of day is the same for all phases.",
     "SET at=20:00"),
    (r"set start \S.*", "A game starts when it is full; with autostart=no when its master says so.", "START"),
    (r"set (?:no ?)?strict grace", "Late orders are taken in the time of grace and not after it; without any, not at "
     "all.", "SET movement_grace=2d"),
    (r"set (?:at|days|remind|delay|(?:movement|retreat|adjustment)(?:_min|_grace)?|nmr|extensions?|abandon_after|vacant"
     r"|draws|votes|draw_size|last_year|max_absence|min_players|to_win) (?!=)\S.*",
     "Between an option and its value there is a sign: =", "SET at=20:00"),
    (r"set auto process", "Phases are played by themselves, and with PAUSE only when you say so.", "RESUME"),
    (r"set manual process", "Stop the clock, and play each phase when you wish.", "PAUSE"),
    (r"(?:set )?(?:allow|deny)(?: player \S.*| \S+@\S+)", "Into a private game only those come who are "
     "invited; nobody else is kept out by his address.", "SET private=yes"),
    (r"set (?:dedication|ontimerat|resrat)(?: -?[\d.]+)?", "No record is asked for before somebody may play; WHO IS "
     "tells it.", "WHO IS Ada"),
    (r"set (?:level|access)(?: .*)?|set (?:un)?rated", "There are no levels and no ratings here.", "WHO IS Ada"),
    (r"set (?:not )?approve .*", "A game in which its master settles who plays what is one of "
     "the choices of CREATE; APPROVE lets it begin.", "HELP choices"),
    (r"set players(?: \d+)?", "A game is for all powers of its board; its master may start it with fewer "
     "players.", "START"),
    (r"set powers(?: \d+)?", "How many powers one person may play is an option of a game.", "SET powers=2"),
    (r"set (?:no ?)?resume", "Only the master stops the clock and lets it go on.", "RESUME"),
    (r"set none", "Say what none is meant of.", "SET press=none"),
    (r"set (?:no ?)?(?:grace|minor|touch|postal|blank|all)(?: press)?|set partial fakes broadcast.*",
     "What there is of press and of its limits HELP GREY tells.", "SET press=none"),
    (r"set (?:no ?)?(?:quiet|secret|show|late count|bcent(?:er|re)s)", "Who is late is told to all when the deadline "
     "has passed, and centers are public; who plays is hidden in a gunboat game.", "CREATE spring24 gunboat=yes"),
    (r"set (?:no ?)?(?:allied|capture) win", "Who share a victory vote for a draw.", "VOTE DRAW"),
    (r"set (?:not )?variant \S.*", "A game keeps the variant that CREATE gave it.", "CREATE spring24 colonial"),
    (r"set (?:no ?)?(?:railways|gateways|hong kong)", "Colonial has its railroad, canal and Hong Kong always, with "
     "rulings to choose when it is created.", "HELP colonial"),
    (r"set (?:no ?)?(?:proxy|(?:any|one|home) cent(?:er|re)s?|(?:any|normal|auto)? ?disband|coastal convoys?"
     r"|strict convoys?|duality|portage|blank board|(?:attack )?transform.*|summer|home transfer|air ?lift)",
     "A game goes by the rulebook, or by the rules of its variant.", "HELP rules"),
    (r"set prf(?:list|both|rand)", "How powers are given out is one of the choices of CREATE.", "HELP choices"),
    (r"set comment(?: .*)?", "A game has no comment; an announcement reaches everyone in it.",
     "ANNOUNCE: the deadline stays"),
    (r"set (?:un)?moderated", "Every game has a master, who may play as well.", "HELP masters"),
    # What masters do
    (r"roll ?forward(?: .*)?", "Play the phase again: the orders that stood in it are kept by ROLLBACK.",
     "PROCESS S1901M"),
    (r"un-?start", "A game that has begun goes back to its first phase at most.", "ROLLBACK S1901M"),
    (r"hand ?over (?!to\b)\S+", "A game is handed over TO somebody, who must accept.", "HANDOVER TO ada@home.example"),
    (r"revive (?:the )?\w+", "Who has left a power comes back himself.", "TAKEOVER spring24 France"),
    (r"purge(?: [\w-]+)?", "A game that is ended stays in the records.", "TERMINATE spring24"),
    (r"rename [\w-]+(?: (?:to )?[\w-]+)?", "A game keeps the name that it was created with.", "CREATE spring24"),
    (r"form|activate", "A game that is not full yet is started by its master.", "START"),
    (r"(?-i:OFFICIAL)(?:\b.*)?", "The master's word to all is an announcement.", "ANNOUNCE: the deadline stays"),
    (r"reveal", "Who plays is told when the game is over.", "SET reveal=yes"),
    (r"propose(?: (?:(?:no )?dias|(?-i:[A-Z]{1,7})))?", "What you wish for is a vote; the game ends when all agree.",
     "VOTE DRAW"),
    (r"(?:please )?(?:extend|move|delay|postpone|push back|shift) (?:the )?deadline(?: [^?!]+)?",
     "The master of a game moves a deadline, to a moment or by so much more.", "DEADLINE another 24h"),
    # In people's own words
    (r"stop (?:the|this) (?:clock|game)", "STOP ends the reading of a letter; the clock is stopped by PAUSE.", "PAUSE"),
    (r"(?:please )?(?:retract|take back|revoke|undo|remove) (?:my |the )?votes?",
     "A vote is taken back by voting for nothing.", "VOTE NO"),
    (r"(?:please )?(?:delete|disregard|ignore|discard|scrap|scratch|drop|withdraw|replace|cancel|forget)(?: all)?"
     r"(?: of)? my (?:previous|earlier|old|former|prior|last|other|existing|current) (?:orders?|moves?)"
     r"(?:,? (?:and|with|instead|please|here|they|these|use|take)\b.*)?",
     "Orders that came before stand until others for the same units come; CLEAR on a line above the new ones forgets "
     "them all.", "CLEAR"),
    (r"undo(?: (?:it|that|this|all|everything|my (?:orders?|moves?)|(?:the )?(?:last )?(?:phase|turn)"
     r"|[sfuw]\d{4}[mra]))?",
     "CLEAR forgets your orders of the open phase; a master takes a game back with ROLLBACK.", "CLEAR"),
    (r"(?:please )?unsubscribe(?: me)?|(?:please )?(?:remove|take) me (?:from|off|out of) (?:(?:the|this|your) )?"
     r"(?:mailing )?(?:list|game|mails?)|(?:please )?(?:stop|quit) (?:sending|mailing|emailing) me(?: .{1,20})?"
     r"|i (?:quit|resign)(?: (?:from )?(?:the|this) game)?|i (?:want|wish|need|have|would like) to (?:quit|resign|leave"
     r"|drop out)(?: (?:of |from )?(?:the|this) game)?",
     "Who leaves a game gets no more mails of it, and is taken out by this line alone.", "RESIGN spring24"),
    (r"(?:can|could|may|might) (?:i|we) (?:please )?(?:get|have) (?:an?|another|some) (?:\w+ )?extension"
     r"(?: [^?!.]+)?\??",
     "A deadline is moved by the master; those that fall into an absence move by themselves.",
     "PRESS TO master"),
    # The judge's keeper
    (r"adjust|record|fix ?id|no ?control", "The keeper of this judge has commands of its command line for that.",
     "HELP keeper"),
)  # fmt: skip


def _pattern(form: str) -> re.Pattern[str]:
    """The pattern of a form: a blank in it may be several, one with `?` behind it none as well."""
    return re.compile(form.replace(" ?", "[ ]*").replace(" ", "[ ]+").replace("[[ ]+]", "[ ]"), re.IGNORECASE)


_KNOWN = MappingProxyType({_pattern(form): (said, example) for form, said, example in _FORMS})


def read_elsewhere(line: NumberedLine) -> Complaint | None:
    """What is said of a line that another judge would obey and this one does not; None for any other line."""
    text = line.text.strip()
    if len(text) > _LONGEST:
        return None
    bare = plain(text)
    for form, (said, example) in _KNOWN.items():
        if form.fullmatch(bare):
            return Complaint(kind="refused", problem=said, line=line.number, text=line.text, example=example)
    return None

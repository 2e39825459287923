"""The first line of a message to others: how it is signed, whom it says that it is from, and to whom it goes."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from judge.game.commands import Audience, Press
from judge.language.words import plain, split_names

_MASTER = frozenset({"master", "gm", "moderator", "mod", "game master", "gamemaster"})
_OBSERVERS = frozenset({"observer", "observers", "watchers", "spectators"})
_EVERYBODY = frozenset({"all", "everyone", "everybody", "*", "all players", "all powers", "the world"})
_ENDS = " .!?,;:"
_WORD = re.compile(
    r"(?P<white>\b(?:white|signed|unanonymous(?:ly)?)\b)|(?P<grey>\b(?:gr[ae]y|anonymous(?:ly)?|unsigned)\b)"
    r"|(?P<nothing>\b(?:no +fakes?|partial|quiet(?:ly)?|press)\b)|(?P<fake>\bfaked?\b)|(?P<postal>\bpostal\b)"
    r"|(?P<all>\bbroadcast\b)|(?P<sender>\b(?:from|as)\b)|(?P<to>\bto\b|(?<!\S)\+)|(?P<but>(?<!\S)-(?=\S))",
    re.IGNORECASE,
)
_ALL_BUT = re.compile(r"(?:all|everyone|everybody|\*)(?: +players| +powers)? +(?:but|except|without)\b", re.IGNORECASE)
_JOINED = re.compile(r"\s*(?:[,;/&+>]|\band\b|\bthen\b)\s*", re.IGNORECASE)
_MANY = 4  # words without anything between them: more of them are no list but a sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """The first line of a block of press: its envelope, and the text that follows a colon on it.

    Shape: `doubtful` when the line may be talk, so that it is a heading only if it has text or an end mark follows.
    """

    envelope: Press
    text: str = ""
    doubtful: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    """What a heading has said so far; `open` what its next words are: `sender`, `to`, `but`, or not known."""

    signed: str = ""
    claimed: str = ""
    to: Audience | None = None
    pretended: Audience | None = None
    fake: bool = False
    open: str = ""
    unlisted: bool = False
    wordy: bool = False
    fault: str = ""


def read_envelope(verb: str, words: str, text: str = "") -> Heading:
    """The heading that the words after PRESS, BROADCAST or MESSAGE make; `text` what follows a colon.

    Shape: what cannot be read of it is the envelope's `fault`; a message with one goes to nobody.
    """
    found = _Found()
    for kind, piece in _pieces(words):
        found = _add(found, kind, piece)
    everybody, formal = verb.lower() == "broadcast", verb.lower() not in ("message", "msg")
    fault = found.fault
    if everybody and found.unlisted:
        fault = fault or "words follow BROADCAST that mean nothing there"
    to = found.to or (Audience() if everybody else None)
    if to is None or (to.all_but and not to.names):
        to, fault = Audience(), fault or "it does not say to whom"
    envelope = Press(
        to=to.names, all_but=to.all_but, signed=found.signed, claimed=found.claimed, pretended=found.pretended,
        sure=formal and not found.unlisted, fault=fault,
    )  # fmt: skip
    ended = plain(words, " .!")[-1:] == "?" or words.rstrip()[-1:] in (".", "!", "?")
    return Heading(
        envelope=envelope,
        text=text,
        doubtful=not envelope.sure or found.wordy or ended or (found.to is None and not everybody),
    )


def _pieces(words: str) -> Iterator[tuple[str, str]]:
    """The words of a heading cut at those that mean something by themselves; the rest as `words`."""
    at = 0
    for mark in _WORD.finditer(words):
        if words[at : mark.start()].strip(_ENDS):
            yield "words", words[at : mark.start()]
        yield mark.lastgroup or "", mark[0]
        at = mark.end()
    if _plain(words[at:]):
        yield "words", words[at:]


def _add(found: _Found, kind: str, piece: str) -> _Found:
    match kind:
        case "white" | "grey":
            return replace(found, signed=kind)
        case "fake":
            return replace(found, fake=True)
        case "postal":
            return replace(found, fault="press that waits for the results is not offered")
        case "sender":
            # What was called fake is the sender then, and not yet the readers.
            return replace(found, open=kind, fake=False)
        case "to" | "but":
            return replace(found, open=kind)
        case "all":
            return _listed(found, Audience())
        case "words":
            return _add_words(found, piece)
        case _:
            return found


def _add_words(found: _Found, piece: str) -> _Found:
    bare = _ALL_BUT.sub("", piece.strip())
    found = replace(found, wordy=found.wordy or any(len(part.split()) > _MANY for part in _JOINED.split(bare)))
    if found.open == "sender":
        return replace(found, open="", claimed=_plain(piece))
    found = replace(found, unlisted=found.unlisted or not found.open)
    return _listed(found, _audience(piece, all_but=found.open == "but"))


def _listed(found: _Found, audience: Audience) -> _Found:
    """A list of readers: the true ones, or after FAKE those that are pretended."""
    if found.fake:
        return replace(found, pretended=audience, fake=False, open="")
    if found.to is not None:
        return replace(found, fault="it has two lists of readers", open="")
    return replace(found, to=audience, open="")


def _audience(words: str, *, all_but: bool) -> Audience:
    words = words.strip()
    turned = _ALL_BUT.match(words)
    names = words[turned.end() :] if turned else words
    if _plain(names).lower() in _EVERYBODY:
        return Audience(all_but=all_but or turned is not None)
    turned_round = all_but or turned is not None
    # GM is the master, or Germany and the master: what is to be kept from either is kept from both.
    both = ("G",) if turned_round and re.search(r"\bgm\b", names, re.IGNORECASE) else ()
    return Audience(names=(*_names(names), *both), all_but=turned_round)


def _names(words: str) -> tuple[str, ...]:
    """Names in a list: between commas, `and`, slashes; between blanks when there is nothing else.

    Shape: `master` and `observers` for any word that means them.
    """
    text = _plain(words)
    parts = (text,) if text.lower() in _MASTER else split_names(text)
    named = (_plain(re.sub(r"^the(?:\s+|$)", "", part.strip(), flags=re.IGNORECASE)) for part in parts)
    return tuple(_reader(name) for name in named if name)


def _reader(name: str) -> str:
    if name.lower() in _MASTER:
        return "master"
    return "observers" if name.lower() in _OBSERVERS else name


def _plain(text: str) -> str:
    return plain(text, _ENDS).strip(_ENDS)

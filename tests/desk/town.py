"""A town of players around one desk: what a service does with letters and with time, in a few lines."""

from datetime import datetime, timedelta
from functools import partial

from judge.desk import effects as do
from judge.desk.front import Incoming, Session, begin, begin_as_keeper, finish, may_know, take, wanted
from judge.desk.office import Archive, Office
from judge.desk.posts import open_names, variant_of
from judge.desk.snapshot import (
    GameState,
    Listing,
    Role,
)
from judge.desk.spans import Choice, Past
from judge.desk.turns import due
from judge.game.letters import Letter
from judge.game.lines import Label, NumberedLine
from judge.game.mails import Draft
from judge.mail.addresses import read_recipient, tagged
from tests.desk.books import Books

JUDGE = "judge@example.org"
SECRET = b"the secret of this town"
LIVE = (GameState.FORMING, GameState.RUNNING, GameState.PAUSED)
PEOPLE = ("Anna", "Bert", "Cleo", "Dora", "Emil", "Fred", "Gina")
POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")


class Town(Books):
    """People who write to a judge, and get its mails."""

    def office(self) -> Office:
        return Office(
            now=self.now, secret=SECRET, address=JUDGE, seed=f"seed {len(self.letters)}",
            hash_password=lambda word: f"hash of {word}",
        )  # fmt: skip

    def write(
        self,
        sender: str,
        text: str,
        *,
        to: str = "",
        subject: str = "",
        received_at: datetime | None = None,
        labels: dict[int, Label] | None = None,
    ) -> list[Draft]:
        """A letter is received, decided and answered; gives back the mails that it brought about."""
        lines = tuple(
            NumberedLine(number, line, (labels or {}).get(number, Label.OWN))
            for number, line in enumerate(text.splitlines(), 1)
            if line.strip()
        )
        letter = Letter(
            sender=sender, recipient=tagged(JUDGE, to), message_id=f"<{self._new_id()}@client>", subject=subject,
            received_at=received_at or self.now, lines=lines,
        )  # fmt: skip
        return self.receive(letter, to)

    def receive(self, letter: Letter, to: str) -> list[Draft]:
        """A letter that was read elsewhere is decided and answered; `to` the tag of the address it came to."""
        number = self._new_id()
        self.letters[number] = (letter, to)
        return self._read(number)

    def reply(self, mail: Draft, text: str, *, sender: str = "", **how: object) -> list[Draft]:
        """An answer to a mail, as a mail program makes it: to its Reply-To, under its subject."""
        how.setdefault("subject", f"Re: {mail.subject}")
        return self.write(sender or mail.to, text, to=mail.reply_to, **how)  # type: ignore[arg-type]

    def tick(self, later: timedelta = timedelta(0)) -> list[Draft]:
        """Time goes by; every game is looked at until nothing is left to do."""
        self.now += later
        before = len(self.mails)
        for name in self.games:
            while effects := due(
                self.office(), self.games[name], lambda name=name: self.turns.get(name, []), lambda: self.messages
            ):
                self.apply(effects)
        return self.mails[before:]

    def keep(self, text: str, *, game: str = "cassis") -> Session:
        """The keeper of the judge says something about a game at the command line."""
        letter = Letter(
            sender="keeper@example.org", recipient=tagged(JUDGE, game), message_id=f"<{self._new_id()}@keeper>",
            subject="", received_at=self.now,
            lines=tuple(NumberedLine(number, line, Label.OWN) for number, line in enumerate(text.splitlines(), 1)),
        )  # fmt: skip
        recipient = read_recipient(tagged(JUDGE, game), JUDGE)
        assert recipient is not None
        incoming = Incoming(id=self._new_id(), letter=letter, recipient=recipient)
        session = self._take_all(begin_as_keeper(incoming, self.games[game]))
        games = [self.games[name] for name in session.concerned if name in self.games]
        self.apply(finish(self.office(), session, games=games))
        self.tick()
        return session

    def register(self, *names: str) -> dict[str, Draft]:
        """People who have registered and confirmed; their welcome mails by name."""
        found = {}
        for name in names:
            asked = self.write(f"{name.lower()}@example.org", f"REGISTER {name}")
            found[name] = self.reply(asked[0], "yes")[0]
        return found

    def last(self, name: str, kind: str = "") -> Draft:
        """The last mail to somebody, of a kind if one is named."""
        to = f"{name.lower()}@example.org"
        return next(mail for mail in reversed(self.mails) if mail.to == to and kind in ("", mail.kind))

    def _read(self, number: int, *, released: bool = False) -> list[Draft]:
        before = len(self.mails)
        letter, tag = self.letters[number]
        recipient = read_recipient(tagged(JUDGE, tag), JUDGE)
        assert recipient is not None
        player = self.players.get(letter.sender)
        mine = (game for game in self.games.values() if player and game.seat_of(player.id) and game.state in LIVE)
        held = tuple(one for one in self.held if self.letters[one][0].sender == letter.sender)
        session, effects = begin(
            self.office(), Incoming(id=number, letter=letter, recipient=recipient, released=released),
            player=player, games=tuple(mine), addressed=self.games.get(recipient.game), held=held,
        )  # fmt: skip
        released_now = [effect.letter for effect in effects if isinstance(effect, do.ReleaseLetter)]
        self.apply(effects)
        session = self._take_all(session)
        touched = [self.games[name] for name in session.concerned if name in self.games]
        self.apply(finish(self.office(), session, games=touched))
        self.sessions.append(session)
        if session.state == "held":
            self.held.append(number)
        for one in released_now:
            self._read(one, released=True)
        self.tick()
        return self.mails[before:]

    def _past(self, game: str, choice: Choice) -> Past:
        turns = self.turns.get(game.lower(), [])
        chosen = choice.choose([turn.before.phase for turn in turns])
        return Past(tags=tuple(turn.before.phase.tag for turn in turns), turns=tuple(turns[place] for place in chosen))

    def _take_all(self, session: Session) -> Session:
        while (wants := wanted(session)) is not None:
            named = [one for name in (wants.rather, wants.game) if (one := self.games.get(name.lower()))]
            game = next((one for one in named if may_know(session, one, self._archive(one.name))), None)
            session, effects = take(
                self.office(), session, game=game,
                listings=self._listings() if wants.listings else (),
                history=lambda game=wants.game: self.turns.get(game, []),
                past=lambda choice, wants=wants: self._past(wants.rather or wants.game, choice),
                people=self,
                archive=self._archive(game.name if game else wants.game),
            )  # fmt: skip
            self.apply(effects)
        return session

    def _archive(self, name: str) -> Archive:
        return Archive(
            phases=partial(self._phases, name), log=partial(self._journal, name), messages=lambda: self.messages,
            nominations=partial(self._nominated, name), invitations=partial(self._waiting, name),
            invited=lambda since: [one for one in self.invitations if one.asked_at > since],
        )  # fmt: skip

    def _listings(self) -> tuple[Listing, ...]:
        return tuple(
            Listing(
                name=game.name, variant=game.variant, state=game.state,
                phase=game.phase.position.phase.tag if game.phase else "", deadline=None,
                resume_at=game.resume_at,
                players=sum(seat.role is Role.PLAYER for seat in game.seats), places=7, openings=open_names(game),
                claims=variant_of(game).entrance is not None,
            )
            for game in self.games.values()
            if game.settings.is_shown
        )  # fmt: skip

"""The books of a town: what a store does with effects, in a few lines and in memory."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Self

from judge.desk import effects as do
from judge.desk.front import Session
from judge.desk.guests import Invitation
from judge.desk.names import is_hidden
from judge.desk.snapshot import (
    CONDUCT,
    EJECTED,
    Absence,
    Game,
    GameState,
    LaterOrders,
    LogEntry,
    Nomination,
    OpenPhase,
    PastPhase,
    Player,
    Record,
    Role,
    Seat,
    TokenKey,
)
from judge.game.letters import Letter
from judge.game.mails import HTML, Draft
from judge.game.turns import Turn
from judge.reports.cards import Message

START = datetime(2027, 1, 4, 12, tzinfo=UTC)


def _copied(value: object) -> object:
    """A list or a dictionary anew, with those in it; any other value as it is."""
    if isinstance(value, dict):
        return {key: _copied(one) for key, one in value.items()}
    return [_copied(one) for one in value] if isinstance(value, list) else value


class Books:
    """Players, games, held letters and the mails that went out; `now` is moved by hand."""

    def __init__(self) -> None:
        self.now = START
        self.players: dict[str, Player] = {}
        self.games: dict[str, Game] = {}
        self.letters: dict[int, tuple[Letter, str]] = {}
        self.held: list[int] = []
        self.mails: list[Draft] = []
        self.log: list[do.Log] = []
        self.press: list[do.KeepPress] = []
        self.conduct: list[tuple[str, str]] = []
        self.counted: list[tuple[str, int, str]] = []
        self.messages: list[Message] = []
        self.turns: dict[str, list[Turn]] = {}
        self.played: dict[str, list[PastPhase]] = {}
        self.sequences: dict[str, int] = {}
        self.sessions: list[Session] = []
        self.nominations: dict[int, list[Nomination]] = {}
        self.invitations: list[Invitation] = []
        self.answered: set[int] = set()
        self.next_id = 100
        self.added_seat = self.opened = 0

    def copy(self) -> Self:
        """The same books, to be changed without these: the lists are copied, what stands in them is frozen."""
        twin = type(self)()
        for name, value in vars(self).items():
            setattr(twin, name, _copied(value))
        return twin

    def game(self, name: str = "cassis") -> Game:
        return self.games[name]

    def phase(self, name: str = "cassis") -> OpenPhase:
        phase = self.games[name].phase
        assert phase is not None
        return phase

    def apply(self, effects: Sequence[do.Effect]) -> None:
        for effect in effects:
            self._apply(effect)

    def named(self, name: str) -> tuple[Player, ...]:
        found = [one for one in self.players.values() if one.name.lower().startswith(name.lower()) and one.confirmed]
        return tuple(sorted(found, key=lambda one: one.name))

    def player_by_address(self, email: str) -> Player | None:
        return self.players.get(email.lower())

    def asked_since(self, _player: int, _since: datetime) -> frozenset[str]:
        return frozenset()

    def records(self, players: Sequence[int]) -> dict[int, Record]:
        shown = {name for name, game in self.games.items() if not is_hidden(game)}
        words = {one: [word for game, who, word in self.counted if who == one and game in shown] for one in players}
        return {one: Record(**{word: found.count(word) for word in CONDUCT}) for one, found in words.items()}

    def played_by(self, player: int) -> tuple[Game, ...]:
        return tuple(
            game for game in self.games.values() if any(one.player.id == player for one in (*game.seats, *game.former))
        )

    def _waiting(self, name: str) -> list[Invitation]:
        number = self.games[name.lower()].id
        return [one for one in self.invitations if one.game == number and one.id not in self.answered]

    def _nominated(self, name: str) -> list[Nomination]:
        return self.nominations.get(self.games[name.lower()].id, [])

    def _new_id(self) -> int:
        self.next_id += 1
        return self.next_id

    def _apply(self, effect: do.Effect) -> None:
        match effect:
            case do.AddPlayer(name, email):
                self.players[email] = Player(id=self._new_id(), name=name, email=email, confirmed=False, since=self.now)
            case do.ConfirmPlayer(player):
                self._change_player(player, confirmed=True)
            case do.ChooseParts(player=player, without=without):
                self._change_player(player, without=without)
            case do.SetPlayerZone(player, zone):
                self._change_player(player, zone=zone)
            case do.SetPasswordHash(seat=None):
                self._change_player(effect.player, password_hash=effect.password_hash)
            case do.SetPasswordHash():
                self._change_seat(effect.seat or self.added_seat, password_hash=effect.password_hash)
            case do.RenewToken(player=player, seat=None, since=since):
                self._change_player(player, key=TokenKey(self._player(player).key.number + 1, since))
            case do.RenewToken(seat=int(seat), since=since):
                (old,) = (one for game in self.games.values() for one in game.seats if one.id == seat)
                self._change_seat(seat, key=TokenKey(old.key.number + 1, since))
            case do.AddGame():
                master = Seat(id=self._new_id(), player=self._player(effect.master), role=Role.MASTER)
                self.added_seat = master.id
                self.games[effect.name] = Game(
                    id=self._new_id(), name=effect.name, variant=effect.variant, on=effect.on,
                    settings=effect.settings, state=GameState.FORMING, seed=effect.seed, created_at=self.now,
                    seats=(master,),
                )  # fmt: skip
            case do.SetSettings():
                self._change_game(effect.game, settings=effect.settings)
            case do.KeepBallot():
                self._change_seat(effect.seat, ballot=effect.ballot)
            case do.ForgetBallots(game):
                seats = tuple(replace(seat, ballot=None) for seat in self._game(game).seats)
                self._change_game(game, seats=seats)
            case do.SetPreferences(seat, preferences):
                self._change_seat(seat, preferences=preferences)
            case do.AssignPower(seat, power):
                self._change_seat(seat or self.added_seat, assigned=power)
            case do.LetIn(seat):
                self._change_seat(seat, role=Role.PLAYER, joined_at=self.now)
            case do.GivePower(seat, power):
                begun = any(game.phase and any(one.id == seat for one in game.seats) for game in self.games.values())
                since = {"joined_at": self.now} if begun else {}
                self._change_seat(seat, power=power, role=Role.PLAYER, **since)
            case do.GiveUpPower(seat):
                self._change_seat(seat, power=None, role=Role.OBSERVER)
            case do.LeaveSeat(seat=seat):
                game = next(one for one in self.games.values() if any(mine.id == seat for mine in one.seats))
                gone = tuple(
                    replace(one, left_at=self.now, left_how=effect.how, ballot=None)
                    for one in game.seats if one.id == seat and (one.power is not None or effect.how == EJECTED)
                )  # fmt: skip
                rest = tuple(one for one in game.seats if one.id != seat)
                self._change_game(game.id, seats=rest, former=(*game.former, *gone))
            case do.KeepRecord():
                self._change_seat(effect.seat, missed=effect.missed, extended=effect.extended)
            case do.ReleaseLetter(letter) | do.DropLetter(letter):
                self.held.remove(letter)
            case do.Post(draft):
                assert draft.key not in {mail.key for mail in self.mails}, f"{draft.key} posted twice"
                assert bool(draft.html) != self._wants_text_only(draft.to), f"{draft.key} with a page or without"
                self.mails.append(draft)
            case do.Log():
                self.log.append(effect)
            case do.CountConduct():
                game = self._game_of_phase(effect.phase)
                self.conduct += [(self._player(player).name, effect.conduct) for player in effect.players]
                self.counted += [(game.name.lower(), player, effect.conduct) for player in effect.players]
            case do.KeepPress():
                self.press.append(effect)
                told = Message(
                    sender=effect.sender, audience=effect.audience, text=effect.text, sent_at=self.now,
                    kind=effect.kind, author=effect.author, readers=effect.readers, author_name=effect.author_name,
                    reached=effect.reached,
                )  # fmt: skip
                self.messages.append(told)
            case _:
                self._apply_to_game(effect)

    def _apply_to_game(self, effect: do.Effect) -> None:
        match effect:
            case do.AddSeat():
                seat = Seat(
                    id=self._new_id(), player=self._player(effect.player), role=effect.role, power=effect.power,
                    preferences=effect.preferences, password_hash=effect.password_hash, joined_at=self.now,
                    assigned=effect.assigned,
                )  # fmt: skip
                self.added_seat = seat.id
                self._change_game(effect.game, seats=(*self._game(effect.game).seats, seat))
            case do.Invite():
                known = self._waiting(self._game(effect.game).name)
                self.answered |= {one.id for one in known if (one.player, one.email) == (effect.player, effect.email)}
                invited = Invitation(
                    id=self._new_id(), game=effect.game, player=effect.player, email=effect.email.lower(),
                    by=effect.by, power=effect.power, replaces=effect.replaces, asked_at=self.now,
                )  # fmt: skip
                self.invitations.append(invited)
            case do.CloseInvitation():
                self.answered.add(effect.invitation)
            case do.Nominate():
                new = Nomination(
                    id=self._new_id(), player=self._player(effect.player), asked_at=self.now, by=effect.by,
                    hand_over=effect.hand_over,
                )  # fmt: skip
                kept = [one for one in self.nominations.get(effect.game, []) if one.player.id != effect.player]
                self.nominations[effect.game] = [*kept, new]
            case do.CloseNomination():
                for waiting in self.nominations.values():
                    waiting[:] = [one for one in waiting if one.id != effect.nomination]
            case do.SetGameState():
                self._change_game(
                    effect.game, state=effect.state, time_left=effect.time_left, resume_at=effect.resume_at,
                    winner=effect.winner, ending=effect.ending,
                )  # fmt: skip
            case do.OpenNextPhase():
                game = self._game(effect.game)
                assert game.phase is None, "a phase opens while another is open"
                self.sequences[game.name] = self.sequences.get(game.name, 0) + 1
                phase = OpenPhase(
                    id=self._new_id(), sequence=self.sequences[game.name], position=effect.position,
                    opened_at=effect.opened_at or self.now, deadline=effect.deadline,
                )  # fmt: skip
                self.opened = phase.id
                self._change_game(game.id, phase=phase)
            case do.CloseOpenPhase():
                game = self._game_of_phase(effect.phase)
                self.turns.setdefault(game.name, []).append(effect.turn)
                self.played.setdefault(game.name, []).append(
                    replace(self._kept(game), turn=effect.turn, closed_at=self.now)
                )
                self._change_game(game.id, phase=None)
            case do.UndoPhases():
                game = self._game(effect.game)
                played = [one for one in self.played.get(game.name, []) if one.id < effect.since]
                self.played[game.name], self.turns[game.name] = played, [one.turn for one in played]
                self._change_game(game.id, phase=None)
            case do.KeepOrders():
                self._change_set(
                    effect.phase,
                    effect.power,
                    orders=effect.orders,
                    arrived=effect.arrived,
                    cleared_at=effect.cleared_at,
                    ahead=effect.ahead,
                )
            case do.AddAbsence():
                one = Absence(player=effect.player, start=effect.start, end=effect.end)
                self._change_game(effect.game, absences=(*self._game(effect.game).absences, one))
            case do.DropAbsences():
                left = tuple(
                    one for one in self._game(effect.game).absences
                    if one.player != effect.player or one.end <= self.now
                )  # fmt: skip
                self._change_game(effect.game, absences=left)
            case do.KeepLater():
                game = self._game(effect.game)
                new = LaterOrders(
                    power=effect.power, player=effect.player, tag=effect.tag, lines=effect.lines, wait=effect.wait
                )
                same = (effect.player, effect.power, effect.tag)
                others = tuple(one for one in game.later if (one.player, one.power, one.tag) != same)
                kept = (new,) if effect.lines or effect.wait is not None else ()
                self._change_game(game.id, later=(*others, *kept))
            case do.KeepWait():
                self._change_set(effect.phase, effect.power, wait=effect.wait, waited_at=effect.arrived)
            case do.SetDeadline():
                game = self._game_of_phase(effect.phase)
                assert game.phase is not None
                self._change_game(game.id, phase=replace(game.phase.due_at(effect.deadline), reminded_at=self.now))
            case do.MarkReminded():
                self._change_phase(effect.phase, reminded_at=self.now)
            case do.HoldOpen():
                self._change_phase(
                    effect.phase, grace_until=effect.until, late=effect.late, waiting=effect.waiting
                )  # fmt: skip
            case do.AimEarlyPlay():
                self._change_phase(effect.phase, early_at=effect.moment)
            case _:
                raise AssertionError(effect)

    def _phases(self, name: str) -> list[PastPhase]:
        game = self.games[name.lower()]
        return [*self.played.get(game.name, []), *([self._kept(game)] if game.phase else [])]

    @staticmethod
    def _kept(game: Game) -> PastPhase:
        phase = game.phase
        assert phase is not None
        return PastPhase(
            id=phase.id, sequence=phase.sequence, position=phase.position, opened_at=phase.opened_at,
            deadline=phase.deadline, orders=phase.order_sets,
        )  # fmt: skip

    def _journal(self, name: str) -> list[LogEntry]:
        number = self.games[name.lower()].id
        return [LogEntry(at=self.now, kind=one.kind, text=one.text) for one in self.log if one.game == number]

    def _player(self, number: int) -> Player:
        return next(player for player in self.players.values() if player.id == number)

    def _game(self, number: int) -> Game:
        return next(game for game in self.games.values() if game.id == number)

    def _game_of_phase(self, number: int) -> Game:
        number = number or self.opened
        return next(game for game in self.games.values() if game.phase and game.phase.id == number)

    def _change_player(self, number: int, **changes: object) -> None:
        old = self._player(number)
        new = self.players[old.email] = replace(old, **changes)  # type: ignore[arg-type]
        for game in self.games.values():
            seats = tuple(replace(seat, player=new) if seat.player.id == number else seat for seat in game.seats)
            self.games[game.name] = replace(game, seats=seats)

    def _change_seat(self, number: int, **changes: object) -> None:
        for game in list(self.games.values()):
            seats = (replace(seat, **changes) if seat.id == number else seat for seat in game.seats)  # type: ignore[arg-type]
            self.games[game.name] = replace(game, seats=tuple(seats))

    def _wants_text_only(self, address: str) -> bool:
        """Whether the one who reads there has chosen mails without a page."""
        return any(HTML in one.without and one.writes_from(address) for one in self.players.values())

    def _change_game(self, number: int, **changes: object) -> None:
        game = self._game(number)
        self.games[game.name] = replace(game, **changes)  # type: ignore[arg-type]

    def _change_phase(self, number: int, **changes: object) -> None:
        game = self._game_of_phase(number)
        assert game.phase is not None
        self._change_game(game.id, phase=replace(game.phase, **changes))  # type: ignore[arg-type]

    def _change_set(self, number: int, power: str, **changes: object) -> None:
        game = self._game_of_phase(number)
        assert game.phase is not None
        new = replace(game.phase.orders_of(power), **changes)  # type: ignore[arg-type]
        others = tuple(one for one in game.phase.order_sets if one.power != power)
        self._change_phase(number, order_sets=(*others, replace(new, power=power)), early_at=None)

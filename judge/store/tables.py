"""The tables. Rows are no values of the game: `codec.py` and the modules beside it translate.

Positions, orders, letters, mails and results are added and never rewritten; what changes on them is their
state. Every constraint has a name made by one convention, so that migrations can find it on both engines.
"""

from datetime import datetime, timedelta
from typing import Any, ClassVar

from sqlalchemy import JSON, ForeignKey, Index, Interval, LargeBinary, MetaData, UniqueConstraint, text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from judge.store.columns import PlainText, UtcTime

CONVENTION = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}

Document = dict[str, Any]  # Any: a JSON document, whose form codec.py knows


class Table(DeclarativeBase):
    """What all tables share: the naming convention and the column types."""

    metadata = MetaData(naming_convention=CONVENTION)
    type_annotation_map: ClassVar[dict[Any, Any]] = {  # Any: SQLAlchemy's own signature
        datetime: UtcTime,
        timedelta: Interval,
        str: PlainText,
        bytes: LargeBinary,
        Document: JSON,
        list[str]: JSON,
        list[int]: JSON,
    }


class PlayerRow(Table):
    """A person, whose mails go `without` the parts of these names.

    He gave up `tokens_before` reply tokens, the last for letters that come in from `token_since` on.
    """

    __tablename__ = "players"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    zone: Mapped[str] = mapped_column(default="UTC")
    password_hash: Mapped[str] = mapped_column(default="")
    without: Mapped[list[str]] = mapped_column(default=list)
    created_at: Mapped[datetime]
    confirmed_at: Mapped[datetime | None]
    tokens_before: Mapped[int] = mapped_column(default=0)
    token_since: Mapped[datetime | None]


class AddressRow(Table):
    """An address of a player, in lower case; mail goes to the one that is `current`.

    Mails to it have come back on so many `bounce_days`; nothing more is sent to it when `suspended_at` is set.
    """

    __tablename__ = "addresses"
    __table_args__ = (UniqueConstraint("email"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("players.id"), index=True)
    email: Mapped[str]
    current: Mapped[bool] = mapped_column(default=True)
    added_at: Mapped[datetime]
    bounce_days: Mapped[int] = mapped_column(default=0)
    bounced_since: Mapped[datetime | None]
    bounced_at: Mapped[datetime | None]
    suspended_at: Mapped[datetime | None]


class AddressClaimRow(Table):
    """An address, in lower case, that is said to be a player's as well, until it has answered or `closed_at`."""

    __tablename__ = "address_claims"

    id: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("players.id"), index=True)
    email: Mapped[str] = mapped_column(index=True)
    prefer: Mapped[bool] = mapped_column(default=False)
    agreed: Mapped[bool] = mapped_column(default=True)
    asked_at: Mapped[datetime]
    closed_at: Mapped[datetime | None]


class GameRow(Table):
    """A game. `name_key` is its name in lower case; `touched` asks for a look whether its phase can end now."""

    __tablename__ = "games"
    __table_args__ = (UniqueConstraint("name_key"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    name_key: Mapped[str]
    variant: Mapped[str]
    on_board: Mapped[str | None]
    settings: Mapped[Document]
    state: Mapped[str] = mapped_column(index=True)
    seed: Mapped[str]
    time_left: Mapped[timedelta | None]
    resume_at: Mapped[datetime | None]
    winner: Mapped[list[str]]
    ending: Mapped[str] = mapped_column(default="")
    touched: Mapped[bool] = mapped_column(default=False)
    created_at: Mapped[datetime]
    ended_at: Mapped[datetime | None]


class SeatRow(Table):
    """Somebody in a game; who left keeps the row, with the moment in `left_at` and how he did in `left_how`.

    `ballot` is what he votes for; he has `missed` turns in a row, and deadlines were `extended` for him so often.
    Reply tokens of the seat were given up as those of a person are.
    """

    __tablename__ = "seats"
    __table_args__ = (
        Index(
            "uq_seats_game_id_power",
            "game_id",
            "power",
            unique=True,
            sqlite_where=text("left_at IS NULL"),
            postgresql_where=text("left_at IS NULL"),
        ),
        Index(
            "uq_seats_game_id_player_id_role",
            "game_id",
            "player_id",
            "role",
            unique=True,
            sqlite_where=text("left_at IS NULL AND power IS NULL"),
            postgresql_where=text("left_at IS NULL AND power IS NULL"),
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"), index=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("players.id"), index=True)
    role: Mapped[str]
    power: Mapped[str | None]
    preferences: Mapped[list[str]]
    assigned: Mapped[str | None]
    password_hash: Mapped[str] = mapped_column(default="")
    ballot: Mapped[Document | None] = mapped_column(JSON(none_as_null=True))
    joined_at: Mapped[datetime]
    left_at: Mapped[datetime | None]
    left_how: Mapped[str] = mapped_column(default="")
    missed: Mapped[int] = mapped_column(default=0)
    extended: Mapped[int] = mapped_column(default=0)
    tokens_before: Mapped[int] = mapped_column(default=0)
    token_since: Mapped[datetime | None]


class NominationRow(Table):
    """Somebody is asked to lead a game, by the master of the seat `by_seat_id` or the keeper, until `closed_at`."""

    __tablename__ = "nominations"

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"), index=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("players.id"))
    by_seat_id: Mapped[int | None] = mapped_column(ForeignKey("seats.id"))
    hand_over: Mapped[bool]
    asked_at: Mapped[datetime]
    closed_at: Mapped[datetime | None]
    letter_id: Mapped[int | None] = mapped_column(ForeignKey("letters.id"))


class InvitationRow(Table):
    """Somebody is invited to a game by a player, or by the keeper, until `closed_at`; see `Invitation`."""

    __tablename__ = "invitations"

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"), index=True)
    player_id: Mapped[int | None] = mapped_column(ForeignKey("players.id"))
    email: Mapped[str] = mapped_column(default="")
    by_player_id: Mapped[int | None] = mapped_column(ForeignKey("players.id"))
    power: Mapped[str | None]
    replaces: Mapped[bool] = mapped_column(default=False)
    asked_at: Mapped[datetime] = mapped_column(index=True)
    closed_at: Mapped[datetime | None]
    letter_id: Mapped[int | None] = mapped_column(ForeignKey("letters.id"))


class PhaseRow(Table):
    """A phase of a game: where it started from and when it is due. A game has one open phase at most.

    Somebody is to be reminded next at `remind_at`, and was last at `reminded_at`; with all orders in it is played at
    `early_at`. Once the deadline has passed, orders of the powers `late` then are taken until `grace_until`; the game
    may be `waiting` for them. The deadline was `moved` so many times.

    The states of a phase: `open`, then `closed` when it is played; either may become `undone`.
    """

    __tablename__ = "phases"
    __table_args__ = (
        UniqueConstraint("game_id", "sequence"),
        Index(
            "uq_phases_open",
            "game_id",
            unique=True,
            sqlite_where=text("state = 'open'"),
            postgresql_where=text("state = 'open'"),
        ),
        Index("ix_phases_state_deadline", "state", "deadline"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"))
    sequence: Mapped[int]
    tag: Mapped[str]
    position: Mapped[Document]
    state: Mapped[str] = mapped_column(default="open")
    opened_at: Mapped[datetime]
    deadline: Mapped[datetime | None]
    remind_at: Mapped[datetime | None]
    reminded_at: Mapped[datetime | None]
    early_at: Mapped[datetime | None]
    grace_until: Mapped[datetime | None]
    late: Mapped[list[str]] = mapped_column(default=list)
    waiting: Mapped[bool] = mapped_column(default=False)
    moved: Mapped[int] = mapped_column(default=0)


class ResultRow(Table):
    """What a phase came to. One for a phase, so that no turn is ever played twice."""

    __tablename__ = "results"
    __table_args__ = (UniqueConstraint("phase_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    phase_id: Mapped[int] = mapped_column(ForeignKey("phases.id"))
    turn: Mapped[Document]
    closed_at: Mapped[datetime]


class DrawingRow(Table):
    """How the board of a game is drawn in the last picture of the phase of this number, where events changed it."""

    __tablename__ = "drawings"
    __table_args__ = (UniqueConstraint("game_id", "sequence"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"))
    sequence: Mapped[int]
    document: Mapped[Document]


class BanRow(Table):
    """Whose letters are not taken, or are although others of the kind are not; see `desk/bans.py`."""

    __tablename__ = "bans"

    id: Mapped[int] = mapped_column(primary_key=True)
    whom: Mapped[str] = mapped_column(unique=True)
    allowed: Mapped[bool]
    why: Mapped[str] = mapped_column(default="")
    since: Mapped[datetime]


class HeartbeatRow(Table):
    """When the judge was last at work. There is one row, of number 1."""

    __tablename__ = "heartbeats"

    id: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[datetime]


TRIED = text("attempts > 0 AND state IN ('new', 'claimed')")  # letters that wait, and have been in a worker's hands


class LetterRow(Table):
    """A mail that came in for one recipient: the raw bytes, the envelope, and how far it has got."""

    __tablename__ = "letters"
    __table_args__ = (
        UniqueConstraint("recipient", "fingerprint"),
        Index("ix_letters_state_received_at", "state", "received_at"),
        Index("ix_letters_sender_message_id", "sender", "message_id"),
        Index("ix_letters_tried", "mail_from", "received_at", sqlite_where=TRIED, postgresql_where=TRIED),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    raw: Mapped[bytes]
    mail_from: Mapped[str]
    recipient: Mapped[str]
    peer: Mapped[str]
    received_at: Mapped[datetime]
    fingerprint: Mapped[str]
    state: Mapped[str] = mapped_column(default="new")
    attempts: Mapped[int] = mapped_column(default=0)
    lease_until: Mapped[datetime | None]
    reason: Mapped[str] = mapped_column(default="")
    sender: Mapped[str] = mapped_column(default="")
    message_id: Mapped[str] = mapped_column(default="", index=True)
    proven: Mapped[bool] = mapped_column(default=False)
    duplicates: Mapped[int] = mapped_column(default=0)
    closed_at: Mapped[datetime | None]


class OrderSetRow(Table):
    """The whole set of a power's orders as of one moment; the highest version counts.

    Shape: `arrived` when the letter of each of its orders came in, in UTC, [] where all came when it was written.
    """

    __tablename__ = "order_sets"
    __table_args__ = (UniqueConstraint("phase_id", "power", "version"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    phase_id: Mapped[int] = mapped_column(ForeignKey("phases.id"))
    power: Mapped[str]
    version: Mapped[int]
    orders: Mapped[Document]
    written_at: Mapped[datetime]
    arrived: Mapped[list[str]] = mapped_column(default=list)
    cleared_at: Mapped[datetime | None]
    letter_id: Mapped[int | None] = mapped_column(ForeignKey("letters.id"))
    ahead: Mapped[bool] = mapped_column(default=False)


class LaterRow(Table):
    """All that a player has written for a phase to come as of one moment; the highest version counts."""

    __tablename__ = "later_orders"
    __table_args__ = (UniqueConstraint("game_id", "player_id", "power", "tag", "version"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"))
    player_id: Mapped[int] = mapped_column(ForeignKey("players.id"))
    power: Mapped[str]
    tag: Mapped[str]
    version: Mapped[int]
    lines: Mapped[list[str]]
    wait: Mapped[bool | None]
    written_at: Mapped[datetime]
    letter_id: Mapped[int | None] = mapped_column(ForeignKey("letters.id"))


class AbsenceRow(Table):
    """A time in which a player is away from a game; `dropped_at` when he took it back."""

    __tablename__ = "absences"

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"), index=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("players.id"))
    starts_at: Mapped[datetime]
    ends_at: Mapped[datetime]
    said_at: Mapped[datetime]
    dropped_at: Mapped[datetime | None]
    letter_id: Mapped[int | None] = mapped_column(ForeignKey("letters.id"))


class WaitRow(Table):
    """Whether a power asks to wait for the deadline of a phase."""

    __tablename__ = "waits"
    __table_args__ = (UniqueConstraint("phase_id", "power"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    phase_id: Mapped[int] = mapped_column(ForeignKey("phases.id"))
    power: Mapped[str]
    wait: Mapped[bool]
    written_at: Mapped[datetime]


class ConductRow(Table):
    """How a player kept the time of one phase: the worst that was said of it."""

    __tablename__ = "conduct"
    __table_args__ = (UniqueConstraint("phase_id", "player_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    phase_id: Mapped[int] = mapped_column(ForeignKey("phases.id"))
    player_id: Mapped[int] = mapped_column(ForeignKey("players.id"), index=True)
    conduct: Mapped[str]
    counted_at: Mapped[datetime]


class MailRow(Table):
    """A mail to send, its bytes frozen. `key` names it for ever, so no event mails the same person twice.

    While it is `drawing` it waits for a picture, and `draft` is what its bytes are made of anew when that is drawn.

    `returned_at` is when it came back or was refused for good, `resumed_at` when it was put into the queue once more.
    """

    __tablename__ = "mails"
    __table_args__ = (
        UniqueConstraint("key"),
        Index("ix_mails_state_next_at", "state", "next_at"),
        Index("ix_mails_recipient_created_at", "recipient", "created_at"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[str]
    kind: Mapped[str]
    recipient: Mapped[str]
    raw: Mapped[bytes]
    message_id: Mapped[str] = mapped_column(index=True)
    game: Mapped[str] = mapped_column(default="")
    letter_id: Mapped[int | None] = mapped_column(ForeignKey("letters.id"), index=True)
    created_at: Mapped[datetime]
    state: Mapped[str] = mapped_column(default="new")
    attempts: Mapped[int] = mapped_column(default=0)
    next_at: Mapped[datetime]
    lease_until: Mapped[datetime | None]
    reason: Mapped[str] = mapped_column(default="")
    sent_at: Mapped[datetime | None]
    returned_at: Mapped[datetime | None]
    resumed_at: Mapped[datetime | None]
    picture_id: Mapped[int | None] = mapped_column(ForeignKey("pictures.id"), index=True)
    draft: Mapped[Document | None] = mapped_column(JSON(none_as_null=True))


class PictureRow(Table):
    """A picture that was asked for. `key` names it, so that it is drawn once for all who may see it.

    The states of a picture: `waiting` (drawn by one process at a time, until its lease ends), then `drawn` or `failed`.
    """

    __tablename__ = "pictures"
    __table_args__ = (UniqueConstraint("key"), Index("ix_pictures_state_asked_at", "state", "asked_at"))

    id: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[str]
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"))
    phase_id: Mapped[int] = mapped_column(ForeignKey("phases.id"))
    state: Mapped[str] = mapped_column(default="waiting")
    asked_at: Mapped[datetime]
    lease_until: Mapped[datetime | None]
    png: Mapped[bytes | None]
    reason: Mapped[str] = mapped_column(default="")


class PressRow(Table):
    """A press message as it was delivered."""

    __tablename__ = "press"

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"), index=True)
    phase_id: Mapped[int | None] = mapped_column(ForeignKey("phases.id"))
    sender: Mapped[str]
    audience: Mapped[list[str]]
    text: Mapped[str]
    sent_at: Mapped[datetime]
    letter_id: Mapped[int | None] = mapped_column(ForeignKey("letters.id"))
    kind: Mapped[str] = mapped_column(default="white")
    author_id: Mapped[int | None] = mapped_column(ForeignKey("players.id"))
    readers: Mapped[list[int]] = mapped_column(default=list)
    author_name: Mapped[str] = mapped_column(default="")
    reached: Mapped[list[str]] = mapped_column(default=list)


class EventRow(Table):
    """Something that happened to a game, a letter or a mail: the log."""

    __tablename__ = "events"

    id: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[datetime]
    kind: Mapped[str]
    text: Mapped[str]
    game_id: Mapped[int | None] = mapped_column(ForeignKey("games.id"), index=True)
    letter_id: Mapped[int | None] = mapped_column(ForeignKey("letters.id"), index=True)
    mail_id: Mapped[int | None] = mapped_column(ForeignKey("mails.id"), index=True)

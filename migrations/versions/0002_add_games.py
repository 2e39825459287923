"""Players, games and their phases, and the log of all that happens."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "players",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("zone", sa.Text(), nullable=False),
        sa.Column("password_hash", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("confirmed_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_players")),
    )
    op.create_table(
        "addresses",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("email", sa.Text(), nullable=False),
        sa.Column("current", sa.Boolean(), nullable=False),
        sa.Column("added_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_addresses_player_id_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_addresses")),
        sa.UniqueConstraint("email", name=op.f("uq_addresses_email")),
    )
    op.create_index(op.f("ix_addresses_player_id"), "addresses", ["player_id"])
    op.create_table(
        "games",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("name_key", sa.Text(), nullable=False),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("on_board", sa.Text(), nullable=True),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("seed", sa.Text(), nullable=False),
        sa.Column("time_left", sa.Interval(), nullable=True),
        sa.Column("winner", sa.JSON(), nullable=False),
        sa.Column("touched", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
        sa.UniqueConstraint("name_key", name=op.f("uq_games_name_key")),
    )
    op.create_index(op.f("ix_games_state"), "games", ["state"])
    op.create_table(
        "seats",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("power", sa.Text(), nullable=True),
        sa.Column("preferences", sa.JSON(), nullable=False),
        sa.Column("password_hash", sa.Text(), nullable=False),
        sa.Column("joined_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("left_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_seats_game_id_games")),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_seats_player_id_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seats")),
    )
    op.create_index(op.f("ix_seats_game_id"), "seats", ["game_id"])
    op.create_index(op.f("ix_seats_player_id"), "seats", ["player_id"])
    op.create_index(
        op.f("uq_seats_game_id_player_id_role"),
        "seats",
        ["game_id", "player_id", "role"],
        unique=True,
        sqlite_where=sa.text("left_at IS NULL"),
        postgresql_where=sa.text("left_at IS NULL"),
    )
    op.create_index(
        op.f("uq_seats_game_id_power"),
        "seats",
        ["game_id", "power"],
        unique=True,
        sqlite_where=sa.text("left_at IS NULL"),
        postgresql_where=sa.text("left_at IS NULL"),
    )
    op.create_table(
        "phases",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.Column("tag", sa.Text(), nullable=False),
        sa.Column("position", sa.JSON(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("deadline", sa.DateTime(timezone=True), nullable=True),
        sa.Column("remind_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("reminded", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_phases_game_id_games")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_phases")),
        sa.UniqueConstraint("game_id", "sequence", name=op.f("uq_phases_game_id_sequence")),
    )
    op.create_index(op.f("ix_phases_state_deadline"), "phases", ["state", "deadline"])
    op.create_index(
        op.f("uq_phases_open"),
        "phases",
        ["game_id"],
        unique=True,
        sqlite_where=sa.text("state = 'open'"),
        postgresql_where=sa.text("state = 'open'"),
    )
    op.create_table(
        "results",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("phase_id", sa.Integer(), nullable=False),
        sa.Column("turn", sa.JSON(), nullable=False),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["phase_id"], ["phases.id"], name=op.f("fk_results_phase_id_phases")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_results")),
        sa.UniqueConstraint("phase_id", name=op.f("uq_results_phase_id")),
    )
    op.create_table(
        "order_sets",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("phase_id", sa.Integer(), nullable=False),
        sa.Column("power", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("orders", sa.JSON(), nullable=False),
        sa.Column("written_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("letter_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["letter_id"], ["letters.id"], name=op.f("fk_order_sets_letter_id_letters")),
        sa.ForeignKeyConstraint(["phase_id"], ["phases.id"], name=op.f("fk_order_sets_phase_id_phases")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_order_sets")),
        sa.UniqueConstraint("phase_id", "power", "version", name=op.f("uq_order_sets_phase_id_power_version")),
    )
    op.create_table(
        "waits",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("phase_id", sa.Integer(), nullable=False),
        sa.Column("power", sa.Text(), nullable=False),
        sa.Column("wait", sa.Boolean(), nullable=False),
        sa.Column("written_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["phase_id"], ["phases.id"], name=op.f("fk_waits_phase_id_phases")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_waits")),
        sa.UniqueConstraint("phase_id", "power", name=op.f("uq_waits_phase_id_power")),
    )
    op.create_table(
        "press",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("phase_id", sa.Integer(), nullable=True),
        sa.Column("sender", sa.Text(), nullable=False),
        sa.Column("audience", sa.JSON(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("letter_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_press_game_id_games")),
        sa.ForeignKeyConstraint(["letter_id"], ["letters.id"], name=op.f("fk_press_letter_id_letters")),
        sa.ForeignKeyConstraint(["phase_id"], ["phases.id"], name=op.f("fk_press_phase_id_phases")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_press")),
    )
    op.create_index(op.f("ix_press_game_id"), "press", ["game_id"])
    op.create_table(
        "events",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=True),
        sa.Column("letter_id", sa.Integer(), nullable=True),
        sa.Column("mail_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_events_game_id_games")),
        sa.ForeignKeyConstraint(["letter_id"], ["letters.id"], name=op.f("fk_events_letter_id_letters")),
        sa.ForeignKeyConstraint(["mail_id"], ["mails.id"], name=op.f("fk_events_mail_id_mails")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_events")),
    )
    op.create_index(op.f("ix_events_game_id"), "events", ["game_id"])
    op.create_index(op.f("ix_events_letter_id"), "events", ["letter_id"])
    op.create_index(op.f("ix_events_mail_id"), "events", ["mail_id"])


def downgrade() -> None:
    op.drop_table("events")
    op.drop_table("press")
    op.drop_table("waits")
    op.drop_table("order_sets")
    op.drop_table("results")
    op.drop_table("phases")
    op.drop_table("seats")
    op.drop_table("games")
    op.drop_table("addresses")
    op.drop_table("players")

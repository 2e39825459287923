"""`judge upgrade`: the database is brought to this program's version."""

from judge.cli.installation import Config, now
from judge.settings import load_settings


def upgrade(config: Config = None) -> None:
    """Bring an empty or older database to this program's version; one that is newer is refused."""
    import typer

    from judge.service.server import ready_store

    store = ready_store(load_settings(config), now())
    typer.echo(f"The database has schema {store.schema()}.")
    store.dispose()

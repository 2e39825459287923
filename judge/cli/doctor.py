"""`judge doctor`: the judge looked over, with what to do about what is found."""

import shutil
import textwrap
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from judge.cli.installation import Config, now
from judge.errors import DatabaseError, MisuseError, SettingError
from judge.service.findings import Finding, fail, is_well, ok, warn
from judge.settings import Settings, SmartHost, found_config, load_settings

if TYPE_CHECKING:
    from judge.service.domain import LookUp
    from judge.store.store import Store

_WIDTH, _INDENT = 78, 17


def doctor(
    wait: Annotated[
        int, typer.Option(min=0, help="Seconds that a test mail may take to the smart host and back; 0 sends none.")
    ] = 60,
    dns: Annotated[bool, typer.Option(help="Look at what the DNS says of the mail domain.")] = True,
    resolver: Annotated[
        str, typer.Option(help="The DNS server to ask, such as 9.9.9.9, in place of the machine's own.")
    ] = "",
    config: Config = None,
) -> None:
    """Look the judge over: settings, database, clock, DNS, the way of a mail, letters, turns, mails, disk.

    One line each, and below it what to do. Status 1 when something has failed.
    """
    from judge.wire.names import Records, resolver_at

    try:
        server = resolver_at(resolver) if resolver else None
    except ValueError:
        raise MisuseError(f"--resolver: {resolver!r} is no address of a DNS server; 9.9.9.9 is one") from None
    findings = []
    for one in examine(config, wait=wait, look_up=Records(server) if dns else None):
        findings.append(one)
        typer.echo(say(one))
    if not is_well(findings):
        raise typer.Exit(1)


def say(found: Finding) -> str:
    """A finding for the keeper's eyes."""
    lines = textwrap.wrap(found.says, _WIDTH - _INDENT) or [""]
    lines += textwrap.wrap(f"-> {found.do}", _WIDTH - _INDENT, subsequent_indent="   ") if found.do else []
    return f"{found.level:<5} {found.about:<10} " + ("\n" + " " * _INDENT).join(lines)


def examine(config: Path | None, *, wait: int, look_up: "LookUp | None") -> Iterator[Finding]:
    """All findings, each as it is made; what cannot be looked at because of another is left out."""
    from judge.service.checkup import look_at_disk, look_at_settings
    from judge.service.probe import knock
    from judge.store.store import Store
    from judge.variants import find_variant

    try:
        settings = load_settings(config)
        key = None if settings.dkim_key is None else _signing_key(settings)
    except SettingError as trouble:
        for line in str(trouble).splitlines():
            yield fail("settings", line, "deploy/judge.toml explains every setting")
        return
    yield from look_at_settings(settings, config or found_config())
    store = Store(settings.database, find_variant)
    try:
        store.check()
        yield ok("database", f"{store.engine.dialect.name}, schema {store.schema()}")
        running = knock(settings.listen)
        yield running
        yield from _look_at_store(store, settings)
        if look_up is not None:
            from judge.service.domain import look_at_domain

            yield from look_at_domain(settings.host, selector=settings.dkim_selector, key=key, look_up=look_up)
        yield from _send_around(store, settings, wait, running.level == "ok")
    except DatabaseError as trouble:
        do = "`judge upgrade` makes it or brings it up to date, and so does `judge serve`"
        if trouble.__cause__ is not None:  # what the database itself says
            do = "see that it is there, that `database` names it rightly, and that this user may use it"
        yield fail("database", str(trouble), do)
    finally:
        store.dispose()
    folder = store.file.parent if store.file is not None else settings.var
    if folder.is_dir():
        yield look_at_disk(shutil.disk_usage(folder).free, folder)


def _signing_key(settings: Settings) -> bytes:
    from judge.service.server import make_signer

    make_signer(settings)
    assert settings.dkim_key is not None
    return settings.dkim_key.read_bytes()


def _look_at_store(store: "Store", settings: Settings) -> Iterator[Finding]:
    from judge.service.checkup import look_at_clock, look_at_work
    from judge.store.figures import database_time, take_figures

    with store.reading() as tx:
        at = now()
        figures = take_figures(tx.session, at)
        yield from look_at_clock(figures, at, database_time(tx.session))
        yield from look_at_work(figures, timedelta(seconds=settings.picture_wait))


def _send_around(store: "Store", settings: Settings, wait: int, running: bool) -> Iterator[Finding]:
    from judge.service.probe import send_around

    host = settings.delivery
    if not wait or not isinstance(host, SmartHost):
        return
    if not running:
        yield warn("test mail", "not sent: the judge is not there to take it", "start it, then ask again")
        return
    yield send_around(
        store, address=settings.address, secret=settings.secret_key, host=host, now=now(), patience=float(wait)
    )

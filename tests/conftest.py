"""Databases to run on, SQLite files and a PostgreSQL server; seismic events from words; domains that sign letters."""

import logging
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

import dkim
import psycopg
import pytest
import structlog
from sqlalchemy import text

from judge.board.events import Seism
from judge.store.store import Store
from judge.store.tables import Table
from judge.store.upgrade import change_schema

if TYPE_CHECKING:
    from pgserver.postgres_server import PostgresServer


ROOM = 3 * 2**30  # octets; a whole run holds less than a third of it at any time


def pytest_configure() -> None:
    """Files of tests lie in memory where there is room, since waiting for the disk was a third of their time.

    What is proven is the same: processes are killed, never the machine. Whoever names a place in TMPDIR gets it.
    The hundred processes that are started may keep what Python compiles, or each compiles the whole judge anew.
    """
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    memory = Path("/dev/shm")
    if "TMPDIR" not in os.environ and os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > ROOM:
        os.environ["TMPDIR"] = tempfile.tempdir = str(memory)


@contextmanager
def logs_left_alone() -> Iterator[None]:
    """What is done to the logs within the block is undone afterwards, to all of structlog's settings at once.

    Not: `structlog.reset_defaults`, which takes the loggers away from under the processors of whoever catches lines.
    """
    root, known = logging.getLogger(), logging.Logger.manager.loggerDict
    handlers, level = root.handlers[:], root.level
    levels = {name: one.level for name, one in known.items() if isinstance(one, logging.Logger)}
    settings = structlog.get_config()
    processors = list(settings["processors"])
    try:
        yield
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)
        for name, one in list(known.items()):
            if isinstance(one, logging.Logger):
                one.setLevel(levels.get(name, logging.NOTSET))
        settings["processors"][:] = processors
        structlog.configure(**settings)


@pytest.fixture(autouse=True)
def _logs() -> Iterator[None]:
    """No test leaves the logs to the next one as it has set them."""
    with logs_left_alone():
        yield


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The address of a PostgreSQL server; it starts when the first test wants it and ends with the session.

    The xdist workers of a run share it; the last one stops it. It forgets to be durable: the tests kill
    processes of ours, never the machine.
    """
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", "") or uuid4().hex
    folder = Path(tempfile.gettempdir()) / f"judge-postgres-{run[:16]}"
    server = start_postgres(folder)
    try:
        with psycopg.connect(server.get_uri(), autocommit=True) as connection:
            connection.execute("ALTER SYSTEM SET fsync = off")
            connection.execute("SELECT pg_reload_conf()")
        yield server.get_uri()
    finally:
        server.cleanup()


def start_postgres(folder: Path) -> "PostgresServer":
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # pgserver wants a runtime folder, and does well without
        from pgserver.postgres_server import PostgresServer
    for patience in range(5, -1, -1):
        folder.mkdir(exist_ok=True)
        try:
            return PostgresServer(folder.resolve(), cleanup_mode="delete")
        except (subprocess.TimeoutExpired, AssertionError):  # a busy machine: it is still on its way
            if not patience:
                raise
            time.sleep(2)
    raise AssertionError


class Postgres:
    """A PostgreSQL server of the test's own, which can be stopped and started."""

    def __init__(self, folder: Path) -> None:
        self._server = start_postgres(folder)
        self.url = "postgresql+psycopg" + self._server.get_uri().removeprefix("postgresql")

    def stop(self) -> None:
        """As its administrator does: at once, and every connection ends."""
        number = int((self._server.pgdata / "postmaster.pid").read_text().splitlines()[0])
        os.kill(number, signal.SIGINT)
        until = time.monotonic() + 30
        while (self._server.pgdata / "postmaster.pid").exists() and time.monotonic() < until:
            time.sleep(0.05)
        assert not (self._server.pgdata / "postmaster.pid").exists()

    def start(self) -> None:
        self._server.ensure_postgres_running()

    def end(self) -> None:
        self._server.cleanup()


@pytest.fixture(scope="session")
def new_postgres(postgres_server: str) -> Callable[[], str]:
    """Makes an empty database and gives its SQLAlchemy URL."""
    numbers = count(1)

    def make() -> str:
        name = f"judge_{os.environ.get('PYTEST_XDIST_WORKER', 'gw')}_{next(numbers)}"
        with psycopg.connect(postgres_server, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return "postgresql+psycopg" + postgres_server.removeprefix("postgresql").replace("/postgres?", f"/{name}?")

    return make


@pytest.fixture(scope="session")
def migrated_postgres(new_postgres: Callable[[], str]) -> str:
    """The URL of a PostgreSQL database with our tables, to be emptied by who uses it: quicker than a new one."""
    url = new_postgres()
    _upgrade(url)
    return url


@pytest.fixture(scope="session")
def migrated_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite file with our tables and no rows, to copy."""
    path = tmp_path_factory.mktemp("sqlite") / "judge.sqlite"
    _upgrade(f"sqlite:///{path}")
    return path


def _upgrade(url: str) -> None:
    store = Store(url)
    change_schema(store.engine)
    store.dispose()


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """The URL of an SQLite database that is not there yet."""
    return f"sqlite:///{tmp_path / 'judge.sqlite'}"


@pytest.fixture
def postgres_url(new_postgres: Callable[[], str]) -> str:
    """The URL of an empty PostgreSQL database of the test's own."""
    return new_postgres()


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """The URL of an empty database; the test runs once on each engine."""
    url: str = request.getfixturevalue("sqlite_url" if request.param == "sqlite" else "postgres_url")
    return url


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """A store with our tables and no rows; the test runs once on each engine."""
    if request.param == "sqlite":
        path = tmp_path / "judge.sqlite"
        shutil.copy(request.getfixturevalue("migrated_sqlite"), path)
        url = f"sqlite:///{path}"
    else:
        url = request.getfixturevalue("migrated_postgres")
    opened = Store(url)
    if request.param == "postgresql":
        with opened.engine.begin() as connection:
            connection.execute(text(f"TRUNCATE {', '.join(Table.metadata.tables)} RESTART IDENTITY"))
    yield opened
    opened.dispose()


@pytest.fixture(scope="session")
def seism() -> Callable[[str], Seism]:
    """Makes an event of words such as "Por & Spa separate, MAO & MAO connect" or "Por & Bre connect near ENG"."""

    def make(text: str) -> Seism:
        words, _, near = text.lower().partition(" near ")
        pairs = {half.split()[-1]: (half.split()[0], half.split()[2]) for half in words.split(",")}
        return Seism(apart=pairs.get("separate"), joined=pairs["connect"], near=tuple(near.split()))

    return make


class _Signer(dkim.DKIM):
    """The library's signer, with tags that it does not write by itself."""

    tags: tuple[tuple[bytes, bytes], ...] = ()
    loud = False  # whether domain and names of fields are in capitals

    def gen_header(self, fields: list, *rest: object, **more: object) -> bytes:
        if self.loud:
            fields[:] = [(name, value.upper() if name in (b"d", b"h") else value) for name, value in fields]
        fields[-1:-1] = self.tags
        return super().gen_header(fields, *rest, **more)


class Domains:
    """Domains with a key each: they sign letters, and `look_up` tells what their DNS holds."""

    SELECTOR = "key"

    def __init__(self) -> None:
        self.texts: dict[str, tuple[bytes, ...]] = {}
        self.asked: list[str] = []
        self._silent = False

    def look_up(self, name: str) -> tuple[bytes, ...]:
        self.asked.append(name)
        if self._silent:
            raise TimeoutError
        return self.texts.get(name.removesuffix("."), ())

    def fall_silent(self) -> None:
        """From now on no question is answered."""
        self._silent = True

    def publish(self, domain: str, tags: str = "", key: str = "dkim", selector: str = SELECTOR) -> None:
        """The domain's public key, in a record with these tags before it, or else with its kind."""
        tags = tags or ("k=ed25519" if key.startswith("ed25519") else "k=rsa")
        self.texts[f"{selector}._domainkey.{domain}"] = (f"v=DKIM1; {tags}; p={_public_key(key)}".encode(),)

    def sign(
        self, raw: bytes, domain: str, *, fields: str = "from to cc subject message-id content-type mime-version",
        tags: dict[str, str] | None = None, key: str = "dkim", form: str = "relaxed/relaxed", identity: str = "",
        length: bool = False, algorithm: str = "rsa-sha256", selector: str = SELECTOR, loud: bool = False,
    ) -> bytes:  # fmt: skip
        """The letter with a signature of the domain on top of it, whose key is published if it has none yet."""
        if f"{selector}._domainkey.{domain}" not in self.texts:
            self.publish(domain, key=key, selector=selector)
        signer = _Signer(raw, signature_algorithm=algorithm.encode())
        signer.loud = loud
        signer.tags = tuple((name.encode(), value.encode()) for name, value in (tags or {}).items())
        line = signer.sign(
            selector.encode(), domain.encode(), (KEYS / f"{key}.pem").read_bytes(),
            identity=identity.encode() or None, include_headers=fields.encode().split(), length=length,
            canonicalize=tuple(form.encode().split(b"/")),
        )  # fmt: skip
        return bytes(line) + raw


KEYS = Path(__file__).parent / "keys"


def _public_key(name: str) -> str:
    """The public half of a key as it stands in the DNS: the file without its first and last line."""
    return "".join((KEYS / f"{name}.pub").read_text().splitlines()[1:-1])


@pytest.fixture
def domains() -> Domains:
    """Domains that can sign letters, and the DNS that has their keys; no network."""
    return Domains()

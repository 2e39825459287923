"""Where the processes of a fleet are born: it has loaded the program once, and forks a judge for each line it reads.

A line is `name role port`; the answer is the number of the process. `python -m tests.fleet.nursery CLOCK own|other
VARIANT …` with a file that says by how many seconds the clock is ahead, whether letters are read in the judge's own
process, and what is played.
"""

import asyncio
import os
import signal
import sys
from datetime import datetime, timedelta
from pathlib import Path

from judge.cli.serve import run_server
from judge.service.server import SETTLE, Server
from judge.settings import ListenAddress, Role, load_settings
from judge.store.store import Store
from judge.wire.clock import DatabaseClock
from judge.wire.logs import set_up_logs
from tests.fleet.conftest import Club, order_letters
from tests.service.conftest import Judge, ReaderHere


class ShiftedClock(DatabaseClock):
    """The database's clock, set ahead by what stands in a file."""

    def __init__(self, store: Store, path: Path) -> None:
        self._path = path
        super().__init__(store.moment)

    def now(self) -> datetime:
        return super().now() + timedelta(seconds=float(self._path.read_text() or 0))


def serve(role: Role, port: int, clock: Path, own_reader: bool) -> None:
    settings = load_settings(given={"listen": ListenAddress("127.0.0.1", port)})
    set_up_logs("json", "info")
    store = Store(settings.database)
    server = Server(
        settings, store=store, clock=ShiftedClock(store, clock), role=role, settle=SETTLE,
        reader=ReaderHere(address=settings.address) if own_reader else None,
    )  # fmt: skip
    asyncio.run(run_server(server))


def warm_up(variants: tuple[str, ...]) -> None:
    """Do everything once that is kept for good: boards, grammars and templates of the variants."""
    settings = load_settings()
    set_up_logs("json", "error")
    judge = Judge(Store(f"sqlite:///{settings.var}/warm.sqlite"))
    judge.store.upgrade(judge.now)
    Club(games=len(variants), people=14, length=timedelta(days=1), variants=variants).found(judge.store)
    judge.turns.play_due(judge.now)
    with judge.store.reading() as tx:
        letters = order_letters(tx, 0)
    for sender, to, raw in letters:
        judge.put(raw, (to,), sender)
    judge.letters.answer_some(25)
    judge.now += timedelta(days=2)
    judge.turns.play_due(judge.now)
    judge.store.dispose()


def main(clock: Path, own_reader: bool, variants: tuple[str, ...]) -> None:
    warm_up(variants)
    for line in sys.stdin:
        name, role, port = line.split()
        number = os.fork()
        if number == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            log = os.open(f"{name}.log", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
            null = os.open(os.devnull, os.O_RDONLY)
            for stream, to in ((0, null), (1, log), (2, log)):
                os.dup2(to, stream)
            try:
                serve(Role(role), int(port), clock, own_reader)
            finally:
                os._exit(0)
        sys.stdout.write(f"{number}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the dead need nobody to bury them
    main(Path(sys.argv[1]), sys.argv[2] == "own", tuple(sys.argv[3:]))

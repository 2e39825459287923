"""A server that takes letters, in a process of its own: `python listening.py bare` or `python listening.py URL`.

`bare` is aiosmtpd as it comes, with a handler that throws letters away; else it is our listener, which keeps them in
the database of that URL. It says its port on a line and ends when its standard input does.
"""

import asyncio
import sys

from aiosmtpd.smtp import SMTP

from judge.mail.addresses import read_recipient
from judge.settings import ListenAddress
from judge.store.store import Store
from judge.wire.clock import SystemClock
from judge.wire.intake import take_short_turns
from judge.wire.listener import Listener
from judge.wire.logs import set_up_logs

ADDRESS = "judge@judge.example"


class Discards:
    """A handler that does nothing."""

    async def handle_DATA(self, server, session, envelope) -> str:  # noqa: N802 - aiosmtpd's
        return "250 OK"


async def until_told() -> None:
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


async def bare() -> None:
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(Discards(), loop=loop, enable_SMTPUTF8=True), "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)  # noqa: T201
    await until_told()
    server.close()


async def ours(url: str) -> None:
    take_short_turns()
    clock, store = SystemClock(), Store(url)
    listener = Listener(
        ListenAddress(protocol="smtp", host="127.0.0.1", port=0),
        accept=lambda arrivals: store.accept(arrivals, clock.now()),
        knows=lambda recipient: read_recipient(recipient, ADDRESS) is not None,
        clock=clock,
        hostname="judge.example",
    )
    await listener.start()
    print(listener.port, flush=True)  # noqa: T201
    await until_told()
    await listener.stop()
    store.dispose()


if __name__ == "__main__":
    with open("/dev/null", "w") as nowhere:
        set_up_logs("json", stream=nowhere)
        asyncio.run(bare() if sys.argv[1] == "bare" else ours(sys.argv[1]))

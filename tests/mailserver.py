"""A mail server of somebody else's, on a free port, in a thread of its own."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Self

from aiosmtpd.smtp import SMTP


class MailServer:
    """An SMTP server; what becomes of the mails its handlers say, as those of aiosmtpd do (`handle_DATA`)."""

    port: int = 0

    @contextmanager
    def open(self) -> Iterator[Self]:
        """The server, open until this is left; all that it is still doing is waited for."""
        ready = threading.Event()
        thread = threading.Thread(target=lambda: asyncio.run(self._serve(ready)))
        thread.start()
        assert ready.wait(10)
        try:
            yield self
        finally:
            self._loop.call_soon_threadsafe(self._stop.set)
            thread.join(30)
        assert not thread.is_alive()

    def converse(self) -> SMTP:
        """A conversation with somebody who has called."""
        return SMTP(self, hostname="post.example", loop=self._loop)

    async def _serve(self, ready: threading.Event) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        self._talks: list[SMTP] = []

        def talk() -> SMTP:
            self._talks.append(self.converse())
            return self._talks[-1]

        server = await self._loop.create_server(talk, "127.0.0.1", self.port)
        self.port = server.sockets[0].getsockname()[1]
        ready.set()
        await self._stop.wait()
        server.close()
        for one in self._talks:
            if one.transport is not None:
                one.transport.abort()
        waiting = [one._handler_coroutine for one in self._talks if one._handler_coroutine]
        await asyncio.gather(*waiting, return_exceptions=True)

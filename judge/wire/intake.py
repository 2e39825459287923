"""The group commit: letters that come in together are stored together, and each is answered when it is durable."""

import asyncio
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import structlog

from judge.store.arrivals import Arrival

log = structlog.get_logger(__name__)

Accept = Callable[[Sequence[Arrival]], object]
MOST_AT_ONCE = 100  # letters in one transaction
WINDOW = 0.004  # seconds that a letter waits at most for those that are on their way, to be stored with them
_ENOUGH_FAILURES = 2  # of a batch that is stored letter by letter; the rest would fail for the same reason


def take_short_turns() -> None:
    """Let the threads of this process take turns of a millisecond instead of five.

    Whoever comes back from the database or the network waits for his turn, and a letter does so several times.
    """
    sys.setswitchinterval(0.001)


class Intake:
    """Takes arrivals from all conversations to `accept`, in one worker thread, one call for all that wait.

    Shape: `accept` returns when the letters are durable and raises when none of them is stored; `coming` says whether
    more are on their way to `store`, for which it is worth to wait a moment: a commit costs as much as many letters.
    """

    def __init__(self, accept: Accept, coming: Callable[[], bool] = lambda: False) -> None:
        self._accept = accept
        self._coming = coming
        self._all_here = asyncio.Event()
        self._waiting: asyncio.Queue[tuple[Arrival, asyncio.Future[bool]] | None] = asyncio.Queue()
        self._unanswered: set[asyncio.Future[bool]] = set()
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="judge-intake")
        self._task: asyncio.Task[None] | None = None
        self._stopping = False

    def start(self) -> None:
        """Begin to store; called in the event loop."""
        self._task = asyncio.create_task(self._run(), name="intake")

    async def store(self, arrival: Arrival) -> bool:
        """Whether the letter is durably stored. A caller that is cancelled meanwhile does not stop the storing."""
        if self._stopping:
            return False
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._unanswered.add(answer)
        answer.add_done_callback(self._unanswered.discard)
        self._waiting.put_nowait((arrival, answer))
        if not self._coming():
            self._all_here.set()
        return await asyncio.shield(answer)

    async def settle(self) -> None:
        """Return when every letter that waits now has its answer: what was received before is stored or refused."""
        if self._unanswered:
            await asyncio.wait(tuple(self._unanswered))

    async def stop(self, grace: float) -> None:
        """Finish what waits, within `grace` seconds; what comes later is refused."""
        self._stopping = True
        if self._task is not None:
            self._waiting.put_nowait(None)
            self._all_here.set()
            await asyncio.wait((self._task,), timeout=grace)
            self._task.cancel()
            await asyncio.wait((self._task,))
        for answer in tuple(self._unanswered):
            answer.set_result(False)
        self._worker.shutdown(wait=False, cancel_futures=True)

    async def _run(self) -> None:
        going = True
        while going:
            batch = []
            item = await self._waiting.get()
            await self._let_others_come()
            while item is not None:
                batch.append(item)
                if self._waiting.empty() or len(batch) == MOST_AT_ONCE:
                    break
                item = self._waiting.get_nowait()
            going = item is not None
            if batch:
                await self._store(batch)

    async def _let_others_come(self) -> None:
        self._all_here.clear()
        if self._stopping or not self._coming():
            return
        timer = asyncio.get_running_loop().call_later(WINDOW, self._all_here.set)
        await self._all_here.wait()
        timer.cancel()

    async def _store(self, batch: Sequence[tuple[Arrival, asyncio.Future[bool]]]) -> None:
        """Store a batch and answer each; when it fails, letter by letter, so that one bad letter harms no other."""
        stored = [await self._try([arrival for arrival, _ in batch])] * len(batch)
        if len(batch) > 1 and not stored[0]:
            failures = 0
            for at, (arrival, _) in enumerate(batch):
                if failures < _ENOUGH_FAILURES:
                    stored[at] = await self._try([arrival])
                    failures += not stored[at]
        for (_, answer), is_stored in zip(batch, stored, strict=True):
            answer.set_result(is_stored)

    async def _try(self, arrivals: Sequence[Arrival]) -> bool:
        try:
            await asyncio.get_running_loop().run_in_executor(self._worker, self._accept, arrivals)
        except Exception:
            log.exception("letters_not_stored", letters=len(arrivals))
            return False
        log.info(
            "letters_stored",
            letters=len(arrivals),
            bytes=sum(len(arrival.raw) for arrival in arrivals),
            fingerprints=[arrival.fingerprint[:16] for arrival in arrivals],
        )
        return True

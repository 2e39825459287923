"""Figures for who watches the judge, in the form of Prometheus: counted in the database when they are asked for."""

from collections.abc import Callable, Iterator
from datetime import datetime
from threading import Thread
from wsgiref.simple_server import WSGIServer

import structlog
from prometheus_client import CollectorRegistry, ProcessCollector, start_http_server
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from judge.errors import SettingError
from judge.settings import ListenAddress
from judge.store.figures import Counts, Figures

QUANTILES = (0.5, 0.9, 1.0)
GAUGES: dict[str, tuple[str, Callable[[Figures], float]]] = {
    "judge_letters_waiting": ("letters that are not answered yet", lambda one: one.waiting),
    "judge_letter_oldest_seconds": ("age of the oldest of them", lambda one: _age(one, one.waits_since)),
    "judge_mails_unsent": ("mails that are still to be sent", lambda one: one.unsent),
    "judge_mail_oldest_seconds": ("how long the oldest of them waits", lambda one: _age(one, one.unsent_since)),
    "judge_mails_given_up": ("mails of the last day that could not be sent", lambda one: one.given_up),
    "judge_phases_overdue": ("running games whose turn should have been played", lambda one: len(one.overdue)),
    "judge_addresses_suspended": ("addresses to which nothing more is sent", lambda one: len(one.suspended)),
    "judge_pictures_waiting": ("pictures that are to be drawn", lambda one: one.undrawn),
    "judge_picture_oldest_seconds": ("how long the oldest of them waits", lambda one: _age(one, one.undrawn_since)),
    "judge_last_work_timestamp_seconds": (
        "when the judge was last at work", lambda one: one.last_beat.timestamp() if one.last_beat else 0,
    ),
}  # fmt: skip
STATES: dict[str, tuple[str, Callable[[Figures], Counts]]] = {
    "judge_letters": ("letters by state", lambda one: one.letters),
    "judge_mails": ("mails by state", lambda one: one.mails),
    "judge_games": ("games by state", lambda one: one.games),
}
UP, ANSWERS = "judge_up", "judge_answer_seconds"

log = structlog.get_logger(__name__)


class FiguresCollector(Collector):
    """Figures as gauges. Where they cannot be had, `judge_up` is 0 and there are no others."""

    def __init__(self, read: Callable[[], Figures]) -> None:
        self._read = read

    def describe(self) -> list[Metric]:
        """Nothing is asked of the database when this is registered."""
        return []

    def collect(self) -> Iterator[Metric]:
        """All gauges, with numbers only: no name of a game, no address."""
        try:
            figures = self._read()
        except Exception:
            log.exception("metrics.trouble")
            yield GaugeMetricFamily(UP, "whether the database answers", value=0)
            return
        yield GaugeMetricFamily(UP, "whether the database answers", value=1)
        for name, (about, value) in GAUGES.items():
            yield GaugeMetricFamily(name, about, value=value(figures))
        for name, (about, counts) in STATES.items():
            by_state = GaugeMetricFamily(name, about, labels=["state"])
            for state, number in counts(figures):
                by_state.add_metric([state], number)
            yield by_state
        answers = GaugeMetricFamily(
            ANSWERS, "seconds from a letter of the last minutes to its answer", labels=["quantile"]
        )
        for quantile in QUANTILES if figures.answered else ():
            at = min(int(quantile * len(figures.answered)), len(figures.answered) - 1)
            answers.add_metric([str(quantile)], figures.answered[at])
        yield answers


def _age(figures: Figures, since: datetime | None) -> float:
    return 0.0 if since is None else max((figures.at - since).total_seconds(), 0.0)


class MetricsServer:
    """Answers `GET /metrics` over HTTP, in threads of its own, until it is closed.

    Refuses: SettingError when the address cannot be had.
    """

    def __init__(self, place: ListenAddress, read: Callable[[], Figures]) -> None:
        registry = CollectorRegistry()
        registry.register(FiguresCollector(read))
        ProcessCollector(registry=registry)
        self._server: WSGIServer
        self._thread: Thread
        try:
            self._server, self._thread = start_http_server(place.port, place.host, registry)
        except OSError as error:
            told = f"cannot listen on {place.host}:{place.port} ({error.strerror or error})"
            raise SettingError(
                f"metrics (JUDGE_METRICS): {told}. Of several processes on one machine each needs a place of its own, "
                'as in metrics = "work=127.0.0.1:9101 send=127.0.0.1:9102", or none'
            ) from None

    @property
    def port(self) -> int:
        """The port it listens on."""
        return self._server.server_port

    def close(self) -> None:
        """Answer no more."""
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

"""The figures for Prometheus: over HTTP, in numbers, and nothing but numbers."""

import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import pytest
from prometheus_client.parser import text_string_to_metric_families

from judge.errors import DatabaseError, SettingError
from judge.settings import ListenAddress
from judge.store.figures import Figures
from judge.wire.metrics import GAUGES, MetricsServer

NOW = datetime(2027, 1, 5, 18, 0, tzinfo=UTC)
ANYWHERE = ListenAddress("127.0.0.1", 0)
BUSY = Figures(
    at=NOW, letters=(("done", 20), ("new", 2)), mails=(("new", 3), ("sent", 40)), games=(("running", 3),),
    waits_since=NOW - timedelta(seconds=90), unsent_since=NOW - timedelta(minutes=2), given_up=1,
    overdue=("canarygame",), suspended=("canary@x.example",), undrawn=0, undrawn_since=None,
    answered=(0.1, 0.2, 0.4, 9.0), last_beat=NOW,
)  # fmt: skip


@contextmanager
def served(read: Callable[[], Figures]) -> Iterator[MetricsServer]:
    server = MetricsServer(ANYWHERE, read)
    try:
        yield server
    finally:
        server.close()


def asked(port: int) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
        return str(answer.read().decode())


def numbers(text: str) -> dict[str, float]:
    return {
        sample.name + "".join(f"[{value}]" for value in sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_all_figures_are_told_and_no_name_and_no_address() -> None:
    with served(lambda: BUSY) as server:
        text = asked(server.port)
    told = numbers(text)
    assert told["judge_up"] == 1
    assert set(GAUGES) <= set(told)
    assert (told["judge_letters_waiting"], told["judge_letter_oldest_seconds"]) == (2, 90)
    assert (told["judge_mails_unsent"], told["judge_mail_oldest_seconds"]) == (3, 120)
    assert (told["judge_phases_overdue"], told["judge_addresses_suspended"]) == (1, 1)
    assert (told["judge_letters[done]"], told["judge_mails[sent]"], told["judge_games[running]"]) == (20, 40, 3)
    assert [told[f"judge_answer_seconds[{one}]"] for one in (0.5, 0.9, 1.0)] == [0.4, 9.0, 9.0]
    assert told["judge_last_work_timestamp_seconds"] == NOW.timestamp()
    assert "process_resident_memory_bytes" in told
    assert "canary" not in text


def test_a_database_that_is_away_is_told_and_nothing_else_of_the_judge() -> None:
    def away() -> Figures:
        raise DatabaseError("canary")

    with served(away) as server:
        text = asked(server.port)
    assert {name: value for name, value in numbers(text).items() if name.startswith("judge")} == {"judge_up": 0}
    assert "canary" not in text


def test_a_port_that_is_taken_is_a_setting_to_change() -> None:
    with (
        served(lambda: BUSY) as server,
        pytest.raises(SettingError, match=r"^metrics \(JUDGE_METRICS\): cannot listen"),
    ):
        MetricsServer(ListenAddress("127.0.0.1", server.port), lambda: BUSY)

"""The parts of a judge as processes of their own."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest

from judge.errors import SettingError
from judge.service.server import ready_server
from judge.settings import ListenAddress, Role, load_settings


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.ALL])
def test_on_sqlite_one_process_does_everything(role: Role, tmp_path: Path) -> None:
    settings = load_settings(given={"var": tmp_path})
    with pytest.raises(SettingError, match=f"--role {role}: on SQLite one process does everything"):
        ready_server(settings, role)
    assert not (tmp_path / "judge.db").exists()


def test_each_part_has_what_it_needs_and_all_has_everything() -> None:
    parts = set(Role) - {Role.ALL}
    assert all(Role.ALL.does(part) for part in parts)
    assert all(one.does(other) is (one is other) for one in parts for other in parts)


def test_only_who_listens_has_a_port_and_all_go_by_the_databases_clock(tmp_path: Path, postgres_url: str) -> None:
    settings = load_settings(
        given={"var": tmp_path, "database": postgres_url, "listen": ListenAddress("127.0.0.1", 0), "picture_wait": 0}
    )

    async def look() -> None:
        servers = [ready_server(settings, role) for role in (Role.LISTEN, Role.WORK, Role.TICK, Role.SEND)]
        for server in servers:
            await server.start()
        assert [bool(server.port) for server in servers] == [True, False, False, False]
        for server in servers:
            assert abs(server.clock.now() - datetime.now(UTC)).total_seconds() < 5
            await server.stop()

    asyncio.run(look())

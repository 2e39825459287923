"""Sockets that systemd hands over, and the word that it waits for."""

import os
import signal
import smtplib
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from judge.wire.sockets import name_place, take_sockets, tell_manager

ROOT = Path(__file__).parents[2]
ADDRESS = "judge@judge.example"


@contextmanager
def handed(*sockets: socket.socket) -> Iterator[int]:
    """The sockets as descriptors in a row, as whoever starts a process hands them over; the first of them."""
    first = 200
    for number, one in enumerate(sockets):
        os.dup2(one.fileno(), first + number)
    yield first


def test_listening_sockets_are_taken_over_and_only_by_whom_they_are_for() -> None:
    with socket.create_server(("127.0.0.1", 0)) as door, socket.socket() as other:
        environ = {"LISTEN_PID": "7", "LISTEN_FDS": "2", "LISTEN_FDNAMES": "judge.socket"}
        with handed(door, other) as first:
            assert take_sockets(dict(environ), 8, first) == ()
            (taken,) = take_sockets(environ, 7, first)
        assert environ == {}
        assert not taken.get_inheritable()
        assert name_place(taken) == name_place(door) == f"127.0.0.1:{door.getsockname()[1]}"
        taken.close()
        os.close(201)


@pytest.mark.parametrize("environ", [{}, {"LISTEN_PID": "7"}, {"LISTEN_PID": "7", "LISTEN_FDS": "none"}])
def test_without_sockets_there_are_none(environ: dict[str, str]) -> None:
    assert take_sockets(environ, 7) == ()


def test_a_place_is_named_as_people_write_it(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(str(tmp_path / "lmtp"))
        assert name_place(door) == str(tmp_path / "lmtp")
    with socket.create_server(("::1", 0), family=socket.AF_INET6) as door:
        assert name_place(door) == f"[::1]:{door.getsockname()[1]}"


def test_whoever_waits_for_word_gets_it(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(tmp_path / "notify"))
        assert tell_manager({"NOTIFY_SOCKET": str(tmp_path / "notify")}, "READY=1")
        assert line.recv(100) == b"READY=1"
    assert not tell_manager({}, "READY=1")
    assert not tell_manager({"NOTIFY_SOCKET": str(tmp_path / "nobody")}, "READY=1")


def serve(folder: Path, door: socket.socket, notify: Path) -> subprocess.Popen[str]:
    """`judge serve` as systemd starts it, with the socket as its descriptor 3."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith("JUDGE_")}
    environ |= {"PYTHONPATH": str(ROOT), "JUDGE_LISTEN": "lmtp:127.0.0.1:1", "JUDGE_ADDRESS": ADDRESS,
                "LISTEN_FDS": "1", "NOTIFY_SOCKET": str(notify)}  # fmt: skip
    start = f"import os; os.dup2({door.fileno()}, 3); os.environ['LISTEN_PID'] = str(os.getpid())"
    with (folder / "serve.log").open("a") as log:
        return subprocess.Popen(
            [sys.executable, "-c", f"{start}; from judge.cli.main import main; main()", "serve"],
            cwd=folder, env=environ, pass_fds=[door.fileno()], stdout=log, stderr=log, text=True,
        )  # fmt: skip


def deliver(port: int, name: str) -> None:
    with smtplib.LMTP("127.0.0.1", port) as connection:
        connection.timeout = 120
        mail = f"From: anna@home.example\nMessage-ID: <{name}@home.example>\n\nREGISTER Anna\n"
        assert connection.sendmail("anna@home.example", [ADDRESS], mail) == {}


def test_a_judge_on_a_handed_socket_turns_nobody_away_while_it_is_started_anew(tmp_path: Path) -> None:
    """Who calls in between waits at the door; this takes two starts of a process."""
    notify = tmp_path / "notify"
    with (
        socket.create_server(("127.0.0.1", 0)) as door,
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line,
    ):
        line.bind(str(notify))
        line.settimeout(120)
        port = door.getsockname()[1]
        for number in range(2):
            judge = serve(tmp_path, door, notify)
            try:
                if number:
                    deliver(port, "in between")  # the door is open, whether or not somebody stands at it yet
                assert line.recv(100) == b"READY=1", (tmp_path / "serve.log").read_text()
                deliver(port, f"letter {number}")
                judge.send_signal(signal.SIGTERM)
                assert line.recv(100) == b"STOPPING=1"
                assert judge.wait(120) == 0
            finally:
                judge.kill()
                judge.wait()
    told = (tmp_path / "serve.log").read_text()
    assert f"The Judge listens on 127.0.0.1:{port} (LMTP)." in told
    assert told.count('"event": "letters_stored"') == 3

"""A real Postfix of the test's own: with the settings of deploy/postfix, on free ports, its queue in a folder."""

import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

SNIPPETS = Path(__file__).parents[2] / "deploy" / "postfix"
DOMAIN = "play.example.org"
# What a package sets up by itself, and a machine of the Internet would have otherwise.
_BASE = """
compatibility_level = 3.6
queue_directory = {folder}/queue
data_directory = {folder}/data
command_directory = {commands}
daemon_directory = {daemons}
mail_owner = postfix
setgid_group = postdrop
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = post.example.org
mydestination =
alias_maps =
local_recipient_maps =
maillog_file_prefixes = {folder}
maillog_file = {folder}/mail.log
minimal_backoff_time = 1s
maximal_backoff_time = 2s
queue_run_delay = 1s
"""
_SERVICES = """
127.0.0.1:{port} inet n - n - - smtpd
postlog unix-dgram n - n - 1 postlogd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
proxymap unix - - n - - proxymap
anvil unix - - n - 1 anvil
tlsmgr unix - - n 1000? 1 tlsmgr
smtp unix - - n - - smtp
relay unix - - n - - smtp
lmtp unix - - n - - lmtp
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
scache unix - - n - 1 scache
"""


@dataclass(frozen=True)
class Postfix:
    """Postfix at work: `port` is its door, `log` what it has written."""

    folder: Path
    port: int

    @property
    def log(self) -> str:
        return (self.folder / "mail.log").read_text()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as door:
        return int(door.getsockname()[1])


@contextmanager
def running_postfix(lmtp: int, onward: int) -> Iterator[Postfix]:
    """Postfix with what deploy/postfix says: the judge is at the port `lmtp`, all the rest of the world at `onward`."""
    folder, port = Path(tempfile.mkdtemp(prefix="judge-postfix-")), free_port()
    folder.chmod(0o755)
    try:
        _set_up(folder, port, lmtp, onward)
        _control(folder, "start")
        try:
            _await_greeting(port, folder)
            yield Postfix(folder, port)
        finally:
            _control(folder, "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _set_up(folder: Path, port: int, lmtp: int, onward: int) -> None:
    etc = folder / "etc"
    for name in (etc, folder / "queue", folder / "data"):
        name.mkdir(mode=0o755)
    shutil.chown(folder / "data", "postfix")
    commands = {"commands": _folder_of("postconf"), "daemons": _asked("daemon_directory")}
    rules = re.sub(r".*milter.*\n", "", (SNIPPETS / "main.cf").read_text())
    (etc / "main.cf").write_text(_BASE.format(folder=folder, **commands) + rules.replace("/etc/postfix/", f"{etc}/"))
    (etc / "master.cf").write_text(_SERVICES.format(port=port))
    brought = (SNIPPETS / "transport").read_text().replace(":2526", f":{lmtp}")
    (etc / "transport").write_text(f"{brought}* smtp:[127.0.0.1]:{onward}\n")
    shutil.copy(SNIPPETS / "judge_recipients", etc)


def _folder_of(program: str) -> str:
    return str(Path(shutil.which(program) or "/usr/sbin/x").parent)


def _asked(parameter: str) -> str:
    told = subprocess.run(["postconf", "-d", "-h", parameter], capture_output=True, text=True, check=True)
    return told.stdout.strip()


def _control(folder: Path, word: str) -> None:
    environ = {"PATH": os.environ["PATH"], "MAIL_CONFIG": str(folder / "etc")}
    done = subprocess.run(
        ["postfix", "-c", str(folder / "etc"), word],
        env=environ,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    log = folder / "mail.log"
    assert done.returncode == 0, done.stderr + (log.read_text() if log.exists() else "")


def _await_greeting(port: int, folder: Path) -> None:
    until = time.monotonic() + 30
    while time.monotonic() < until:
        try:
            with socket.create_connection(("127.0.0.1", port), 10) as door:
                assert door.recv(100).startswith(b"220 ")
                return
        except ConnectionRefusedError:
            time.sleep(0.05)
    raise AssertionError((folder / "mail.log").read_text())

"""What whoever has started us hands over, and wants to hear: systemd's sockets and its word of readiness.

With a socket of systemd's the judge needs no right to port 25, and who calls while it is started anew waits at the door
instead of being turned away.
"""

import os
import socket
from collections.abc import MutableMapping

_FIRST = 3  # sd_listen_fds(3): the first descriptor that is handed over
_HANDED = ("LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES")


def take_sockets(environ: MutableMapping[str, str], pid: int, first: int = _FIRST) -> tuple[socket.socket, ...]:
    """The listening sockets that were opened for the process `pid`, none when there are none.

    Rule: sd_listen_fds(3). The variables are taken away, so that no process of ours takes them for its own.
    Not: sockets that are meant for another process, or that are no listening streams.
    """
    handed = {name: environ.pop(name, "") for name in _HANDED}
    if handed["LISTEN_PID"] != str(pid) or not handed["LISTEN_FDS"].isdigit():
        return ()
    found = []
    for descriptor in range(first, first + int(handed["LISTEN_FDS"])):
        os.set_inheritable(descriptor, False)
        one = socket.socket(fileno=descriptor)
        if one.type == socket.SOCK_STREAM and one.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
            one.setblocking(False)
            found.append(one)
        else:
            one.detach()
    return tuple(found)


def tell_manager(environ: MutableMapping[str, str], words: str) -> bool:
    """Whether whoever has started us could be told something, such as `READY=1` or `STOPPING=1` (sd_notify(3))."""
    place = environ.get("NOTIFY_SOCKET", "")
    if not place:
        return False
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
            line.connect(f"\0{place[1:]}" if place.startswith("@") else place)
            line.sendall(words.encode())
    except OSError:
        return False
    return True


def name_place(listening: socket.socket) -> str:
    """Where a socket listens, as people write it: `127.0.0.1:25`, `[::1]:25` or a path."""
    place = listening.getsockname()
    if listening.family == socket.AF_UNIX:
        return str(place)
    host, port = place[:2]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"

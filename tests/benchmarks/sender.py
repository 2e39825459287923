"""Sends letters over some sessions that it keeps open, as fast as they are taken, and says how long it took.

A program of its own, so that it shares no interpreter with the server: `python sender.py PORT SESSIONS FILE`. The
file is a JSON list of letters: what is said for the sender, for the recipient, and as the text with its last dot. All
is prepared before the clock starts. The result is a JSON object: the seconds in all, and for each letter those from
its dot to the answer.
"""

import json
import selectors
import socket
import sys
import time


class Session:
    """One connection: says a command, waits for its answer, says the next; the text goes out in one piece."""

    def __init__(self, port: int, letters: "Letters") -> None:
        self.letters = letters
        self.socket = socket.create_connection(("127.0.0.1", port), 60)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._expect(b"220")
        self.socket.sendall(b"EHLO sender.example\r\n")
        self._expect(b"250")
        self.steps: list[tuple[bytes, bytes]] = []
        self.dotted = 0.0

    def _expect(self, code: bytes) -> None:
        said = b""
        while not said.endswith(b"\r\n") or said.splitlines()[-1][3:4] == b"-":
            said += self.socket.recv(4096)
        assert said.startswith(code), said

    def begin(self) -> bool:
        """Say MAIL for the next letter; False when there is none."""
        if not self.letters.waiting:
            return False
        sender, recipient, text = self.letters.waiting.pop()
        self.steps = [(b"250", text), (b"354", b"DATA\r\n"), (b"250", recipient), (b"250", sender)]
        self._say()
        return True

    def _say(self) -> None:
        said = self.steps[-1][1]
        self.dotted = time.perf_counter()
        self.socket.sendall(said)

    def go_on(self) -> bool:
        """Take an answer, say what comes next; False when there is nothing more to send."""
        answer = self.socket.recv(4096)
        code, _ = self.steps.pop()
        assert answer.startswith(code), answer
        if self.steps:
            self._say()
            return True
        self.letters.waits.append(time.perf_counter() - self.dotted)
        return self.begin()


class Letters:
    """What is to be sent, in order, and how long each waited for its 250."""

    def __init__(self, path: str) -> None:
        with open(path, encoding="latin-1") as file:
            found = json.load(file)
        self.waiting = [tuple(part.encode("latin-1") for part in one) for one in reversed(found)]
        self.waits: list[float] = []


def main(port: int, sessions: int, path: str) -> None:
    letters = Letters(path)
    asked = len(letters.waiting)
    talking = [Session(port, letters) for _ in range(sessions)]
    selector = selectors.DefaultSelector()
    for one in talking:
        selector.register(one.socket, selectors.EVENT_READ, one)
    began = time.perf_counter()
    left = sum(one.begin() for one in talking)
    while left:
        for key, _ in selector.select():
            left -= not key.data.go_on()
    seconds = time.perf_counter() - began
    assert len(letters.waits) == asked
    json.dump({"seconds": seconds, "waits": letters.waits}, sys.stdout)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])

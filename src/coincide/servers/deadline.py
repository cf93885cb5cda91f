"""HTTP answers that are read until a deadline: a server that sends a byte a second is given up.

A socket's own timeout begins anew with every byte that comes.
"""

import http.client
import io
import socket
import time
from collections.abc import Callable
from typing import Any

Clock = Callable[[], float]


class DeadlineError(TimeoutError):
    """An answer was not whole at its deadline."""


class _Reader(io.RawIOBase):
    """The bytes of a socket; each read waits no longer than until the deadline."""

    def __init__(self, sock: socket.socket, deadline_s: float, silence_s: float) -> None:
        self._sock, self._deadline_s, self._silence_s = sock, deadline_s, silence_s
        # it keeps the socket open for as long as an answer is read
        self._raw = sock.makefile("rb", buffering=0)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        left_s = self._deadline_s - time.monotonic()
        if left_s <= 0:
            raise DeadlineError("it took too long to answer")
        self._sock.settimeout(min(left_s, self._silence_s))
        return self._raw.readinto(buffer)

    def close(self) -> None:
        self._raw.close()
        super().close()


def answer_class(deadline_s: float, silence_s: float) -> Callable[..., http.client.HTTPResponse]:
    """Return what a connection makes its next answer with; ``deadline_s`` is monotonic time."""

    class Answer(http.client.HTTPResponse):
        def __init__(self, sock: socket.socket, *arguments: Any, **more: Any) -> None:
            super().__init__(sock, *arguments, **more)
            self.fp.close()
            self.fp = io.BufferedReader(_Reader(sock, deadline_s, silence_s))

    return Answer

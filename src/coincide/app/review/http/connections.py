"""Bounded connections: clients that say nothing keep nobody else out.

Any program of this machine may connect; the token is asked for only in a request's head. Each
connection holds a descriptor, of which a process has about a thousand. So there are at most some
hundred; where one more comes, the one that has been silent for longest gives way; and one that
sends no whole head in time is closed. A browser sends its head at once.
"""

import asyncio
import errno
import logging
import sys
import time
from contextlib import suppress
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

if sys.platform != "win32":
    import resource

logger = logging.getLogger(__name__)

# connections at a time; a browser opens six
MOST_CONNECTIONS = 256
# seconds for the head of a request, from when it can be sent
HEAD_S = 10.0
# descriptors that are asked of the system: four times the connections, and room for files
DESCRIPTORS = 4096
# seconds between two notes that the system has no more descriptors
_NOTE_S = 10.0
_EXHAUSTED = {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM}


def most_connections() -> int:
    """Raise the limit of descriptors as far as allowed; return how many connections it bears."""
    if sys.platform == "win32":
        return MOST_CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = DESCRIPTORS if hard == resource.RLIM_INFINITY else min(DESCRIPTORS, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):  # some systems allow less than they say
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    if soft == resource.RLIM_INFINITY:
        return MOST_CONNECTIONS
    return max(8, min(MOST_CONNECTIONS, soft // 4))


class ClientConnection(H11Protocol):
    """One client. ``most`` connections are open at a time, in all."""

    most = MOST_CONNECTIONS

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._since_s = 0.0
        self._timer: asyncio.TimerHandle | None = None

    @property
    def is_waiting(self) -> bool:
        """Whether the client has yet to send a request; else one is being answered."""
        return self.cycle is None or self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let a client in; where there are too many, the longest silent one gives way."""
        super().connection_made(transport)
        self._await_head()
        if len(self.connections) > self.most:
            silent = [
                connection
                for connection in self.connections
                if isinstance(connection, ClientConnection) and connection.is_waiting
            ]
            min(silent, key=lambda one: one._since_s).hang_up()

    def data_received(self, data: bytes) -> None:
        """Take what a client sends; with a whole head its time no longer runs."""
        super().data_received(data)
        if not self.is_waiting:
            self._stop_timer()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        self._await_head()
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a client that is gone."""
        self._stop_timer()
        super().connection_lost(exc)

    def hang_up(self) -> None:
        """Close the connection at once."""
        self.connections.discard(self)  # it counts no more, though its end comes a moment later
        self.transport.abort()

    def _await_head(self) -> None:
        self._stop_timer()
        self._since_s = time.monotonic()
        self._timer = self.loop.call_later(HEAD_S, self._give_up)

    def _give_up(self) -> None:
        if self.is_waiting:
            self.hang_up()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class Exhausted:
    """What an event loop does with errors: lack of descriptors is one line now and then."""

    def __init__(self) -> None:
        self._noted_s = -_NOTE_S

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Log an error that nobody else can be told of."""
        error = context.get("exception")
        if not isinstance(error, OSError) or error.errno not in _EXHAUSTED:
            loop.default_exception_handler(context)
            return
        now_s = time.monotonic()
        if now_s - self._noted_s >= _NOTE_S:
            self._noted_s = now_s
            logger.warning("Connections cannot be accepted at the moment: %s.", error.strerror)

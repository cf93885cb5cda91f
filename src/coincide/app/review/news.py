"""News for all open pages: one queue for each, filled from any thread (server-sent events)."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass

from msgspec import Struct

from coincide.app.review.shapes import to_bytes

# a page that is that far behind is sent away, comes back and is told how things stand
MOST_WAITING = 500
# browsers and proxies close what is silent
HEARTBEAT_S = 15.0
# milliseconds after which a page comes back that lost its connection
RETRY_MS = 1500

Item = tuple[str, Struct]


@dataclass(frozen=True, eq=False)
class _Listener:
    loop: asyncio.AbstractEventLoop
    waiting: "asyncio.Queue[str | None]"

    def put(self, text: str | None) -> None:
        """Add a text, in the listener's own thread."""
        if self.waiting.qsize() > MOST_WAITING:
            return
        # the place beyond the last is for the word that ends it
        self.waiting.put_nowait(None if self.waiting.qsize() == MOST_WAITING else text)


class News:
    """Tell all listeners; safe from any thread."""

    def __init__(self) -> None:
        self._listeners: set[_Listener] = set()
        self._lock = threading.Lock()

    def tell(self, kind: str, data: Struct) -> None:
        """Send a piece of news to every open page."""
        self._send(as_text(kind, data))

    def close(self) -> None:
        """Let all listeners go."""
        self._send(None)

    def _send(self, text: str | None) -> None:
        with self._lock:
            listeners = list(self._listeners)
        for listener in listeners:
            if not listener.loop.is_closed():
                listener.loop.call_soon_threadsafe(listener.put, text)

    async def listen(
        self, first: Callable[[], Iterable[Item]], *, heartbeat_s: float = HEARTBEAT_S
    ) -> AsyncIterator[str]:
        """Yield how things stand, then all news as they come, as text of an event stream.

        ``first`` is asked once news are kept for this listener, so that nothing falls between.
        """
        listener = _Listener(asyncio.get_running_loop(), asyncio.Queue())
        with self._lock:
            self._listeners.add(listener)
        try:
            yield f"retry: {RETRY_MS}\n\n"
            for kind, data in first():
                yield as_text(kind, data)
            while True:
                try:
                    text = await asyncio.wait_for(listener.waiting.get(), heartbeat_s)
                except TimeoutError:
                    yield ": still here\n\n"
                    continue
                if text is None:
                    return
                yield text
        finally:
            with self._lock:
                self._listeners.discard(listener)


def as_text(kind: str, data: Struct) -> str:
    r"""Write one event of an event stream.

    >>> from coincide.app.review.answers import Changed
    >>> as_text("event", Changed(1))
    'event: event\ndata: {"version":1}\n\n'
    """
    return f"event: {kind}\ndata: {to_bytes(data).decode()}\n\n"

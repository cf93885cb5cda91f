"""Serve the clock's page to this network: one page, nothing else, and nothing is taken in."""

import asyncio
import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import uvicorn
from starlette.types import Receive, Scope, Send

from coincide.app.review.http.connections import ClientConnection, Exhausted, most_connections
from coincide.errors import UsageError

# an address of documentation (RFC 5737): nothing is sent there, the system only picks a way out
_ELSEWHERE = ("192.0.2.1", 9)
_HEADERS = (
    (b"content-type", b"text/html; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
)


@dataclass(frozen=True)
class OnePage:
    """An ASGI app of one page. Bodies of requests are not read."""

    page: bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with the page, or refuse."""
        if scope["type"] != "http":
            raise ValueError(f"no {scope['type']} here")
        status, body = 200, self.page
        if scope["method"] not in ("GET", "HEAD"):
            status, body = 405, b"There is only a page to look at."
        elif scope["path"] != "/":
            status, body = 404, b"There is one page, at /."
        length = (b"content-length", str(len(body)).encode())
        headers = [*_HEADERS, length]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        shown = b"" if scope["method"] == "HEAD" else body
        await send({"type": "http.response.body", "body": shown})


def serve_clock(page: str, port: int, tell: Callable[[Sequence[str]], None]) -> None:
    """Serve the page to whoever reaches this machine, until Ctrl+C.

    ``tell`` is called once it can be opened: with its address in the network, and on this machine.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listening:
        try:
            # the network is whom it is for
            listening.bind(("0.0.0.0", port))
            listening.listen()
        except OSError as error:
            raise UsageError(
                f"Port {port} cannot be used ({error.strerror}). Leave out --port."
            ) from error
        used = int(listening.getsockname()[1])
        tell([f"http://{host}:{used}/" for host in (own_address(), "127.0.0.1")])
        most = ClientConnection.most = most_connections()
        config = uvicorn.Config(
            OnePage(page.encode()),
            log_level="warning",
            access_log=False,
            server_header=False,
            ws="none",
            lifespan="off",
            http=ClientConnection,
            backlog=most // 4,
            timeout_graceful_shutdown=1,
        )
        _Server(config).run(sockets=[listening])


class _Server(uvicorn.Server):
    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve; lack of descriptors is told without a traceback."""
        asyncio.get_running_loop().set_exception_handler(Exhausted())
        await super().startup(sockets)


def own_address() -> str:
    """Return this machine's address in its network; 127.0.0.1 where it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])

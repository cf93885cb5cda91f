"""Run the app, on this machine alone or for a network, until it is told to stop."""

import asyncio
import logging
import os
import socket
import threading
import webbrowser
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import uvicorn
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response

from coincide.app.review.http.access import LOOPBACK, Access, new_token
from coincide.app.review.http.clockroutes import clocks_routes
from coincide.app.review.http.connections import ClientConnection, Exhausted, most_connections
from coincide.app.review.http.gets import get_routes, page_routes
from coincide.app.review.http.posts import post_routes
from coincide.app.review.http.security import Guard
from coincide.app.review.session import Session
from coincide.errors import CoincideError, EventError, UsageError

# seconds that open pages are given to end
GOODBYE_S = 2


@dataclass(frozen=True)
class Running:
    """A server that is bound and ready to run, and how to reach it."""

    server: uvicorn.Server
    listening: socket.socket
    session: Session
    access: Access

    @property
    def port(self) -> int:
        """The port it listens on."""
        return self.access.port

    @property
    def token(self) -> str:
        """What lets in."""
        return self.access.token

    @property
    def address(self) -> str:
        """The first page's address on this machine, with the token."""
        return f"http://{LOOPBACK}:{self.port}/?token={self.token}"

    def run(self) -> None:
        """Serve until stopped; then let the session go."""
        try:
            self.server.run(sockets=[self.listening])
        finally:
            self.session.close()
            self.listening.close()


def bind(
    roots: Sequence[Path],
    port: int = 0,
    *,
    listen: str = LOOPBACK,
    names: Sequence[str] = (),
    token: str | None = None,
    can_end: bool = False,
) -> Running:
    """Take a port, 0 for any that is free; by default nobody outside can reach it.

    ``listen``: an IPv4 address of this machine, 0.0.0.0 for all of them. ``can_end``: the page has
    a button that ends the server.
    """
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if os.name == "posix":  # its own port, after it was killed; elsewhere this means to share it
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((listen, port))
        # from now on: whoever is told the address may be there before the server answers
        listening.listen()
    except OSError as error:
        listening.close()
        raise UsageError(
            f"Port {port} of {listen} cannot be used ({error.strerror}). Leave out --port."
        ) from error
    used = int(listening.getsockname()[1])
    access = Access(token or new_token(), used, listen, tuple(names))
    session = Session(roots)
    guard = Guard(make_app(session, access.token), access)
    most = ClientConnection.most = most_connections()
    config = uvicorn.Config(
        guard,
        log_level="warning",
        access_log=False,  # addresses hold the token
        server_header=False,
        proxy_headers=False,  # anyone can write them
        ws="none",
        http=ClientConnection,
        # taken at a time, before the first of them can be closed again
        backlog=most // 4,
        timeout_graceful_shutdown=GOODBYE_S,
    )
    server = _Server(config, session)
    session.end = server.end if can_end else None
    return Running(server, listening, session, access)


class _Server(uvicorn.Server):
    """A server that sends its listeners home before it waits for them."""

    def __init__(self, config: uvicorn.Config, session: Session) -> None:
        super().__init__(config)
        self._session = session

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve; lack of descriptors is told without a traceback."""
        asyncio.get_running_loop().set_exception_handler(Exhausted())
        await super().startup(sockets)

    def end(self) -> None:
        """Stop serving, soon."""
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams of news, which would never end by themselves."""
        self._session.news.close()
        await super().shutdown(sockets)


def serve(
    running: Running,
    sources: Sequence[Path],
    *,
    project: Path | None = None,
    browser: bool = True,
) -> None:
    """Open an event, or let the person choose one, and serve it until Ctrl+C."""
    if sources:
        running.session.open(sources, project)
    if browser:
        # a browser may take its time, and may be missing: the address is printed in any case
        threading.Thread(target=webbrowser.open, args=(running.address,), daemon=True).start()
    running.run()


logger = logging.getLogger(__name__)

# what is said on the command line is seen here after so long
LOOK_S = 2.0


def make_app(session: Session, token: str) -> FastAPI:
    """Return the app on a session; it is to be put behind a Guard."""

    @asynccontextmanager
    async def looking(_: FastAPI) -> AsyncIterator[None]:
        task = asyncio.create_task(_look_now_and_then(session))
        yield
        task.cancel()

    app = FastAPI(
        title="Coincide", openapi_url=None, docs_url=None, redoc_url=None, lifespan=looking
    )
    app.include_router(get_routes(session))
    app.include_router(post_routes(session))
    app.include_router(clocks_routes(session))
    app.include_router(page_routes(token))
    app.add_exception_handler(CoincideError, _mistake)
    app.add_exception_handler(RequestValidationError, _not_understood)
    return app


async def _look_now_and_then(session: Session) -> None:
    while True:
        await asyncio.sleep(LOOK_S)
        try:
            await asyncio.to_thread(session.look)
        except CoincideError as error:
            logger.warning("%s", error)


def _mistake(_: Request, error: Exception) -> Response:
    """Answer a mistake that can be mended with its message."""
    status = 400 if isinstance(error, UsageError | EventError) else 409
    return JSONResponse({"error": str(error)}, status_code=status)


def _not_understood(_: Request, error: Exception) -> Response:
    """Answer a request that makes no sense, without repeating what it held."""
    found = error.errors() if isinstance(error, RequestValidationError) else []
    where = ", ".join(".".join(str(part) for part in item["loc"]) for item in found[:3])
    return JSONResponse({"error": f"The request is not valid: {where}."}, status_code=422)

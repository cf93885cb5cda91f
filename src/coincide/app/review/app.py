"""The app put together: its addresses, what is said of mistakes, and who may ask."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response

from coincide.app.review.clocks.routes import clocks_routes
from coincide.app.review.gets import get_routes, page_routes
from coincide.app.review.posts import post_routes
from coincide.app.review.session import Session
from coincide.errors import CoincideError, EventError, UsageError

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
    where = ", ".join(".".join(str(part) for part in one["loc"]) for one in found[:3])
    return JSONResponse({"error": f"That cannot be understood: {where}."}, status_code=422)

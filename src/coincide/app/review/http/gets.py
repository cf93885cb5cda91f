"""What pages may read: the state, the event, its evidence, its pictures, and news."""

import gzip
from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, HTTPException, Query, Request
from fastapi.responses import HTMLResponse, Response, StreamingResponse
from msgspec import Struct
from pydantic import FiniteFloat

from coincide.app.review import static, views
from coincide.app.review.album import album_view
from coincide.app.review.albumjobs import album_offer
from coincide.app.review.folders import list_folders
from coincide.app.review.openproject import OpenedProject
from coincide.app.review.pictures import PER_SHEET, PHOTO_SIZES, SHEET_SIZES, TILE_PX, sheet_digest
from coincide.app.review.planjobs import known_plans, shown_plan
from coincide.app.review.questions import questions_view
from coincide.app.review.session import Session
from coincide.app.review.shapes import WhoView, to_bytes
from coincide.app.review.videos import clip_response
from coincide.model import Photo
from coincide.project.solutions import why
from coincide.project.userinput.people import who_is_who

# bytes below which packing does not pay; and how hard to pack
LEAST_PACKED, LEVEL = 1200, 5
# a profile over more than this, or less, is no use to anyone
LEAST_SPAN_S, MOST_SPAN_S = 1.0, 1e10
# an offset beyond every clock's: three hundred years
MOST_OFFSET_S = 1e10
# asked for again each time, but sent only when it is another
REVALIDATED = {"Cache-Control": "private, no-cache"}


def get_routes(session: Session) -> APIRouter:
    """Return the addresses that only read."""
    router = APIRouter(prefix="/api")
    _add_event_routes(router, session)
    _add_why_routes(router, session)
    _add_picture_routes(router, session)
    _add_clip_routes(router, session)
    return router


def _add_event_routes(router: APIRouter, session: Session) -> None:
    @router.get("/state")
    def state(request: Request) -> Response:
        return _json(request, session.state())

    @router.get("/event")
    def event(request: Request) -> Response:
        opened = session.opened
        return _json(request, views.event_view(opened.look_now, session.version))

    @router.get("/album")
    def album(request: Request) -> Response:
        opened = session.opened
        made, comparing = session.albums.made(opened.solution)
        view = album_view(opened.look_now, made, session.version, comparing=comparing)
        return _json(request, view)

    @router.get("/album/offer")
    def offer(request: Request) -> Response:
        return _json(request, album_offer(session))

    @router.get("/who")
    def who(request: Request) -> Response:
        return _json(request, WhoView(who_is_who(session.event)))

    @router.get("/plans")
    def plans(request: Request) -> Response:
        return _json(request, known_plans(session))

    @router.get("/plan")
    def plan(request: Request, path: Annotated[str, Query(max_length=4096)]) -> Response:
        return _json(request, shown_plan(session, path))

    @router.get("/folders")
    def folders(request: Request, path: Annotated[str, Query(max_length=4096)] = "") -> Response:
        return _json(request, views.listing_view(list_folders(session.roots, path or None)))

    @router.get("/news")
    async def news() -> Response:
        return StreamingResponse(
            session.news.listen(session.first_news), media_type="text/event-stream"
        )


def _add_why_routes(router: APIRouter, session: Session) -> None:
    @router.get("/evidence/{gallery:path}")
    def evidence(request: Request, gallery: str) -> Response:
        opened = _known(session, gallery)
        return _json(request, views.evidence_view(gallery, opened.pairs(gallery), opened.solution))

    @router.get("/profile/{gallery:path}")
    def profile(
        request: Request,
        gallery: str,
        around: Annotated[FiniteFloat, Query(ge=-MOST_OFFSET_S, le=MOST_OFFSET_S)] | None = None,
        span: Annotated[FiniteFloat, Query(ge=LEAST_SPAN_S, le=MOST_SPAN_S)] = 3600.0,
    ) -> Response:
        opened = _known(session, gallery)
        if around is None:
            return _json(request, views.strength_view(opened.strength(gallery)))
        run = session.traced()
        found = None if run is None else why.strength_of(run, gallery, around, span)
        return _json(request, views.strength_view(found))

    @router.get("/questions")
    def questions(request: Request) -> Response:
        opened = session.opened
        return _json(request, questions_view(opened.solution, settled=opened.settled))

    @router.get("/graph")
    def graph(request: Request) -> Response:
        opened = session.opened
        return _json(request, views.graph_view(opened.solution, opened.edges()))


def _add_picture_routes(router: APIRouter, session: Session) -> None:
    @router.get("/sprite/{sheet}")
    def sprite(request: Request, sheet: int, px: int = TILE_PX) -> Response:
        opened = session.opened
        photos = _photos(opened)
        if not 0 <= sheet * PER_SHEET < len(photos) or px not in SHEET_SIZES:
            raise HTTPException(404, "no such sheet")
        shown = photos[sheet * PER_SHEET : (sheet + 1) * PER_SHEET]
        tag = f'"{sheet_digest(shown)}-{px}"'
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers={**REVALIDATED, "ETag": tag})
        return _jpeg(opened.pictures.sheet(shown, px), tag)

    @router.get("/photo/{row}/{size}")
    def photo(request: Request, row: int, size: int) -> Response:
        opened = session.opened
        photos = _photos(opened)
        if not 0 <= row < len(photos) or size not in PHOTO_SIZES:
            raise HTTPException(404, "no such photo")
        tag = f'"{photos[row].key[:24]}-{size}"'
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers={**REVALIDATED, "ETag": tag})
        jpeg = opened.pictures.photo(photos[row], size)
        if jpeg is None:
            raise HTTPException(404, "this photo can no longer be opened")
        return _jpeg(jpeg, tag)


def _add_clip_routes(router: APIRouter, session: Session) -> None:
    @router.get("/clip/{row}")
    def clip(row: int) -> Response:
        photos = _photos(session.opened)
        known = 0 <= row < len(photos)
        answer = clip_response(photos[row], session.opened.pictures.files) if known else None
        if answer is None:
            raise HTTPException(404, "no such clip")
        return answer


def page_routes(token: str) -> APIRouter:
    """Return the page and the files it is made of."""
    router = APIRouter()

    @router.get("/")
    def page() -> Response:
        return HTMLResponse(static.live_page(token))

    @router.get("/{name:path}")
    def asset(request: Request, name: str) -> Response:
        found = static.asset(name)
        if found is None:
            raise HTTPException(404, "no such page")
        return _packed(request, *found)

    return router


def _known(session: Session, gallery: str) -> OpenedProject:
    opened = session.opened
    if gallery not in opened.solution.event.table.names:
        raise HTTPException(404, "no such gallery")
    return opened


def _photos(opened: OpenedProject) -> Sequence[Photo]:
    return list(opened.solution.event.photos)


def _jpeg(data: bytes, tag: str) -> Response:
    return Response(data, media_type="image/jpeg", headers={**REVALIDATED, "ETag": tag})


def _json(request: Request, view: Struct | Sequence[Struct]) -> Response:
    return _packed(request, to_bytes(view), "application/json")


def _packed(request: Request, data: bytes, kind: str) -> Response:
    """Return an answer, packed where that pays and the browser unpacks."""
    packs = "gzip" in request.headers.get("accept-encoding", "")
    if not packs or len(data) < LEAST_PACKED or not kind.startswith(("text/", "application/j")):
        return Response(data, media_type=kind)
    packed = gzip.compress(data, LEVEL, mtime=0)
    headers = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return Response(packed, media_type=kind, headers=headers)

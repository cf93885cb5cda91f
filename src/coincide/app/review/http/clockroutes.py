"""Addresses of the page *Clocks*: what it reads, and what it may change."""

from collections.abc import Callable
from pathlib import Path

from fastapi import APIRouter, HTTPException
from fastapi.responses import Response
from msgspec import Struct

from coincide.app.review.answers import Changed, Started, TakenBack
from coincide.app.review.clocks.openlibrary import OpenClocks
from coincide.app.review.clocks.views import events_view
from coincide.app.review.jobs import Watch, What
from coincide.app.review.pictures import PHOTO_SIZES
from coincide.app.review.requests import (
    BorderBody,
    LibraryEventBody,
    NothingBody,
    RejectBody,
    StatementBody,
    StretchBody,
    TakenBody,
)
from coincide.app.review.session import Session
from coincide.app.review.shapes import to_bytes
from coincide.errors import UsageError
from coincide.model.times import MINUTE_S, parse_shown_s


def clocks_routes(session: Session) -> APIRouter:
    """Return the addresses of a library's clocks."""
    router = APIRouter(prefix="/api/clocks")
    _add_reading(router, session)
    _add_judging(router, session)
    _add_events(router, session)
    _add_writing(router, session)
    return router


def _add_reading(router: APIRouter, session: Session) -> None:
    @router.get("")
    def clocks() -> Response:
        return _json(_open(session).view)

    @router.get("/questions")
    def questions() -> Response:
        return _json(_open(session).questions())

    @router.get("/events")
    def events() -> Response:
        return _json(events_view(_open(session).events()))

    @router.get("/stretch/{number}")
    def stretch(number: int) -> Response:
        return _json(_open(session).card(number))

    @router.get("/border/{lane}/{at}")
    def border(lane: int, at: int) -> Response:
        return _json(_open(session).border(lane, at))

    @router.get("/border/{lane}/{at}/{side}/{size}")
    def border_photo(lane: int, at: int, side: int, size: int) -> Response:
        known = size in PHOTO_SIZES and side in (0, 1)
        return _picture(_open(session).border_photo(lane, at, side, size) if known else None)

    @router.get("/photo/{number}/{at}/{size}")
    def photo(number: int, at: int, size: int) -> Response:
        return _picture(_open(session).photo(number, at, size) if size in PHOTO_SIZES else None)


def _add_judging(router: APIRouter, session: Session) -> None:
    @router.post("/reject")
    def reject(body: RejectBody) -> Response:
        _open(session).reject(body.number, rejected=body.rejected)
        return _json(Changed(session.tell_clocks()))

    @router.post("/border")
    def border(body: BorderBody) -> Response:
        if body.at is None and body.instead_of is None:
            raise UsageError("Say where the clock was set, or where it was not.")
        _open(session).state_border(body.lane, body.at, body.instead_of)
        return _json(Changed(session.tell_clocks()))

    @router.post("/forget")
    def forget(body: StatementBody) -> Response:
        words = _open(session).take_back_statement(body.number)
        return _json(TakenBack(session.tell_clocks(), words))

    @router.post("/answer")
    def answer(body: TakenBody) -> Response:
        true_s = _typed_s(body.taken)
        if true_s is None:
            raise UsageError("Write when it was taken like 2021-04-04 14:00.")
        _open(session).answer(Path(body.photo), true_s, body.within_min * MINUTE_S)
        return _json(Changed(session.tell_clocks()))


def _add_events(router: APIRouter, session: Session) -> None:
    @router.post("/open")
    def open_event(body: LibraryEventBody) -> Response:
        source = _open(session).event_source(body.number)
        return _json(Started(session.version, session.open([source]).id))

    @router.post("/back")
    def back(_body: NothingBody) -> Response:
        return _json(Started(session.version, session.back_to_library().id))


def _add_writing(router: APIRouter, session: Session) -> None:
    @router.post("/plan")
    def plan(body: StretchBody) -> Response:
        return _start(session, "plan", lambda clocks, watch: clocks.plan(body.number, watch))

    @router.post("/apply")
    def apply(body: StretchBody) -> Response:
        return _start(session, "apply", lambda clocks, watch: clocks.apply(body.number, watch))

    @router.post("/take-back")
    def take_back(body: StretchBody) -> Response:
        return _start(session, "undo", lambda clocks, watch: clocks.take_back(body.number, watch))


def _start(session: Session, what: What, work: Callable[[OpenClocks, Watch], object]) -> Response:
    """Start a piece of work, after which pages look at the library again."""
    clocks = _open(session)

    def run(watch: Watch) -> None:
        try:
            work(clocks, watch)
        finally:
            session.tell_clocks()

    job, _ = session.jobs.start(what, run)
    return _json(Started(session.version, job.id))


def _picture(jpeg: bytes | None) -> Response:
    if jpeg is None:
        raise HTTPException(404, "no such photo")
    return Response(jpeg, media_type="image/jpeg", headers={"Cache-Control": "private"})


def _typed_s(text: str) -> float | None:
    """Return a typed time, with or without seconds; None where it is none."""
    found = parse_shown_s(text)
    return parse_shown_s(f"{text}:00") if found is None else found


def _open(session: Session) -> OpenClocks:
    if session.clocks is None:
        raise UsageError("No library is open: start with coincide library view FOLDER.")
    return session.clocks


def _json(view: Struct) -> Response:
    return Response(to_bytes(view), media_type="application/json")

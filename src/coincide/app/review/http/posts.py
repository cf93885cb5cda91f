"""What pages may change: hints, choices, undo and redo, opening, and writing."""

import asyncio

from fastapi import APIRouter
from fastapi.responses import Response
from msgspec import Struct

from coincide.app.review import planjobs, views
from coincide.app.review.album import album_change
from coincide.app.review.albumjobs import checked_place, make_album
from coincide.app.review.answers import Changed, Planned, Started, Stopped
from coincide.app.review.folders import chosen_place, new_folder
from coincide.app.review.openproject import OpenedProject
from coincide.app.review.requests import (
    AlbumBody,
    AnchorBody,
    ApartBody,
    ClipsBody,
    ForgetBody,
    GalleryBody,
    HintBody,
    KnownClockBody,
    KnownTimeBody,
    MakeAlbumBody,
    MergeBody,
    NothingBody,
    OpenBody,
    PairBody,
    PartBody,
    PathBody,
    PinBody,
    PlanBody,
    SetRightBody,
    SplitBody,
    StopBody,
)
from coincide.app.review.session import Session
from coincide.app.review.shapes import to_bytes
from coincide.errors import UsageError
from coincide.model import Event
from coincide.model.times import parse_offset_s
from coincide.project.plans.remotealbum import check_no_files
from coincide.project.userinput import changes
from coincide.project.userinput.changes import Change
from coincide.writing.plan import Caution, PlanOptions


def post_routes(session: Session) -> APIRouter:
    """Return the addresses that change something."""
    router = APIRouter(prefix="/api")
    _add_hint_routes(router, session)
    _add_choice_routes(router, session)
    _add_album_routes(router, session)
    _add_work_routes(router, session)
    return router


def _add_hint_routes(router: APIRouter, session: Session) -> None:
    @router.post("/hint")
    def hint(body: HintBody) -> Response:
        return _answer(Changed(session.change(_hint_change(session.opened, body))))

    @router.post("/undo")
    def undo(_: NothingBody) -> Response:
        return _answer(Changed(session.undo()))

    @router.post("/redo")
    def redo(_: NothingBody) -> Response:
        return _answer(Changed(session.redo()))


def _hint_change(opened: OpenedProject, body: HintBody) -> Change:
    event = opened.event
    if isinstance(body, PairBody | ClipsBody | SetRightBody | KnownTimeBody):
        return _of_photos(opened, body)
    if isinstance(body, KnownClockBody):
        return _known_clock(event, body)
    if isinstance(body, PinBody):
        return changes.pin(event, body.gallery, body.offset_s)
    if isinstance(body, ForgetBody):
        return changes.forget(body.number)
    if body.kind == "lock":
        return changes.lock(event, opened.solution.offsets, body.gallery)
    of_gallery = {
        "unlock": changes.unlock,
        "no-jump": changes.no_jump,
        "confirm": changes.confirm,
    }
    return of_gallery[body.kind](event, body.gallery)


def _known_clock(event: Event, body: KnownClockBody) -> Change:
    if body.was == "zone":
        return changes.known_zone(event, body.gallery, body.by)
    length_s = parse_offset_s(body.by)
    if length_s is None or length_s <= 0:
        raise UsageError("Write a length of time like 25m, 1h or 1h3m12s.")
    return changes.known_clock(event, body.gallery, length_s if body.was == "ahead" else -length_s)


def _of_photos(
    opened: OpenedProject, body: PairBody | ClipsBody | SetRightBody | KnownTimeBody
) -> Change:
    """Return what is said of photos, by rows of what is shown."""
    _check_layout(opened, body.layout)
    shown = opened.solution.event
    if isinstance(body, PairBody):
        return changes.say_pair(shown, body.kind, body.rows, named=body.named)
    if isinstance(body, SetRightBody):
        return changes.set_right(shown, body.row)
    if isinstance(body, KnownTimeBody):
        if body.row >= shown.n_photos:
            raise UsageError("There is no such photo.")
        typed = changes.typed_time(body.at, float(shown.table.camera_time_s[body.row]))
        within_s = typed.within_s if body.within_s is None else body.within_s
        return changes.known_time(shown, body.row, typed.time_s, within_s)
    if (body.lag_s is None) == (body.kind == "heard"):
        raise UsageError(
            "Two clips with the same sound need the lag between them; others do not have one."
        )
    return changes.say_clips(shown, body.rows, body.lag_s)


def _check_layout(opened: OpenedProject, layout: str | None) -> None:
    """Refuse rows of galleries as they no longer are: they would mean other photos."""
    if layout is not None and layout != views.layout_of(opened.solution.event):
        raise UsageError(
            "The galleries have changed in the meantime: look again, and repeat your change."
        )


def _add_choice_routes(router: APIRouter, session: Session) -> None:
    @router.post("/gallery")
    def gallery(body: GalleryBody) -> Response:
        event = session.event
        if (body.trusted is None) == (body.name is None):
            raise UsageError("Give either whether to trust a gallery, or its new name.")
        if body.name is not None:
            return _answer(Changed(session.change(changes.rename(event, body.gallery, body.name))))
        change = changes.trust(event, body.gallery, trusted=bool(body.trusted))
        return _answer(Changed(session.change(change)))

    @router.post("/anchor")
    def anchor(body: AnchorBody) -> Response:
        change = changes.anchor(session.event, body.gallery)
        return _answer(Changed(session.name_anchor(change)))

    @router.post("/merge")
    def merge(body: MergeBody) -> Response:
        return _answer(Changed(session.change(changes.merge(session.event, body.galleries))))

    @router.post("/part")
    def part(body: PartBody) -> Response:
        change = changes.part(session.event, body.gallery, body.folder)
        return _answer(Changed(session.change(change)))

    @router.post("/apart")
    def apart(body: ApartBody) -> Response:
        change = changes.apart(session.event, body.gallery, body.other)
        return _answer(Changed(session.change(change)))

    @router.post("/split")
    def split(body: SplitBody) -> Response:
        opened = session.opened
        _check_layout(opened, body.layout)
        shown = opened.solution.event
        change = changes.split(shown, opened.event, body.gallery, body.row)
        return _answer(Changed(session.change(change)))


def _add_album_routes(router: APIRouter, session: Session) -> None:
    @router.post("/album")
    def album(body: AlbumBody) -> Response:
        opened = session.opened
        _check_layout(opened, body.layout)
        made, _ = session.albums.made(opened.solution)
        return _answer(Changed(session.change(album_change(opened.solution.event, made, body))))

    @router.post("/album/make")
    def make(body: MakeAlbumBody) -> Response:
        out = checked_place(session, body)
        job, _ = session.jobs.start("album", lambda watch: make_album(session, out, body, watch))
        return _answer(Started(session.version, job.id))


def _add_work_routes(router: APIRouter, session: Session) -> None:
    @router.post("/open")
    def open_(body: OpenBody) -> Response:
        paths = [chosen_place(session.roots, path) for path in body.paths]
        project = None if body.project is None else new_folder(session.roots, body.project)
        return _answer(Started(session.version, session.open(paths, project).id))

    @router.post("/demo")
    def demo(_: NothingBody) -> Response:
        return _answer(Started(session.version, session.open_demo().id))

    @router.post("/solve")
    def solve(_: NothingBody) -> Response:
        return _answer(Started(session.version, session.solve().id))

    @router.post("/stop")
    def stop(body: StopBody) -> Response:
        return _answer(Stopped(session.version, session.jobs.stop(body.job)))

    @router.post("/end")
    def end(_: NothingBody) -> Response:
        if session.end is None:
            raise UsageError("This server has to be stopped where it was started.")
        session.end()
        return _answer(Changed(session.version))

    @router.post("/plan")
    async def plan(body: PlanBody) -> Response:
        options = _plan_options(session, body)
        _, future = session.jobs.start(
            "plan", lambda watch: planjobs.make_plan(session, options, watch)
        )
        made = await asyncio.wrap_future(future)
        return _answer(Planned(session.version, made))

    @router.post("/apply")
    def apply(body: PathBody) -> Response:
        path = planjobs.checked_path(session, body.path)
        job, _ = session.jobs.start(
            "apply", lambda watch: planjobs.apply_plan(session, path, watch)
        )
        return _answer(Started(session.version, job.id))

    @router.post("/take-back")
    def take_back(body: PathBody) -> Response:
        path = planjobs.checked_path(session, body.path)
        job, _ = session.jobs.start("undo", lambda watch: planjobs.take_back(session, path, watch))
        return _answer(Started(session.version, job.id))


def _answer(answer: Struct) -> Response:
    return Response(to_bytes(answer), media_type="application/json")


def _plan_options(session: Session, body: PlanBody) -> PlanOptions:
    if session.album is not None:
        check_no_files(body.to, body.program)
    if body.program is not None and body.to != "sidecar":
        raise UsageError(
            "Only sidecars are written for a program; every program reads the other targets."
        )
    if (body.into is not None) != (body.to == "copies"):
        raise UsageError("Copies need a new folder; the other targets do not take one.")
    into = None if body.into is None else planjobs.copies_folder(session.roots, body.into)
    caution = Caution(body.unsure, body.slight)
    return PlanOptions(body.to, body.program, caution, body.zone or None, body.guessed, into)

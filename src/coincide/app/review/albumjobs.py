"""Albums from the app: what is offered, what is refused, and made by the command line's code."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from coincide.app.review.answers import AlbumMade, AlbumOffer, AlbumPlace
from coincide.app.review.folders import new_place
from coincide.app.review.jobs import Watch
from coincide.app.review.openproject import OpenedProject
from coincide.app.review.requests import MakeAlbumBody
from coincide.app.review.session import Session
from coincide.errors import UsageError, WriteError
from coincide.model import Event
from coincide.project.album.export import check_album, write_album
from coincide.project.album.gazetteer import installed_gazetteer
from coincide.writing.album import Form, Wishes, check_out, title_text
from coincide.writing.album.folders import name_for_disk

# what an album is called beside its event, by form
NAMES: dict[Form, str] = {
    "site": "{} album",
    "one-file": "{} album.html",
    "pdf": "{} storyboard.pdf",
    "folders": "{} by chapters",
    "json": "{} album.json",
    "book": "{} book.pdf",
    "film": "{}.mp4",
}
# other names that are tried where something else lies there
MOST_TRIED = 50


def album_offer(session: Session) -> AlbumOffer:
    """Return what an album may be, where it would lie, and what was written last."""
    opened = session.opened
    event = opened.solution.event
    folder = _beside(event, session.roots)
    return AlbumOffer(
        title=title_text(event.name),
        towns=installed_gazetteer() is not None,
        forms=tuple(
            AlbumPlace(form, "" if folder is None else str(_free(folder, event.name, form)))
            for form in NAMES
        ),
        made=session.albums.written.get(_project(opened)),
    )


def _beside(event: Event, allowed: Sequence[Path]) -> Path | None:
    """Return a folder beside the photos, else an allowed one; None where all are among them."""
    photos = [root.resolve() for root in event.roots if isinstance(root, Path)]
    for folder in (*(root.parent for root in photos), *allowed):
        below = any(folder.is_relative_to(root) for root in allowed)
        if below and not any(folder.is_relative_to(root) for root in photos):
            return folder
    return None


def _free(folder: Path, name: str, form: Form) -> Path:
    """Return a path where nothing lies, or an album to be brought up to date."""
    names = _names(name, form)
    return next((folder / text for text in names if _may_write(folder / text, form)), folder)


def _names(name: str, form: Form) -> Iterator[str]:
    plain = name_for_disk(name)
    yield NAMES[form].format(plain)
    for number in range(2, MOST_TRIED):
        yield NAMES[form].format(f"{plain} {number}")


def _may_write(path: Path, form: Form) -> bool:
    try:
        check_out(path, form)
    except (UsageError, OSError):
        return False
    return not path.is_symlink()


def checked_place(session: Session, body: MakeAlbumBody) -> Path:
    """Return where an album is to go; raise what the command line raises, and sooner."""
    out = new_place(session.roots, body.out)
    check_album(session.opened.solution.event, out, body.form, _wishes(body))
    return out


def make_album(session: Session, out: Path, body: MakeAlbumBody, watch: Watch) -> None:
    """Write an album and tell all pages where it is."""
    opened = session.opened
    title = " ".join((body.title or "").split())
    try:
        written, look = write_album(
            opened.project,
            out,
            body.form,
            _wishes(body),
            title=title or None,
            best=body.best,
            progress=watch.progress,
        )
    except OSError as error:
        raise WriteError(f"{out} could not be written ({error.strerror or error}).") from error
    made = AlbumMade(
        form=body.form,
        path=str(written.first),
        n_shown=written.n_shown,
        notes=written.notes,
        changed=look.changed,
    )
    session.albums.written[_project(opened)] = made
    session.news.tell("made", made)


def _wishes(body: MakeAlbumBody) -> Wishes:
    return Wishes(body.who, body.originals, body.towns, times=True)


def _project(opened: OpenedProject) -> str:
    return str(opened.project.folder)

"""Write a story in the form that was asked for."""

from collections.abc import Callable
from pathlib import Path

from coincide.errors import UsageError
from coincide.model.progress import StageProgress
from coincide.storage.outputs import REMEDY, may_write, write_output
from coincide.writing.album.book import write_book
from coincide.writing.album.document import album_text
from coincide.writing.album.folders import write_folders
from coincide.writing.album.manifest import check_folder
from coincide.writing.album.model import Story, Wishes, in_order
from coincide.writing.album.onefile import write_one_file
from coincide.writing.album.reel import write_film_of
from coincide.writing.album.site import WrittenAlbum, write_site
from coincide.writing.album.storyboard import write_storyboard
from coincide.writing.choices import Form

Writer = Callable[[Story, Path, Wishes, StageProgress], WrittenAlbum]
_FOLDERS: tuple[Form, ...] = ("site", "folders")


def write_story(
    story: Story, out: Path, form: Form, wishes: Wishes, progress: StageProgress
) -> WrittenAlbum:
    """Write an album; raise UsageError where something else is in its place."""
    if not story.shown:
        raise UsageError("There is nothing to show: no photo of this event has a place in it.")
    check_out(out, form)
    return WRITERS[form](story, out, wishes, progress)


def is_folder(form: Form) -> bool:
    """Tell whether a form is a folder, not one file."""
    return form in _FOLDERS


def check_out(out: Path, form: Form) -> None:
    """Raise UsageError where something is in an album's place that is none."""
    if is_folder(form):
        check_folder(out)
    else:
        _check_file(out)


def _check_file(out: Path) -> None:
    if out.is_dir():
        raise UsageError(f"{out} is a folder. Name the file to write.")
    if not may_write(out):
        raise UsageError(f"{out} exists and is no album that Coincide wrote for you. {REMEDY}")


def _write_json(story: Story, out: Path, wishes: Wishes, _progress: StageProgress) -> WrittenAlbum:
    write_output(out, album_text(in_order(story), None, wishes).encode())
    return WrittenAlbum(out, len(story.shown))


WRITERS: dict[Form, Writer] = {
    "site": write_site,
    "one-file": write_one_file,
    "pdf": write_storyboard,
    "folders": write_folders,
    "json": _write_json,
    "book": write_book,
    "film": write_film_of,
}

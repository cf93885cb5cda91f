"""Make what an album shows of each photo and clip, several at a time, each whole or not at all."""

import hashlib
import secrets
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from coincide.engine import LocalEngine
from coincide.media.exiftool import ExifTool
from coincide.media.pictures import DECODE_ERRORS
from coincide.model.progress import StageProgress
from coincide.model.times import WallTime
from coincide.writing.album import manifest
from coincide.writing.album.films import write_film
from coincide.writing.album.manifest import Made, recipe
from coincide.writing.album.model import ShownPhoto, Wishes
from coincide.writing.album.originals import stripped_photo
from coincide.writing.album.pictures import METHOD, QUALITIES, SIZES_PX, views_of
from coincide.writing.album.taken import container_time, date_file, set_time
from coincide.writing.choices import Originals

PICTURES, FILMS, ORIGINALS = "pictures", "films", "originals"

Kind = Literal["views", "film", "stripped", "as-is"]


@dataclass(frozen=True, slots=True)
class RenditionJob:
    """Something to make of one file; ``place`` is where it goes, where that is settled."""

    kind: Kind
    file: Path
    key: str
    place: str = ""
    taken: WallTime | None = None  # what a copy is to say of its time; None: nothing anew

    @property
    def recipe(self) -> str:
        """What tells it from others."""
        how = (self.place, SIZES_PX, QUALITIES, METHOD)
        return recipe(self.kind, self.key, *how, *([self.taken.text] if self.taken else []))


@dataclass(frozen=True)
class Renditions:
    """What was made for each photo of a story; None where it was not asked for."""

    views: tuple[Made, ...]
    films: tuple[Made | None, ...]
    originals: tuple[Made | None, ...]


def jobs_of(one: ShownPhoto, wishes: Wishes) -> dict[str, RenditionJob]:
    """Return what is to be made of a photo or clip, by what it is for."""
    found = {"views": RenditionJob("views", one.file, one.key)}
    if one.length_s is not None:
        found["film"] = RenditionJob("film", one.file, one.key)
    if wishes.originals is not None:
        kind = _copied(one, wishes.originals)
        found["original"] = RenditionJob(kind, one.file, one.key, taken=_told(one, wishes))
    return found


def copy_of(one: ShownPhoto, place: str, wishes: Wishes) -> RenditionJob:
    """Return the job that copies a photo or clip to a place, to be given its ending."""
    kind = _copied(one, wishes.originals or "stripped")
    return RenditionJob(kind, one.file, one.key, place, _told(one, wishes))


def _told(one: ShownPhoto, wishes: Wishes) -> WallTime | None:
    return one.taken if wishes.times else None


def _copied(one: ShownPhoto, wanted: Originals) -> Kind:
    return "film" if one.length_s is not None and wanted == "stripped" else wanted


def make_all(
    jobs: Iterable[RenditionJob], folder: Path, progress: StageProgress
) -> dict[str, Made]:
    """Make what is not there yet, several at a time; return all by recipe."""
    known = manifest.load_made(folder)
    wanted = {job.recipe: job for job in jobs}
    missing = [job for key, job in wanted.items() if key not in known]
    n_done = len(wanted) - len(missing)
    manifest.begin(folder)
    with ExifTool() as tool, LocalEngine() as engine:
        for done in engine.map(_make, _Room(folder, tool), missing):
            manifest.note(folder, done.value)
            known[done.value.recipe] = done.value
            n_done += 1
            progress("pictures", n_done, len(wanted))
    return {key: known[key] for key in wanted}


@dataclass(frozen=True)
class _Room:
    """Where things are made, and the tool for tags inside copies, which starts if it is needed."""

    folder: Path
    tool: ExifTool


def _make(room: _Room, job: RenditionJob) -> Made:
    folder = room.folder
    try:
        match job.kind:
            case "views":
                return _make_views(folder, job)
            case "film":
                return _make_film(folder, job)
            case "stripped":
                return _write_original(folder, job, stripped_photo(job.file, job.taken))
            case "as-is":
                return _copy_original(room, job)
    except DECODE_ERRORS as error:
        made = Made(job.recipe, "", {}, why_not=type(error).__name__)
        manifest.record(folder, made, {})
        return made


def _make_views(folder: Path, job: RenditionJob) -> Made:
    views = views_of(job.file)
    name = manifest.name_of(views.webp[-1])
    files = {
        f"{PICTURES}/{name}-{size}.webp": data
        for size, data in zip(SIZES_PX, views.webp, strict=False)
    }
    sizes = {path: len(data) for path, data in files.items()}
    made = Made(job.recipe, name, sizes, views.width_px, views.height_px, views.colours)
    digests = {path: hashlib.sha256(data).hexdigest() for path, data in files.items()}
    manifest.record(folder, made, digests)
    for path, data in files.items():
        manifest.put(folder, path, data, by_content=True)
    return made


def _make_film(folder: Path, job: RenditionJob) -> Made:
    with _beside(folder, ".mp4") as part:
        write_film(job.file, part, container_time(job.taken))
        below = FILMS if job.taken is None else ORIGINALS
        return _settled(folder, below, part, ".mp4", job)


def _write_original(folder: Path, job: RenditionJob, data: bytes) -> Made:
    with _beside(folder, ".jpg") as part:
        part.write_bytes(data)
        return _settled(folder, ORIGINALS, part, ".jpg", job)


def _copy_original(room: _Room, job: RenditionJob) -> Made:
    suffix = job.file.suffix.lower()
    with _beside(room.folder, suffix) as part:
        shutil.copyfile(job.file, part)
        untimed = "" if job.taken is None else set_time(room.tool, job.file, part, job.taken)
        return _settled(room.folder, ORIGINALS, part, suffix, job, untimed)


@contextmanager
def _beside(folder: Path, suffix: str) -> Iterator[Path]:
    """Yield a name for a file that is not whole yet; take it away if it stays so."""
    part = folder / f".{secrets.token_hex(8)}.part{suffix}"
    try:
        yield part
    finally:
        part.unlink(missing_ok=True)


def _settled(
    folder: Path, below: str, part: Path, suffix: str, job: RenditionJob, untimed: str = ""
) -> Made:
    """Give a file that is whole its name, and its date where that is told."""
    with part.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256")
    name = manifest.name_by(digest.digest())
    path = f"{job.place or f'{below}/{name}'}{suffix}"
    made = Made(job.recipe, name, {path: part.stat().st_size}, untimed=untimed)
    manifest.check_place(folder, path, by_content=not job.place)
    manifest.record(folder, made, {path: digest.hexdigest()})
    (folder / path).parent.mkdir(parents=True, exist_ok=True)
    if job.taken is not None:
        date_file(part, job.taken)
    part.replace(folder / path)
    return made

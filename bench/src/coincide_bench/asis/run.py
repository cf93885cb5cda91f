"""Run real events as a user would, each in a folder of its own: the sets are never written to."""

import logging
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from coincide.ingest import read_event
from coincide.media.kinds import named_as_media
from coincide.model import Photo, file_of
from coincide_bench.asis.names import neutral_name
from coincide_bench.suites.context import BenchContext
from coincide_bench.suites.realevents import EVENTS, RealEvent, told_by
from coincide_bench.wholeplan.figures import Judged, judge_event
from coincide_bench.wholeplan.look import look
from coincide_bench.wholeplan.pool import keep_counts, warm_project
from coincide_bench.wholeplan.truth import KnownFile, told_by_name

logger = logging.getLogger(__name__)

Rename = Callable[[Path], str]


@dataclass(frozen=True)
class AsIs:
    """One event as it is; ``named``: with the names that a website gave, else neutral ones."""

    event: RealEvent
    named: bool
    judged: Judged

    @property
    def name(self) -> str:
        """What it is called in tables."""
        return f"{self.event.folder}, as named" if self.named else self.event.folder


def run_as_is(context: BenchContext, only: Sequence[str] = ()) -> Iterator[AsIs]:
    """Yield all events at hand: those that a website named twice, with neutral names first."""
    wanted = [event for event in EVENTS if not only or event.folder in only]
    for number, event in enumerate(wanted):
        context.progress("events", number, len(wanted))
        source = None if context.datasets is None else context.datasets / event.folder
        if source is None or not source.is_dir():
            logger.warning("The photo set %s is not at hand and is left out.", event.folder)
            continue
        for named in (False, True) if event.renamed else (False,):
            keep = named or not event.renamed
            rename: Rename = (lambda path: path.name) if keep else neutral_name
            yield AsIs(event, named, judge_real(event, source, context.cache, rename))
    context.progress("events", len(wanted), len(wanted))


def judge_real(event: RealEvent, source: Path, cache: Path, rename: Rename) -> Judged:
    """Return what becomes of one event in a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="coincide-bench-") as scratch:
        folder = (Path(scratch) / event.folder).resolve()
        copy_photos(source, folder, rename)
        files = known_files(event, folder)
        warm_project(folder, cache)
        looked = look(folder)
        keep_counts(folder, cache)
        return judge_event(files, looked, crosses_zones=event.crosses_zones)


def copy_photos(source: Path, folder: Path, rename: Rename) -> None:
    """Copy an event's photos, each camera's into a folder of its own, by other names."""
    for path in sorted(source.rglob("*")):
        if path.is_file() and named_as_media(path):
            camera = folder / path.relative_to(source).parts[0]
            camera.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, camera / rename(path))


def known_files(event: RealEvent, folder: Path) -> list[KnownFile]:
    """Return all files of an event with their truth, by camera."""
    found = []
    for photo in read_event([folder]).photos:
        for path in (photo.path, *(companion.path for companion in photo.companions)):
            found.append(_known(event, photo, PurePosixPath(file_of(path).relative_to(folder))))
    return sorted(found, key=lambda file: file.path)


def _known(event: RealEvent, photo: Photo, path: PurePosixPath) -> KnownFile:
    camera = path.parts[0]
    return KnownFile(
        path=path,
        clock=camera,
        truth=event.truth_of(camera, photo),
        told=told_by(photo),
        gps_s=photo.gps_time_s,
        named=told_by_name(path),
    )

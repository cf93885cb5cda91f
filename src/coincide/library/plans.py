"""From a stretch to a plan: its files are read whole, and corrected as those of an event are."""

import glob
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from msgspec import structs

from coincide.errors import PlanError
from coincide.ingest.event import make_event
from coincide.ingest.galleries import slug
from coincide.ingest.scan import Scan, Source
from coincide.library.clocks import paths_of
from coincide.library.decide import Decision, Piece, support_in_words
from coincide.library.openlibrary import Library
from coincide.media.kinds import named_as_media
from coincide.media.records import read_files
from coincide.media.sidecars import read_sidecars
from coincide.model import Event, Gallery, Photo
from coincide.model.progress import StageProgress
from coincide.model.times import to_text
from coincide.project.plans.plans import free_plan_path, plan_by_hand
from coincide.project.solutions.status import quiet
from coincide.writing.plan import Plan, PlanOptions
from coincide.writing.plan.model import LeftAlone

# a file says the time that the scan found, but for what is behind its seconds
_SAME_S = 1.0


def plan_stretch(
    library: Library, decision: Decision, options: PlanOptions, *, progress: StageProgress = quiet
) -> Plan:
    """Return the plan that corrects one stretch, each of its pieces as one gallery.

    A file that does not say what the scan found was corrected since, by a person or a plan, in
    itself or by its sidecar: its time is settled, and it is left.
    """
    galleries, left = list[Gallery](), list[LeftAlone]()
    shifts_s, reasons = dict[str, float](), dict[str, str]()
    for piece in decision.pieces:
        gallery, settled = _gallery(library, decision, piece, progress)
        left += settled
        if gallery is not None:
            galleries.append(gallery)
            shifts_s[gallery.name] = piece.error_s
            reasons[gallery.name] = reason_of(decision)
    event = _event(library, decision, galleries)
    if not galleries:
        raise PlanError(f"Nothing is left to correct of {event.name}: all of it was since.")
    plan = plan_by_hand(event, shifts_s, options, progress=progress)
    return structs.replace(
        plan,
        galleries=tuple(structs.replace(one, why=reasons[one.name]) for one in plan.galleries),
        left=(*plan.left, *left),
    )


def plan_path(library: Library, decision: Decision) -> Path:
    """Return where the plan of a stretch goes: named by its clock and its first day."""
    return free_plan_path(library.plans, _plan_name(decision))


def known_plan(library: Library, decision: Decision) -> Path | None:
    """Return the newest plan of a stretch; None where none was made."""
    if decision.state != "wrong":
        return None
    name = glob.escape(_plan_name(decision))
    found = [*library.plans.glob(f"{name}.json"), *library.plans.glob(f"{name}-*.json")]
    return max(found, key=lambda path: path.stat().st_mtime_ns, default=None)


def _plan_name(decision: Decision) -> str:
    first_s = float(decision.solved.material.first_s[decision.pieces[0].first])
    return f"{slug(decision.solved.clock.name)}-{to_text(first_s)[:10]}"


def reason_of(decision: Decision) -> str:
    """Return in words what a stretch rests on."""
    return f"its clock's history rests on {support_in_words(decision.support)}"


def _event(library: Library, decision: Decision, galleries: Sequence[Gallery]) -> Event:
    name = f"{decision.solved.clock.name} {days_of(decision)}"
    roots = tuple(root.folder for root in library.roots)
    return Event(name, tuple(galleries), project=library.plans.parent / "project", roots=roots)


def days_of(decision: Decision, pieces: Sequence[Piece] = ()) -> str:
    """Return the days of some pieces of a stretch, else of all, as its clock showed them."""
    pieces = pieces or decision.pieces
    material = decision.solved.material
    first_s = float(material.first_s[pieces[0].first])
    last_s = float(material.last_s[pieces[-1].end - 1])
    return f"{to_text(first_s)[:10]} to {to_text(last_s)[:10]}"


def _gallery(
    library: Library, decision: Decision, piece: Piece, progress: StageProgress
) -> tuple[Gallery | None, list[LeftAlone]]:
    """Return the photos of a piece as its files are now, and those whose time is settled."""
    clock = decision.solved.clock
    paths = paths_of(library.store, clock, range(piece.first, piece.end))
    shown_s = {
        path: float(time_s) for path, time_s in zip(paths, _times(decision, piece), strict=True)
    }
    name = f"{clock.name}, {days_of(decision, [piece])}"
    there = [path for path in paths if path.is_file()]
    if not there:
        return None, []
    photos = _read(library, name, there, _counted(progress))
    kept = [photo for photo in photos if _is_as_scanned(photo, shown_s)]
    settled = [
        LeftAlone(str(photo.path), "its time was corrected since, or its sidecar says another")
        for photo in photos
        if photo not in kept
    ]
    return (Gallery(name, tuple(kept)) if kept else None), settled


def _times(decision: Decision, piece: Piece) -> Sequence[float]:
    clock = decision.solved.clock
    rows = slice(clock.starts[piece.first], clock.starts[piece.end])
    times: list[float] = clock.photos.time_s[rows].tolist()
    return times


def _is_as_scanned(photo: Photo, shown_s: dict[Path, float]) -> bool:
    files = [photo.file, *(companion.path for companion in photo.companions)]
    found = [shown_s[path] for path in files if isinstance(path, Path) and path in shown_s]
    return any(abs(photo.recorded_time_s - time_s) < _SAME_S for time_s in found)


def _read(
    library: Library, name: str, paths: Sequence[Path], progress: Callable[[int, int], None]
) -> tuple[Photo, ...]:
    """Return files as photos with their companions, all of one clock."""
    files = with_companions(paths)
    records = read_files(files, progress=progress)
    roots = tuple(root.folder for root in library.roots)
    scan = Scan(name, (Source(name, tuple(files), one_clock=True),), roots=roots)
    event = make_event(scan, records, read_sidecars(records), roots)
    photos = [replace(photo, camera_time_s=photo.recorded_time_s) for photo in event.photos]
    return tuple(sorted(photos, key=lambda photo: (photo.camera_time_s, photo.key)))


def with_companions(paths: Sequence[Path]) -> list[Path]:
    """Return files with the other files of the same shots, by path."""
    return sorted({*paths, *_beside(paths)})


def _beside(paths: Sequence[Path]) -> Iterator[Path]:
    """Yield the other files of the same shots: same folder, same name but for its end."""
    stems = {(path.parent, path.stem.casefold()) for path in paths}
    for folder in sorted({path.parent for path in paths}):
        for path in sorted(folder.iterdir()):
            if (folder, path.stem.casefold()) in stems and named_as_media(path) and path.is_file():
                yield path


def _counted(progress: StageProgress) -> Callable[[int, int], None]:
    return lambda done, total: progress("read", done, total)

"""What chapters are found in: events synced once, kept as columns with the truth beside them."""

import shutil
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from coincide.album import Shots
from coincide.demo import plan_event
from coincide.errors import NothingToSyncError
from coincide.model import Floats, Indices, Offsets, Photo, Placement
from coincide.project import Project
from coincide.project.album.items import Item, items_by_any_clock
from coincide.project.album.make import shots_of
from coincide.project.read.vectors import looks_of
from coincide_bench.asis.names import neutral_name
from coincide_bench.asis.run import copy_photos
from coincide_bench.chapters.truth import day_named, once, place_named, places_at, stays
from coincide_bench.mess.bases import RENDERED as DEMO
from coincide_bench.mess.bases import rendered_folder
from coincide_bench.suites.cache import keep, kept_path, load_kept
from coincide_bench.suites.context import BenchContext
from coincide_bench.suites.realevents import EVENTS
from coincide_bench.wholeplan.pool import keep_counts, warm_project

DEV_SETS = ("california_2016",)
REPORT_SETS = ("tasmania_2018", "yulefest_2022", "studytrip_2018")
# sets whose positions are the truth, and so are hidden
BY_POSITION = ("tasmania_2018", "yulefest_2022")
DEMO_NAME = "demo "
# raised when what is kept is made in another way
_RECIPE = "2"
# what is kept of an event: what was seen, and the truth; how photos came out is not asked
_TRUTH = ("true_s", "chapter", "counted")
_SEEN = tuple(field.name for field in fields(Shots) if field.name not in ("worth", "faces"))


@dataclass(frozen=True)
class Columns:
    """An event's photos as a sync found them, in any order, and the truth beside them.

    seen: its event_time_s is NaN where a photo is unplaced. true_s: when it was. chapter: the
    number of the true one, −1 where nobody knows. counted: whether it is judged.
    """

    seen: Shots
    true_s: Floats
    chapter: Indices
    counted: NDArray[np.bool_]

    def of(self, rows: Indices) -> "Columns":
        """Return some of them."""
        return Columns(
            self.seen.of(rows), self.true_s[rows], self.chapter[rows], self.counted[rows]
        )

    def shots(self, clocks: str) -> tuple[Shots, Indices]:
        """Return what a method sees by some clocks, "found" or "true", and whose rows it is."""
        found = clocks == "found"
        times_s = self.seen.event_time_s if found else self.true_s
        known = np.flatnonzero(~np.isnan(times_s))
        rows = known[np.argsort(times_s[known], kind="stable")]
        some = self.seen.of(rows)
        if found:
            return some, rows
        nobody = np.zeros(len(rows), dtype=np.bool_)
        return (
            replace(some, event_time_s=times_s[rows], sd_s=np.zeros(len(rows)), guessed=nobody),
            rows,
        )


@dataclass(frozen=True)
class KnownChapters:
    """An event to be parted; ``group``: the set it counts as part of.

    pauses_s: (M, 2), between true chapters, none where they are not known to the minute.
    """

    name: str
    group: str
    columns: Columns
    pauses_s: Floats


def known_chapters(context: BenchContext, seeds: Sequence[int]) -> Iterator[KnownChapters]:
    """Yield the events at hand of which the chapters are known."""
    sets = REPORT_SETS if context.report else DEV_SETS
    wanted = [*sets, *(f"{DEMO_NAME}{seed}" for seed in seeds)]
    for number, name in enumerate(wanted):
        context.progress("events", number, len(wanted))
        if name in sets:
            source = None if context.datasets is None else context.datasets / name
            if source is None or not source.is_dir():
                continue
            yield KnownChapters(name, name, _kept(context, name, source), np.zeros((0, 2)))
        else:
            columns = _kept(context, name, None)
            seed = int(name.removeprefix(DEMO_NAME))
            yield KnownChapters(name, "demo", columns, _pauses_s(seed, columns))
    context.progress("events", len(wanted), len(wanted))


def _kept(context: BenchContext, name: str, source: Path | None) -> Columns:
    """Return an event's columns, from the cache where they are."""
    path = kept_path(context.cache / "chapters", [_RECIPE, name, repr(DEMO)])
    arrays = load_kept(path, (*_SEEN, *_TRUTH))
    if arrays is None:
        with tempfile.TemporaryDirectory(prefix="coincide-bench-") as scratch:
            folder = (Path(scratch) / "event").resolve()
            made = (
                _of_demo(folder, int(name.removeprefix(DEMO_NAME)), context)
                if source is None
                else _of_set(folder, name, source, context)
            )
        kept = {**vars(made.seen), **vars(made)}
        keep(path, {text: kept[text] for text in (*_SEEN, *_TRUTH)})
        return made
    seen = Shots(**{text: arrays[text] for text in _SEEN})
    return Columns(seen, **{text: arrays[text] for text in _TRUTH})


def _of_demo(folder: Path, seed: int, context: BenchContext) -> Columns:
    """Return a demo event's columns."""
    options = replace(DEMO, seed=seed)
    shutil.copytree(rendered_folder(options, context.cache), folder)
    plan = plan_event(options)
    truth = plan.truth
    numbers = {one.name: number for number, one in enumerate(truth.chapters)}
    true_s = {
        f"{gallery.name}/{shot.file_name}": shot.event_time_s
        for gallery in plan.galleries
        for shot in gallery.shots
    }
    items, seen = _synced(folder, context)
    paths = [item.photo.file.relative_to(folder).as_posix() for item in items]
    return Columns(
        seen,
        true_s=np.array([true_s[path] for path in paths]),
        chapter=np.array([numbers[truth.photos[path]] for path in paths]),
        counted=np.ones(len(items), dtype=bool),
    )


def _pauses_s(seed: int, columns: Columns) -> Floats:
    """Return when people went from one chapter to the next, of those that have photos."""
    chapters = plan_event(replace(DEMO, seed=seed)).truth.chapters
    seen = [chapters[number] for number in np.unique(columns.chapter)]
    return np.array([(one.end_s, other.start_s) for one, other in pairwise(seen)])


def _of_set(folder: Path, name: str, source: Path, context: BenchContext) -> Columns:
    """Return a real set's columns; its files' names are seen by the truth alone."""
    names: dict[str, str] = {}

    def rename(path: Path) -> str:
        neutral = neutral_name(path)
        names[f"{path.relative_to(source).parts[0]}/{neutral}"] = path.name
        return neutral

    copy_photos(source, folder, rename)
    items, seen = _synced(folder, context)
    photos = [item.photo for item in items]
    paths = [photo.file.relative_to(folder).as_posix() for photo in photos]
    walls = [
        _wall_s(name, path.split("/")[0], photo) for path, photo in zip(paths, photos, strict=True)
    ]
    wall_s, true_s = np.array(walls).T
    named = [names[path] for path in paths]
    chapter = _chapters_of(name, named, seen.position_deg, wall_s)
    if name in BY_POSITION:
        seen = replace(seen, position_deg=np.full_like(seen.position_deg, np.nan))
    recorded_s = np.array([photo.recorded_time_s for photo in photos])
    first = once([path.split("/")[0] for path in paths], recorded_s)
    return Columns(
        seen,
        true_s=true_s,
        chapter=np.array(chapter),
        counted=np.array(first) & (np.array(chapter) >= 0),
    )


def _chapters_of(
    name: str, names: Sequence[str], position_deg: Floats, wall_s: Floats
) -> list[int]:
    """Return the true chapter of each photo of a set."""
    if name in BY_POSITION:
        return stays(places_at(position_deg), wall_s)
    if name in DEV_SETS:
        return stays([place_named(text) for text in names], wall_s)
    days = [day_named(text) for text in names]
    numbers = {day: number for number, day in enumerate(sorted({text for text in days if text}))}
    return [-1 if day is None else numbers[day] for day in days]


def _wall_s(name: str, camera: str, photo: Photo) -> tuple[float, float]:
    """Return when a photo was taken: by the clocks of the place, and by one for the whole event."""
    event = next((one for one in EVENTS if one.folder == name), None)
    truth = None if event is None else event.truth_of(camera, photo)
    if event is None or truth is None:
        return photo.recorded_time_s, photo.recorded_time_s
    last_s = event.zones[-1][1] if event.zones else 0
    return truth.wall_s, truth.instant_s + last_s


def _synced(folder: Path, context: BenchContext) -> tuple[list[Item], Shots]:
    """Return the photos of an event, placed ones first, and their columns as a sync finds them."""
    warm_project(folder, context.cache)
    project = Project.at(folder)
    try:
        solution = project.sync().solution
    except NothingToSyncError:
        return _of_one_clock(project)
    keep_counts(folder, context.cache)
    placed = items_by_any_clock(solution)
    known = {item.photo.path for item in placed}
    lost = [
        Item(one.photo, one.gallery, one.gallery, float("nan"))
        for one in solution.timeline
        if one.photo.path not in known
    ]
    items = [*placed, *lost]
    look = looks_of([item.photo.key for item in items], project.folder)
    return items, shots_of(tuple(items), solution.offsets, look)


def _of_one_clock(project: Project) -> tuple[list[Item], Shots]:
    """Return the photos of one camera alone, by its own clock."""
    (gallery,) = project.read(keep=False).galleries
    items = [
        Item(photo, gallery.name, gallery.name, photo.camera_time_s) for photo in gallery.photos
    ]
    look = looks_of([photo.key for photo in gallery.photos], project.folder)
    alone = Offsets(gallery.name, "none", (Placement(gallery.name, None),))
    return items, shots_of(tuple(items), alone, look)

"""The album of a solution: its photos and clips of known time, by chapters."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist

import numpy as np

from coincide.album import Album, AlbumOptions, Group, Shots, make_album
from coincide.album.covers import cover_choices, with_covers
from coincide.album.groups import Pair, best_of, find_groups, near_pairs
from coincide.album.summary import summary
from coincide.features.same import Sameness
from coincide.model import Offsets, Photo, Place, Singles
from coincide.model.offsets import RIGHT_WITHIN_S
from coincide.model.progress import StageProgress
from coincide.project.album.gazetteer import installed_gazetteer
from coincide.project.album.items import Item, angles_in, instants_in, items_by_any_clock, items_of
from coincide.project.album.similarity import compared, faces_of, on_disk, worth_of
from coincide.project.copies import are_two_shots
from coincide.project.read.vectors import looks_of
from coincide.project.solutions.solutions import Solution
from coincide.storage.objectstore import open_store
from coincide.storage.projectstore import ProjectStore

# standard deviations in half of a 90 % interval
_HALF = 1.645
# a probability below this is none, but leaves numbers finite
_NEXT_TO_NONE = 1e-6


@dataclass(frozen=True)
class EventAlbum:
    """An album with what its rows stand for.

    ``unplaced`` are photos that are in no chapter: nobody knows their time, or not well enough.
    ``about`` are rows whose time is not known to a few minutes.
    ``hidden`` and ``chosen`` are rows, as a person wants them; whoever shows an album leaves the
    hidden ones out.
    """

    items: tuple[Item, ...]
    album: Album
    unplaced: tuple[Photo, ...]
    hidden: frozenset[int] = frozenset()
    chosen: frozenset[int] = frozenset()
    about: frozenset[int] = frozenset()


def album_of(
    solution: Solution,
    options: AlbumOptions = AlbumOptions(),
    *,
    places: bool = True,
    keep: bool = False,
    progress: StageProgress = lambda _stage, _done, _total: None,
) -> EventAlbum:
    """Return the album of a solution, chapters and groups; see the two that make them.

    What nothing places is shown by its camera's own clock, where that may be right.
    """
    items = items_by_any_clock(solution)
    shots = _shots(items, solution)
    made = _parted(items, shots, solution, options, places=places)
    return _grouped(made, shots, solution, keep=keep, progress=progress)


def parted_album(
    solution: Solution, options: AlbumOptions = AlbumOptions(), *, places: bool = True
) -> EventAlbum:
    """Return the album of a solution by chapters. What is not placed is in none.

    ``places``: chapters may be called after the town that they are in.
    """
    items = items_of(solution)
    return _parted(items, _shots(items, solution), solution, options, places=places)


def _parted(
    items: tuple[Item, ...],
    shots: Shots,
    solution: Solution,
    options: AlbumOptions,
    *,
    places: bool,
) -> EventAlbum:
    gazetteer = installed_gazetteer() if places else None
    album = make_album(shots, options, gazetteer=gazetteer)
    album = replace(album, angles=angles_in(solution, items))
    shown = {item.photo.path for item in items}
    unplaced = [item.photo for item in solution.timeline if item.photo.path not in shown]
    unsure = np.flatnonzero((shots.sd_s > options.sure_sd_s) & ~shots.by_own_clock)
    return EventAlbum(
        items,
        album,
        (*(items[row].photo for row in album.open), *unplaced),
        about=frozenset(unsure.tolist()),
    )


def with_groups(
    made: EventAlbum,
    solution: Solution,
    *,
    keep: bool = False,
    progress: StageProgress = lambda _stage, _done, _total: None,
) -> EventAlbum:
    """Return an album with the groups of photos that show the same.

    They are compared for it, and ``progress`` is told; ``keep``: in the project folder, so that it
    is done once. Whoever only looks leaves that folder as it is.
    """
    shots = _shots(made.items, solution)
    return _grouped(made, shots, solution, keep=keep, progress=progress)


def _grouped(
    made: EventAlbum, shots: Shots, solution: Solution, *, keep: bool, progress: StageProgress
) -> EventAlbum:
    project = solution.event.project
    groups = groups_of(made.items, shots, project, progress, keep=keep)
    album = replace(made.album, groups=groups)
    photos = [item.photo for item in made.items]
    if project is not None and on_disk(photos):
        rows = [row for chapter in album.chapters for row in cover_choices(chapter, shots)]
        with open_store(project, readonly=not keep) as store:
            judged = _judged(shots, photos, rows, store, progress, keep=keep)
            judged = _faced(judged, photos, rows, store, progress, keep=keep)
            instants = instants_in(shots, photos, groups, store, progress, keep=keep)
        album = with_covers(replace(album, instants=instants), judged)
    return replace(made, album=album)


def _judged(
    shots: Shots,
    photos: Sequence[Photo],
    rows: Sequence[int],
    store: ProjectStore,
    progress: StageProgress,
    *,
    keep: bool,
) -> Shots:
    """Return shots with how well some of them came out."""
    worth = np.zeros(len(shots))
    worth[rows] = worth_of([photos[row] for row in rows], store, progress, keep=keep)
    return replace(shots, worth=worth)


def _faced(
    shots: Shots,
    photos: Sequence[Photo],
    rows: Sequence[int],
    store: ProjectStore,
    progress: StageProgress,
    *,
    keep: bool,
) -> Shots:
    """Return shots with how well faces are seen in some of them, where anything can tell."""
    found = faces_of([photos[row] for row in rows], store, progress, keep=keep)
    if found is None:
        return shots
    faces = np.zeros(len(shots))
    faces[rows] = found
    return replace(shots, faces=faces)


def _shots(items: tuple[Item, ...], solution: Solution) -> Shots:
    look = looks_of([item.photo.key for item in items], solution.event.project)
    return shots_of(items, solution.offsets, look)


def groups_of(
    items: Sequence[Item],
    shots: Shots,
    project: Place | None,
    progress: StageProgress,
    *,
    keep: bool,
) -> tuple[Group, ...]:
    """Return the groups of shots that show the same, where photos and project are at hand."""
    photos, pairs = [item.photo for item in items], near_pairs(shots)
    if project is None or not pairs or not on_disk(photos):
        return ()
    with open_store(project, readonly=not keep) as store:
        seen = compared(photos, pairs, store, progress, keep=keep)
        groups = find_groups(shots, {pair: _told(photos, pair, seen[pair]) for pair in seen})
        rows = sorted({row for group in groups for row in group.rows})
        judged = _judged(shots, photos, rows, store, progress, keep=keep)
    return tuple(replace(group, best=best_of(group.rows, judged)) for group in groups)


def _told(photos: Sequence[Photo], pair: Pair, seen: Sameness) -> Sameness:
    """Return what was seen of two photos, not as one where cameras wrote that they are two."""
    one, other = (photos[row] for row in pair)
    return replace(seen, apart=np.inf) if are_two_shots(one, other) else seen


def summary_of(
    made: EventAlbum,
    solution: Solution,
    n: int,
    *,
    given: Collection[int] = (),
    keep: bool = False,
    progress: StageProgress = lambda _stage, _done, _total: None,
) -> tuple[int, ...]:
    """Return n rows of a solution's album that tell the event; ``given`` are among them."""
    shots, project = _shots(made.items, solution), solution.event.project
    photos = [item.photo for item in made.items]
    if project is not None and on_disk(photos):
        with open_store(project, readonly=not keep) as store:
            shots = replace(shots, worth=worth_of(photos, store, progress, keep=keep))
            shots = _faced(shots, photos, range(len(photos)), store, progress, keep=keep)
    return summary(made.album, shots, n, hidden=made.hidden, given=given)


def shots_of(items: tuple[Item, ...], offsets: Offsets, look: Singles) -> Shots:
    """Return the columns that the album is made from."""
    galleries = {
        name: number for number, name in enumerate(sorted({item.gallery for item in items}))
    }
    people = {name: number for number, name in enumerate(sorted({item.person for item in items}))}
    places = [item.photo.position for item in items]
    return Shots(
        event_time_s=np.array([item.event_time_s for item in items], dtype=np.float64),
        sd_s=np.array([_sd_s(item.gallery, offsets) for item in items], dtype=np.float64),
        gallery=np.array([galleries[item.gallery] for item in items], dtype=np.int64),
        person=np.array([people[item.person] for item in items], dtype=np.int64),
        position_deg=np.array(
            [
                (np.nan, np.nan) if at is None else (at.latitude_deg, at.longitude_deg)
                for at in places
            ],
            dtype=np.float64,
        ).reshape(-1, 2),
        length_s=np.array([_length_s(item.photo) for item in items], dtype=np.float64),
        look=look,
        scene_ev=np.array(
            [np.nan if item.photo.scene_ev is None else item.photo.scene_ev for item in items],
            dtype=np.float64,
        ),
        local_time_s=np.array([item.local.time_s for item in items], dtype=np.float64),
        guessed=np.array([item.own_clock for item in items], dtype=np.bool_),
    )


def _sd_s(gallery: str, offsets: Offsets) -> float:
    """Return how well a gallery's time is known; what may be elsewhere altogether is not."""
    placement = offsets[gallery]
    estimate = placement.estimate
    if estimate is None:
        return 0.0
    sd_s = (estimate.high_s - estimate.low_s) / 2 / _HALF
    if estimate.probability is None or placement.certain or gallery == offsets.anchor:
        return sd_s
    # the normal distribution that holds as much of its probability near what was found
    held = max(placement.verdict.sureness, _NEXT_TO_NONE)
    return max(sd_s, RIGHT_WITHIN_S / NormalDist().inv_cdf((1.0 + held) / 2))


def _length_s(photo: Photo) -> float:
    return 0.0 if photo.clip is None else photo.clip.duration_s or 0.0

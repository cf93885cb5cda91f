"""From clips where they belong to scenes of a film: who is seen where, and whose sound is heard."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import ceil
from pathlib import Path
from types import MappingProxyType

from coincide.writing.clips.frames import round_half_up
from coincide.writing.clips.model import Arrangement, ClipTrack, PlacedClip

# nobody filmed for longer than this: the film goes on where somebody did
FOLD_S = Fraction(2)
# a grid that would be seen for less is none, where another one shows the same and more
_LEAST_S = Fraction(1)
# a screen shows no more, and a grid of small pictures needs no more
MOST_RATE = Fraction(30)
SIZE_PX = (1920, 1080)


@dataclass(frozen=True, slots=True)
class Cell:
    """A camera in a grid: its name, the rectangle that it has, and its clips in the scene.

    ``camera``: which of the scene's cameras it is.
    """

    name: str
    left: int
    top: int
    width: int
    height: int
    clips: tuple[PlacedClip, ...]
    camera: int


@dataclass(frozen=True, slots=True)
class Grid:
    """Those who film at a time, and where each is seen for so many frames."""

    n_frames: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class AudioSpan:
    """A clip whose sound is heard, from some second of it on, for so long."""

    clip: PlacedClip
    from_s: Fraction
    length_s: Fraction


@dataclass(frozen=True, slots=True)
class Scene:
    """A stretch that somebody filmed, from ``start_s`` on: one grid after another.

    ``heard``: what is heard, one after another, from its beginning on; None is silence.
    """

    start_s: Fraction
    grids: tuple[Grid, ...]
    heard: tuple[AudioSpan | Fraction, ...]

    @property
    def n_frames(self) -> int:
        """Frames of all grids."""
        return sum(grid.n_frames for grid in self.grids)


@dataclass(frozen=True, slots=True)
class GridFilm:
    """A film: its scenes one after another, frames a second, width and height."""

    scenes: tuple[Scene, ...]
    rate: Fraction
    size_px: tuple[int, int]

    @property
    def n_frames(self) -> int:
        """Frames of all scenes."""
        return sum(scene.n_frames for scene in self.scenes)


def grid_film(
    arranged: Arrangement,
    size_px: tuple[int, int] = SIZE_PX,
    upright_px: Mapping[Path, tuple[int, int]] = MappingProxyType({}),
) -> GridFilm:
    """Return the film of an arrangement, with a grid of those who film at each time.

    ``upright_px``: how wide and high clips are as they are shown, where that is known.
    """
    rate = (
        arranged.rate
        if arranged.rate <= MOST_RATE
        else arranged.rate / ceil(arranged.rate / MOST_RATE)
    )
    scenes = (
        _scene(arranged.tracks, from_s, to_s, rate, size_px, upright_px)
        for from_s, to_s in _filmed(arranged)
    )
    return GridFilm(tuple(scenes), rate, size_px)


def _filmed(arranged: Arrangement) -> Iterator[tuple[Fraction, Fraction]]:
    """Yield the stretches that somebody filmed, from when to when; short gaps are part of them."""
    clips = sorted(arranged.clips, key=lambda clip: clip.start_s)
    from_s, to_s = clips[0].start_s, clips[0].end_s
    for clip in clips[1:]:
        if clip.start_s > to_s + FOLD_S:
            yield from_s, to_s
            from_s = to_s = clip.start_s
        to_s = max(to_s, clip.end_s)
    yield from_s, to_s


def _scene(
    tracks: Sequence[ClipTrack],
    from_s: Fraction,
    to_s: Fraction,
    rate: Fraction,
    size_px: tuple[int, int],
    upright_px: Mapping[Path, tuple[int, int]],
) -> Scene:
    filming = [
        (track.name, tuple(clip for clip in track.clips if from_s <= clip.start_s < to_s))
        for track in tracks
    ]
    filming = [(name, clips) for name, clips in filming if clips]
    n_frames = max(round_half_up((to_s - from_s) * rate), 1)
    grids = []
    for first, last, cameras in _turns([clips for _, clips in filming], from_s, rate, n_frames):
        at_s = (from_s + first / rate, from_s + last / rate)
        longest = [_longest(filming[camera][1], *at_s) for camera in cameras]
        sizes = [upright_px.get(clip.path, clip.size_px) for clip in longest]
        places = zip(cameras, grid_cells(sizes, size_px), strict=True)
        cells = tuple(
            Cell(filming[camera][0], *place, filming[camera][1], camera) for camera, place in places
        )
        grids.append(Grid(last - first, cells))
    all_clips = [clip for _, clips in filming for clip in clips]
    return Scene(from_s, tuple(grids), tuple(_one_sound(all_clips, from_s, n_frames / rate)))


def _longest(clips: Sequence[PlacedClip], from_s: Fraction, to_s: Fraction) -> PlacedClip:
    """Return the clip that runs for longest within a time."""
    return max(clips, key=lambda clip: min(clip.end_s, to_s) - max(clip.start_s, from_s))


def _turns(
    filming: Sequence[Sequence[PlacedClip]], from_s: Fraction, rate: Fraction, n_frames: int
) -> list[tuple[int, int, tuple[int, ...]]]:
    """Return from which frame to which cameras film, whenever others do than before.

    A camera goes on through a short gap between its clips; while nobody films, nothing changes.
    """
    runs = [
        (camera, _frame_of(first_s, from_s, rate), _frame_of(last_s, from_s, rate))
        for camera, clips in enumerate(filming)
        for first_s, last_s in _without_gaps(clips)
    ]
    inside = {frame for _, *ends in runs for frame in ends if 0 < frame < n_frames}
    turns: list[tuple[int, int, tuple[int, ...]]] = []
    for first, last in pairwise([0, *sorted(inside), n_frames]):
        cameras = tuple(
            dict.fromkeys(camera for camera, one, other in runs if one < last and other > first)
        )
        if turns and (not cameras or cameras == turns[-1][2]):
            turns[-1] = (turns[-1][0], last, turns[-1][2])
        else:
            turns.append((first, last, cameras or tuple(range(len(filming)))))
    return _without_short(turns, int(_LEAST_S * rate))


def _frame_of(time_s: Fraction, from_s: Fraction, rate: Fraction) -> int:
    """Return the first frame that is shown at a time or less than half a frame before it."""
    return ceil((time_s - from_s) * rate - Fraction(1, 2))


def _without_gaps(clips: Sequence[PlacedClip]) -> list[tuple[Fraction, Fraction]]:
    """Return from when to when a camera films."""
    found: list[tuple[Fraction, Fraction]] = []
    for clip in clips:
        if found and clip.start_s <= found[-1][1] + FOLD_S:
            found[-1] = (found[-1][0], max(found[-1][1], clip.end_s))
        else:
            found.append((clip.start_s, clip.end_s))
    return found


def _without_short(
    turns: Sequence[tuple[int, int, tuple[int, ...]]], least: int
) -> list[tuple[int, int, tuple[int, ...]]]:
    """Return turns of which those that are short go with one beside that shows the same."""
    kept: list[tuple[int, int, tuple[int, ...]]] = []
    for first, last, cameras in turns:
        start, stop, before = kept[-1] if kept else (first, first, ())
        if kept and last - first < least and {*cameras} <= {*before}:
            kept[-1] = (start, last, before)
        elif kept and (cameras == before or (stop - start < least and {*before} <= {*cameras})):
            kept[-1] = (start, last, cameras)
        else:
            kept.append((first, last, cameras))
    return kept


def grid_cells(
    shown_px: Sequence[tuple[int, int]], size_px: tuple[int, int]
) -> list[tuple[int, int, int, int]]:
    """Return left, top, width and height of cells, all even, that show most of such pictures.

    >>> grid_cells([(16, 9)] * 3, (1920, 1080))
    [(0, 0, 960, 540), (960, 0, 960, 540), (480, 540, 960, 540)]
    >>> grid_cells([(9, 16)] * 3, (1920, 1080))
    [(0, 0, 640, 1080), (640, 0, 640, 1080), (1280, 0, 640, 1080)]
    """
    n = len(shown_px)

    def cell_px(n_columns: int) -> tuple[int, int]:
        n_rows = ceil(n / n_columns)
        return size_px[0] // n_columns // 2 * 2, size_px[1] // n_rows // 2 * 2

    def shown(n_columns: int) -> float:
        width, height = cell_px(n_columns)
        return sum(min(width / wide, height / high) ** 2 * wide * high for wide, high in shown_px)

    # of grids that show as much, the wider one: two lie beside each other
    n_columns = max(range(1, n + 1), key=lambda columns: (round(shown(columns)), columns))
    width, height = cell_px(n_columns)
    places = []
    for at in range(n):
        row, column = divmod(at, n_columns)
        # what is left for the last row stands in its middle
        n_here = min(n - row * n_columns, n_columns)
        left = (n_columns - n_here) * width // 4 * 2 + column * width
        places.append((left, row * height, width, height))
    return places


def _one_sound(
    clips: Sequence[PlacedClip], from_s: Fraction, length_s: Fraction
) -> Iterator[AudioSpan | Fraction]:
    """Yield whose sound is heard: one clip's until it ends, then of those that go on the longest's.

    Where nobody recorded sound, how long it is silent.
    """
    at_s, to_s = from_s, from_s + length_s
    sounding = [clip for clip in clips if clip.n_channels]
    while at_s < to_s:
        here = [clip for clip in sounding if clip.start_s <= at_s < clip.end_s]
        if here:
            best = max(here, key=lambda clip: clip.end_s)
            until_s = min(best.end_s, to_s)
            yield AudioSpan(best, at_s - best.start_s, until_s - at_s)
        else:
            later = [clip.start_s for clip in sounding if clip.start_s > at_s]
            until_s = min([to_s, *later])
            yield until_s - at_s
        at_s = until_s

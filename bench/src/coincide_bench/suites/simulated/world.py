"""A simulated event without its vectors: the script, the photographers and their clocks."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from coincide.model import Floats, Indices, PhotoTable
from coincide.model.times import HOUR_S
from coincide_bench.event import draw_hidden_s
from coincide_bench.suites.simulated.options import (
    MIN_PHOTOS_PER_GALLERY,
    SimulatedOptions,
    check_options,
)
from coincide_bench.suites.simulated.rhythm import Shots, draw_attended, draw_shots, draw_visit
from coincide_bench.suites.simulated.script import Moments, draw_moments

# how uneven galleries are: σ of the logarithm of their photos
SIZE_SPREAD = 0.5
# a clock is set anew somewhere in the middle of a gallery, not at its very ends
JUMP_FROM, JUMP_TO = 0.2, 0.8
JUMP_STEPS_S = (-2 * HOUR_S, -HOUR_S, HOUR_S, 2 * HOUR_S)


@dataclass(frozen=True, slots=True)
class Jump:
    """A clock that was set anew: from row ``photo`` on it shows ``step_s`` more."""

    gallery: str
    photo: int
    step_s: float


@dataclass(frozen=True)
class World:
    """N photos of a simulated event as columns (N,), in the order of ``table``.

    ``moment`` is −1 for a private photo. ``scene`` numbers what a photo shows: a moment,
    or from len(moments) on one private run each. ``place`` likewise: private runs have
    places of their own. ``view``, from 0 to 1, says what of a moment a photo looks at.
    ``group`` (k,) is n_groups for a stranger.
    """

    options: SimulatedOptions
    moments: Moments
    table: PhotoTable
    event_time_s: Floats
    moment: Indices
    view: Floats
    scene: Indices
    place: Indices
    group: Indices
    truth: Mapping[str, float]
    jumps: tuple[Jump, ...]

    @property
    def anchor(self) -> str:
        """The first gallery, which is never a stranger."""
        return self.table.names[0]

    @property
    def n_scenes(self) -> int:
        """Moments and private runs together."""
        return max(len(self.moments), int(self.scene.max()) + 1)

    @property
    def n_places(self) -> int:
        """Places of moments and of private runs together."""
        return self.moments.n_places + self.n_scenes - len(self.moments)

    def moments_of(self) -> dict[str, frozenset[int]]:
        """Return the numbers of the moments each gallery holds a photo of."""
        return {
            name: frozenset(np.unique(held[held >= 0]).tolist())
            for name, held in (
                (name, self.moment[self.table.rows(number)])
                for number, name in enumerate(self.table.names)
            )
        }


def draw_world(options: SimulatedOptions) -> World:
    """Return the world of some options; the same options give the same world."""
    check_options(options)
    rng = np.random.default_rng([options.seed, 0])
    moments = draw_moments(rng, options)
    group = _draw_groups(rng, options)
    sizes = _draw_sizes(rng, options)
    shots = [
        _draw_gallery(options, moments, number, int(group[number]), int(size))
        for number, size in enumerate(sizes)
    ]
    starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    names = tuple(f"g{number:04d}" for number in range(len(sizes)))
    hidden_s = draw_hidden_s(rng, options.offsets, len(sizes))
    event_time_s = np.concatenate([shot.event_time_s for shot in shots])
    moment = np.concatenate([shot.moment for shot in shots])
    private_run = _number_private_runs(shots)
    jumps = _draw_jumps(rng, options, names, starts, event_time_s)
    return World(
        options=options,
        moments=moments,
        table=PhotoTable(
            names=names,
            starts=starts,
            camera_time_s=_camera_times(event_time_s, hidden_s, starts, jumps),
            position_deg=np.full((len(event_time_s), 2), np.nan),
        ),
        event_time_s=event_time_s,
        moment=moment,
        view=np.concatenate([shot.view for shot in shots]),
        scene=np.where(moment >= 0, moment, len(moments) + private_run),
        place=np.where(moment >= 0, moments.place[moment], moments.n_places + private_run),
        group=group,
        truth={
            name: -float(hidden_s[number])
            for number, name in enumerate(names)
            if group[number] < options.n_groups
        },
        jumps=jumps,
    )


def _draw_groups(rng: np.random.Generator, options: SimulatedOptions) -> Indices:
    """Return the group of each gallery: even, shuffled, the anchor in the first."""
    members = np.arange(options.n_galleries) % options.n_groups
    others = np.concatenate([members[1:], np.full(options.n_strangers, options.n_groups)])
    return np.concatenate([members[:1], rng.permutation(others)]).astype(np.int64)


def _draw_sizes(rng: np.random.Generator, options: SimulatedOptions) -> Indices:
    """Return the photos of each gallery: uneven, not too few, exact in total."""
    n_all = options.n_galleries + options.n_strangers
    weights = np.exp(SIZE_SPREAD * rng.standard_normal(n_all))
    spare = options.n_photos - MIN_PHOTOS_PER_GALLERY * n_all
    ends = np.round(np.cumsum(weights) / weights.sum() * spare).astype(np.int64)
    sizes: Indices = MIN_PHOTOS_PER_GALLERY + np.diff(ends, prepend=0)
    return sizes


def _draw_gallery(
    options: SimulatedOptions, moments: Moments, number: int, group: int, n_photos: int
) -> Shots:
    # a stream of its own: what one photographer does moves no other's photos
    rng = np.random.default_rng([options.seed, 1, number])
    attended = draw_attended(rng, moments, group, options)
    visits = np.random.default_rng([options.seed, 5, number])
    if visits.random() < options.bridge_share and group < options.n_groups > 1:
        visited = (group + int(visits.integers(1, options.n_groups))) % options.n_groups
        attended = draw_visit(visits, moments, attended, group, visited)
    return draw_shots(rng, moments, attended, n_photos, options)


def _number_private_runs(shots: list[Shots]) -> Indices:
    """Return a number for each photo's private run, 0, 1, … over all galleries; 0 for others."""
    numbers, n_before = [], 0
    for shot in shots:
        private = shot.moment < 0
        runs, nth = np.unique(shot.run[private], return_inverse=True)
        number = np.zeros(len(private), np.int64)
        number[private] = n_before + nth
        numbers.append(number)
        n_before += len(runs)
    return np.concatenate(numbers)


def _draw_jumps(
    rng: np.random.Generator,
    options: SimulatedOptions,
    names: tuple[str, ...],
    starts: Indices,
    event_time_s: Floats,
) -> tuple[Jump, ...]:
    """Return where clocks were set anew; photos stay in order, or no table could hold them.

    A clock set back is therefore set back in a long enough pause, and forward if none is.
    """
    jumps = []
    for number in np.flatnonzero(rng.random(len(names)) < options.jump_share):
        first, last = int(starts[number]), int(starts[number + 1])
        low = first + max(1, round(JUMP_FROM * (last - first)))
        high = first + max(2, round(JUMP_TO * (last - first)))
        step_s = float(rng.choice(JUMP_STEPS_S))
        pauses_s = np.diff(event_time_s[low - 1 : high])
        fitting = np.flatnonzero(pauses_s + step_s > 0.0)
        if not len(fitting):
            step_s, fitting = -step_s, np.arange(len(pauses_s))
        jumps.append(Jump(names[number], low + int(rng.choice(fitting)), step_s))
    return tuple(jumps)


def _camera_times(
    event_time_s: Floats, hidden_s: Floats, starts: Indices, jumps: tuple[Jump, ...]
) -> Floats:
    camera_time_s = event_time_s + np.repeat(hidden_s, np.diff(starts))
    for jump in jumps:
        gallery_end = starts[np.searchsorted(starts, jump.photo, side="right")]
        camera_time_s[jump.photo : gallery_end] += jump.step_s
    return camera_time_s

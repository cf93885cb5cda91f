"""Demo events as an album sees them, with their true chapters; nothing is drawn.

What a network would see of a photo is drawn from where it was taken and what happened there.
"""

from dataclasses import dataclass, replace
from itertools import groupby

import numpy as np

from coincide.album import Shots
from coincide.demo import DemoOptions, DemoPlan, plan_event
from coincide.demo.schedule.programme import ProgrammeMoment
from coincide.model import Indices, Singles
from coincide_bench.suites.splits import make_rng

# a party, a large one, and one of many short visits
SIZES = (
    DemoOptions(n_galleries=8, n_photos=200),
    DemoOptions(n_galleries=16, n_photos=600),
    DemoOptions(n_galleries=24, n_photos=400, attendance=0.35, moment_share=0.7),
)
# every so manieth person has two cameras
_TWO_CAMERAS = 3
_N_DIMENSIONS = 64
# of a look: what all photos share, its place, what happens there, and the photo's own
_ALL, _PLACE, _MOMENT, _OWN = 1.0, 0.7, 0.7, 0.9


@dataclass(frozen=True)
class KnownStory:
    """An event's shots, and the true chapter of each, (N,)."""

    shots: Shots
    chapter: Indices


def story_of(options: DemoOptions) -> KnownStory:
    """Return the event of some options, by true time."""
    plan = plan_event(options)
    people = _people(len(plan.galleries))
    taken = sorted(
        ((shot, number) for number, one in enumerate(plan.galleries) for shot in one.shots),
        key=lambda item: (item[0].event_time_s, item[1]),
    )
    times_s = np.array([shot.event_time_s for shot, _ in taken])
    gallery = np.array([number for _, number in taken])
    shots = Shots(
        event_time_s=times_s,
        sd_s=np.zeros(len(taken)),
        gallery=gallery,
        person=people[gallery],
        position_deg=np.full((len(taken), 2), np.nan),
        length_s=np.zeros(len(taken)),
        look=_looks([(shot.place, shot.moment or shot.file_name) for shot, _ in taken], options),
    )
    return KnownStory(shots, np.searchsorted(_begins_s(plan), times_s, side="right").clip(1) - 1)


def stories(seeds: tuple[int, ...]) -> list[KnownStory]:
    """Return events of all sizes, one of each for every seed."""
    return [story_of(replace(size, seed=seed)) for seed in seeds for size in SIZES]


def _people(n_cameras: int) -> Indices:
    """Return whose each camera is."""
    starts = [number % _TWO_CAMERAS != 1 for number in range(n_cameras)]
    return np.cumsum(starts) - 1


def _begins_s(plan: DemoPlan) -> list[float]:
    """Return when chapters begin: where people go to another place."""

    def place_of(moment: ProgrammeMoment) -> str:
        return moment.place

    return [next(stay).start_s for _, stay in groupby(plan.moments, key=place_of)]


def _looks(seen: list[tuple[str, str]], options: DemoOptions) -> Singles:
    rng = make_rng(options.seed, "looks")
    of_all = rng.standard_normal(_N_DIMENSIONS)
    drawn: dict[str, np.ndarray] = {}
    rows = []
    for place, moment in seen:
        for name in (place, moment):
            drawn.setdefault(name, rng.standard_normal(_N_DIMENSIONS))
        own = rng.standard_normal(_N_DIMENSIONS)
        rows.append(_ALL * of_all + _PLACE * drawn[place] + _MOMENT * drawn[moment] + _OWN * own)
    look = np.array(rows)
    unit: Singles = (look / np.linalg.norm(look, axis=1, keepdims=True)).astype(np.float32)
    return unit

"""What a simulated event is asked to be."""

from dataclasses import dataclass
from typing import Literal

from coincide.errors import UsageError
from coincide_bench.event import OffsetsKind

# where the strangers' photos are from: places of their own, or the event's on another day
StrangersKind = Literal["elsewhere", "another day"]

MIN_PHOTOS_PER_GALLERY = 8


@dataclass(frozen=True, slots=True)
class SimulatedOptions:
    """The size of a simulated event, its seed, and what makes it hard."""

    n_photos: int = 600  # of all galleries together, strangers included
    n_galleries: int = 10  # of the event itself
    seed: int = 0
    offsets: OffsetsKind = "continuous"
    # galleries of another event, on top; the right answer for them is "unplaced"
    n_strangers: int = 0
    strangers: StrangersKind = "elsewhere"
    # groups of people that never photograph the same moment
    n_groups: int = 1
    # share of photographers who are with another group for a part of the time
    bridge_share: float = 0.0
    n_days: int = 2
    moments_per_day: int = 10
    # places of one group; fewer than moments, so that most are come back to
    n_places: int = 5
    # share of the programme that a photographer is there for, on average
    presence: float = 0.7
    # chance that somebody who is there photographs a moment
    attendance: float = 0.6
    # share of photos that nobody else has the like of
    private_share: float = 0.28
    # share of photographers who only ever shoot one stage, i.e. one place
    stage_share: float = 0.1
    # share of galleries whose clock is set anew at some photo
    jump_share: float = 0.0


def check_options(options: SimulatedOptions) -> None:
    """Raise UsageError for options no event can be made of."""
    n_all = options.n_galleries + options.n_strangers
    if options.n_galleries < 2 or options.n_strangers < 0:
        raise UsageError(
            f"a simulated event has 2 galleries or more, not {options.n_galleries}, "
            f"and 0 strangers or more, not {options.n_strangers}"
        )
    if options.n_photos < n_all * MIN_PHOTOS_PER_GALLERY:
        raise UsageError(
            f"{n_all} galleries need {n_all * MIN_PHOTOS_PER_GALLERY} photos or more, "
            f"not {options.n_photos}"
        )
    counts = {
        "n_groups": options.n_groups,
        "n_days": options.n_days,
        "moments_per_day": options.moments_per_day,
        "n_places": options.n_places,
    }
    for name, count in counts.items():
        if count < 1:
            raise UsageError(f"{name} is {count}: give 1 or more")
    shares = ("presence", "attendance", "private_share", "stage_share", "jump_share")
    for name in (*shares, "bridge_share"):
        value = getattr(options, name)
        if not 0.0 <= value <= 1.0:
            raise UsageError(f"{name} is {value}: give a number from 0 to 1")

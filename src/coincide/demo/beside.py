"""What lies beside the photos of an event: copies that were forwarded."""

from dataclasses import dataclass

import numpy as np

from coincide.demo.plan import DemoPlan, Shot
from coincide.errors import UsageError
from coincide.model.times import to_datetime

CHAT = "Chat"  # the folder of forwarded copies
# of every so many forwarded photos, one whose photographer has kept no original
GONE_EVERY = 3


@dataclass(frozen=True, slots=True)
class Forwarded:
    """A copy sent through a messenger: smaller, without tags, named by the day it came."""

    gallery: str
    shot: Shot
    file_name: str
    original_kept: bool


def plan_forwarded(plan: DemoPlan) -> tuple[Forwarded, ...]:
    """Return the forwarded copies, in the order they were sent: not that of their times."""
    rng = np.random.default_rng([plan.options.seed, 4])
    shots = [
        (gallery.name, shot)
        for gallery in plan.galleries
        for shot in gallery.shots
        if shot.moment is not None
    ]
    sent = rng.permutation(len(shots))[: plan.options.n_forwarded]
    if len(sent) < plan.options.n_forwarded:
        raise UsageError(
            f"only {len(shots)} photos are of moments, so {plan.options.n_forwarded} cannot be"
            " forwarded: ask for fewer, or for more photos"
        )
    return tuple(
        _forwarded(gallery, shot, nth + 1)
        for nth, (gallery, shot) in enumerate(shots[int(index)] for index in sent)
    )


def _forwarded(gallery: str, shot: Shot, number: int) -> Forwarded:
    day = f"{to_datetime(shot.event_time_s):%Y%m%d}"
    return Forwarded(gallery, shot, f"IMG-{day}-WA{number:04d}.jpg", number % GONE_EVERY != 0)

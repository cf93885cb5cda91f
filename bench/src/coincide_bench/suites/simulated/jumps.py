"""The clocks of a simulated event that were set anew, and how much there is to see of it."""

import numpy as np
from numpy.typing import NDArray

from coincide_bench.event import PlantedJump
from coincide_bench.suites.simulated.world import World


def planted_jumps(world: World) -> tuple[PlantedJump, ...]:
    """Return the jumps of the event's own clocks, as a method should find them."""
    linked = linked_photos(world)
    planted = []
    for jump in world.jumps:
        if jump.gallery not in world.truth:
            continue  # nobody knows when a stranger's clock was right
        rows = world.table.rows(world.table.names.index(jump.gallery))
        planted.append(
            PlantedJump(
                gallery=jump.gallery,
                photo=jump.photo - rows.start,
                # what the clock shows more must be taken away
                step_s=-jump.step_s,
                n_linked_before=int(linked[rows.start : jump.photo].sum()),
                n_linked_after=int(linked[jump.photo : rows.stop].sum()),
            )
        )
    return tuple(planted)


def linked_photos(world: World) -> NDArray[np.bool_]:
    """Return which photos, (N,), share a moment with a photo of another gallery."""
    gallery = world.table.gallery_of(np.arange(world.table.n_photos))
    of_moment = world.moment >= 0
    holders = np.unique(np.stack([world.moment, gallery])[:, of_moment], axis=1)
    n_holders = np.bincount(holders[0], minlength=len(world.moments))
    return of_moment & (n_holders[world.moment] > 1)

"""The suites of simulated events: each seed is a new world at several difficulties."""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from coincide_bench.event import BenchEvent, recoverable_galleries
from coincide_bench.suites.context import BenchContext
from coincide_bench.suites.simulated.jumps import planted_jumps
from coincide_bench.suites.simulated.looks import LookParameters, draw_looks, vectors
from coincide_bench.suites.simulated.options import SimulatedOptions
from coincide_bench.suites.simulated.world import World, draw_world

SUITE, NEGATIVE_SUITE, JUMP_SUITE = "simulated", "negative-simulated", "jumps"

DEFAULT = SimulatedOptions()
WORLDS: Mapping[str, SimulatedOptions] = {
    "default": DEFAULT,
    # most people see most things, all of them walk about, and few places are come back to
    "easy": replace(
        DEFAULT,
        presence=0.85,
        attendance=0.8,
        private_share=0.1,
        stage_share=0.0,
        n_places=12,
    ),
    # few shared moments among many other photos, in places that look the same all day
    "hard": replace(DEFAULT, presence=0.5, attendance=0.5, private_share=0.5, n_places=4),
    # half of the galleries share nothing with the anchor's but places
    "groups": replace(DEFAULT, n_groups=2),
    "hours": replace(DEFAULT, offsets="hours"),
    "reset": replace(DEFAULT, offsets="reset"),
}
NEGATIVE_WORLDS: Mapping[str, SimulatedOptions] = {
    "strangers": replace(DEFAULT, n_strangers=3, n_photos=780),
    "another-day": replace(DEFAULT, n_strangers=3, n_photos=780, strangers="another day"),
}
# a quarter of the clocks: the others show how often a jump is seen where there is none
JUMPING = replace(DEFAULT, jump_share=0.25)
JUMP_WORLDS: Mapping[str, SimulatedOptions] = {
    "default": JUMPING,
    "easy": replace(WORLDS["easy"], jump_share=JUMPING.jump_share),
    # as many photos of each as on a long trip: most jumps have enough linked photos around them
    "many-photos": replace(JUMPING, n_photos=1000),
    "many-galleries": replace(JUMPING, n_photos=1400, n_galleries=20),
}
# worlds of one kind that a seed has: enough galleries to tell 99 % from 98 %
N_WORLDS = 2
# between the worlds of a seed: beyond whatever the seeds of other worlds come to
WORLD_STEP = 1_000_000
# from the real set with the least to the one with the most (ADR 33)
SAMENESS, LASTING_SHARE = (0.22, 0.37), (0.20, 0.63)
# photographers of one group in a large world: as many as know each other
GROUP_SIZE = 25


def simulated_events(seeds: Sequence[int], context: BenchContext) -> Iterator[BenchEvent]:
    """Yield the worlds of every seed, two of each kind; each is a cluster of its own."""
    yield from _events(SUITE, WORLDS, seeds, context, n_worlds=N_WORLDS)


def simulated_negative_events(seeds: Sequence[int], context: BenchContext) -> Iterator[BenchEvent]:
    """Yield worlds with galleries of another event: from elsewhere, or the same places later."""
    yield from _events(NEGATIVE_SUITE, NEGATIVE_WORLDS, seeds, context)


def simulated_jump_events(seeds: Sequence[int], context: BenchContext) -> Iterator[BenchEvent]:
    """Yield worlds in which some clocks are set anew during the event."""
    yield from _events(JUMP_SUITE, JUMP_WORLDS, seeds, context)


def _events(
    suite: str,
    worlds: Mapping[str, SimulatedOptions],
    seeds: Sequence[int],
    context: BenchContext,
    *,
    n_worlds: int = 1,
) -> Iterator[BenchEvent]:
    """Yield ``n_worlds`` of each kind for every seed; from the second on they bear a number."""
    n_done = 0
    for seed, nth in itertools.product(seeds, range(n_worlds)):
        for number, (kind, options) in enumerate(worlds.items()):
            # difficulties must not share a world: they are trials of their own
            own_seed = nth * WORLD_STEP + seed * len(worlds) + number
            world = draw_world(replace(options, seed=own_seed))
            name = f"simulated/{kind}" if nth == 0 else f"simulated/{kind}-{nth + 1}"
            yield bench_event(world, suite=suite, name=name, seed=seed)
            n_done += 1
            context.progress("simulate", n_done, len(seeds) * n_worlds * len(worlds))


def bench_event(world: World, *, suite: str, name: str, seed: int) -> BenchEvent:
    """Return a world as a trial, with the vectors of all of its photos."""
    table = world.table
    members = tuple(gallery for gallery in table.names if gallery in world.truth)
    return BenchEvent(
        suite=suite,
        name=name,
        cluster=f"{name}/{seed}",
        seed=seed,
        offsets_kind=world.options.offsets,
        table=table,
        features={"pooled": vectors(world, draw_looks(world, draw_parameters(world)), slice(None))},
        anchor=world.anchor,
        truth=world.truth,
        truth_kind="known",
        recoverable=recoverable_galleries(members, world.moments_of(), world.anchor),
        jumps=planted_jumps(world),
    )


def draw_parameters(world: World) -> LookParameters:
    """Return the looks of one event: its two numbers lie where those of real events do."""
    rng = np.random.default_rng([world.options.seed, 4])
    sameness, lasting_share = rng.uniform(*SAMENESS), rng.uniform(*LASTING_SHARE)
    return replace(LookParameters(), sameness=float(sameness), lasting_share=float(lasting_share))


def big_world(n_photos: int, n_galleries: int, seed: int, *, bridge_share: float = 0.0) -> World:
    """Return a world of any size: many groups, each as large as people know each other.

    ``bridge_share``: of the people who go from one group to another; without any, nothing but
    places connects the groups. Its vectors are made block by block with ``looks.vectors``; a
    million of them would take 5 GB at once.
    """
    n_groups = max(1, round(n_galleries / GROUP_SIZE))
    return draw_world(
        replace(
            DEFAULT,
            n_photos=n_photos,
            n_galleries=n_galleries,
            n_groups=n_groups,
            bridge_share=bridge_share,
            seed=seed,
        )
    )

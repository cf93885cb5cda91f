from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coincide.errors import UsageError
from coincide_bench.suites.simulated.options import (
    MIN_PHOTOS_PER_GALLERY,
    SimulatedOptions,
    StrangersKind,
)
from coincide_bench.suites.simulated.script import STRANGERS_LATER_S
from coincide_bench.suites.simulated.world import World, draw_world

SMALL = SimulatedOptions(n_photos=200, n_galleries=8)


def galleries_of(world: World, group: int) -> list[int]:
    return np.flatnonzero(world.group == group).tolist()


def moments_of(world: World, gallery: int) -> set[int]:
    held = world.moment[world.table.rows(gallery)]
    return set(held[held >= 0].tolist())


def test_the_same_options_give_the_same_world_and_another_seed_another() -> None:
    one, two, other = (draw_world(replace(SMALL, seed=seed)) for seed in (3, 3, 4))
    assert np.array_equal(one.table.camera_time_s, two.table.camera_time_s)
    assert np.array_equal(one.scene, two.scene)
    assert one.truth == two.truth
    assert not np.array_equal(one.event_time_s, other.event_time_s)


@settings(max_examples=25)
@given(
    n_galleries=st.integers(2, 9),
    extra=st.integers(0, 150),
    n_groups=st.integers(1, 3),
    n_strangers=st.integers(0, 3),
    n_places=st.integers(1, 9),
    private_share=st.floats(0.0, 1.0),
    stage_share=st.floats(0.0, 1.0),
    jump_share=st.floats(0.0, 1.0),
    seed=st.integers(0, 1000),
)
def test_any_world_is_a_table_with_clocks_that_the_truth_explains(
    n_galleries: int, extra: int, n_groups: int, n_strangers: int, n_places: int,
    private_share: float, stage_share: float, jump_share: float, seed: int,
) -> None:  # fmt: skip
    n_photos = (n_galleries + n_strangers) * MIN_PHOTOS_PER_GALLERY + extra
    world = draw_world(
        SimulatedOptions(
            n_photos=n_photos,
            n_galleries=n_galleries,
            n_groups=n_groups,
            n_strangers=n_strangers,
            n_places=n_places,
            private_share=private_share,
            stage_share=stage_share,
            jump_share=jump_share,
            seed=seed,
        )
    )
    assert world.table.n_photos == n_photos
    assert world.table.n_galleries == n_galleries + n_strangers
    jumped = {jump.gallery: jump for jump in world.jumps}
    for number, name in enumerate(world.table.names):
        rows = world.table.rows(number)
        assert rows.stop - rows.start >= MIN_PHOTOS_PER_GALLERY
        assert np.all(np.diff(world.table.camera_time_s[rows]) >= 0)
        if name in world.truth:
            error_s = world.table.camera_time_s[rows] + world.truth[name] - world.event_time_s[rows]
            at = jumped[name].photo - rows.start if name in jumped else len(error_s)
            assert np.all(error_s[:at] == 0)
            assert np.all(error_s[at:] == (jumped[name].step_s if name in jumped else 0))
    assert world.scene.max() < world.n_scenes
    assert world.place.max() < world.n_places


def test_photos_of_a_moment_are_of_its_minutes_and_place() -> None:
    world = draw_world(SMALL)
    rows = np.flatnonzero(world.moment >= 0)
    moment = world.moment[rows]
    since_s = world.event_time_s[rows] - world.moments.start_s[moment]
    assert since_s.min() >= -1  # whole seconds
    assert np.all(since_s < world.moments.length_s[moment] + 120)
    assert np.array_equal(world.place[rows], world.moments.place[moment])


def test_moments_of_a_group_never_overlap_and_places_recur() -> None:
    moments = draw_world(SMALL).moments
    ends_s = moments.start_s + moments.length_s
    assert np.all(moments.start_s[1:] >= ends_s[:-1])
    visits = np.bincount(moments.place)
    assert visits.min() >= 2
    assert np.all(np.diff(moments.place) != 0)


def test_private_photos_have_scenes_and_places_nobody_else_has() -> None:
    world = draw_world(SMALL)
    private = world.moment < 0
    assert private.mean() == pytest.approx(SMALL.private_share, abs=0.05)
    gallery = world.table.gallery_of(np.arange(world.table.n_photos))
    for scene in np.unique(world.scene[private]):
        assert len(set(gallery[world.scene == scene].tolist())) == 1
    assert not set(world.place[private].tolist()) & set(world.place[~private].tolist())


def test_separate_groups_share_places_but_no_moment() -> None:
    world = draw_world(replace(SMALL, n_groups=2))
    one, other = (
        set().union(*(moments_of(world, gallery) for gallery in galleries_of(world, group)))
        for group in (0, 1)
    )
    assert one
    assert other
    assert not one & other
    place = world.moments.place
    assert {int(place[moment]) for moment in one} & {int(place[moment]) for moment in other}


def test_who_shoots_one_stage_only_has_moments_of_one_place() -> None:
    world = draw_world(replace(SMALL, stage_share=1.0))
    for gallery in range(world.table.n_galleries):
        assert len({int(world.moments.place[moment]) for moment in moments_of(world, gallery)}) == 1
    everywhere = draw_world(replace(SMALL, stage_share=0.0))
    places = [
        len({int(everywhere.moments.place[moment]) for moment in moments_of(everywhere, gallery)})
        for gallery in range(everywhere.table.n_galleries)
    ]
    assert max(places) > 1


@pytest.mark.parametrize(("kind", "same_places"), [("elsewhere", False), ("another day", True)])
def test_strangers_are_of_another_day_and_have_no_truth(
    kind: StrangersKind, same_places: bool
) -> None:
    options = replace(SMALL, n_strangers=2, strangers=kind)
    world = draw_world(options)
    strangers = galleries_of(world, options.n_groups)
    assert len(strangers) == 2
    names = {world.table.names[gallery] for gallery in strangers}
    assert not names & set(world.truth)
    assert world.anchor in world.truth
    theirs = set().union(*(moments_of(world, gallery) for gallery in strangers))
    ours = set().union(*(moments_of(world, gallery) for gallery in galleries_of(world, 0)))
    assert not theirs & ours
    place = world.moments.place
    shared = {int(place[m]) for m in theirs} & {int(place[m]) for m in ours}
    assert bool(shared) == same_places
    apart_s = world.moments.start_s[min(theirs)] - world.moments.start_s[min(ours)]
    assert apart_s > STRANGERS_LATER_S / 2


def test_fewer_attend_when_asked_to() -> None:
    def n_attended(**changes: float) -> int:
        world = draw_world(replace(SMALL, n_photos=800, **changes))  # type: ignore[arg-type]
        return sum(len(moments_of(world, gallery)) for gallery in range(world.table.n_galleries))

    assert n_attended(attendance=0.2) < n_attended(attendance=0.9)
    assert n_attended(presence=0.2) < n_attended(presence=0.9)


def test_jumps_are_off_unless_asked_for_and_go_both_ways() -> None:
    assert draw_world(SMALL).jumps == ()
    world = draw_world(SimulatedOptions(n_photos=800, n_galleries=20, jump_share=1.0))
    assert len(world.jumps) == 20
    assert {np.sign(jump.step_s) for jump in world.jumps} == {-1.0, 1.0}


def test_how_clocks_are_wrong_leaves_the_photos_as_they_are() -> None:
    one, other = (draw_world(SMALL), draw_world(replace(SMALL, offsets="hours")))
    assert np.array_equal(one.event_time_s, other.event_time_s)
    assert one.truth != other.truth
    assert all(offset_s % 3600 == 0 for offset_s in other.truth.values())


@pytest.mark.parametrize(
    "changes",
    [
        {"n_galleries": 1},
        {"n_photos": 20},
        {"n_places": 0},
        {"attendance": 1.2},
        {"n_strangers": -1},
    ],
)
def test_options_no_event_can_be_made_of_are_refused(changes: dict[str, float]) -> None:
    with pytest.raises(UsageError, match=r"give|need|not"):
        draw_world(replace(SMALL, **changes))  # type: ignore[arg-type]

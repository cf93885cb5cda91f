"""The plan of an event, which needs no drawing."""

import dataclasses
import re
from functools import cache

import numpy as np
import pytest

from coincide.demo import DemoOptions, DemoPlan, plan_event
from coincide.demo.schedule import script
from coincide.demo.schedule.photographers import SUBJECTS
from coincide.demo.schedule.programme import MIDNIGHT_S, PROGRAMME
from coincide.errors import UsageError
from coincide.model.times import DAY_S, HOUR_S, to_datetime

SEEDS = range(1, 21)
SIZES = [(8, 200), (3, 30), (5, 60), (20, 400), (2, 16)]
TINY = [(2, 6), (3, 9), (40, 120)]


@cache
def planned(n_galleries: int, n_photos: int, seed: int) -> DemoPlan:
    return plan_event(DemoOptions(n_galleries, n_photos, seed))


def connected_galleries(plan: DemoPlan) -> int:
    """Count the galleries reachable from the first over three shared moments at a time."""
    moments = [gallery.moments for gallery in plan.galleries]
    reached, to_visit = {0}, [0]
    while to_visit:
        here = to_visit.pop()
        near = {k for k, other in enumerate(moments) if len(moments[here] & other) >= 3} - reached
        reached |= near
        to_visit += near
    return len(reached)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("n_galleries", "n_photos"), SIZES + TINY)
def test_counts_are_exact_and_all_galleries_are_connected(n_galleries, n_photos, seed):
    plan = planned(n_galleries, n_photos, seed)
    assert len(plan.galleries) == n_galleries
    assert sum(len(gallery.shots) for gallery in plan.galleries) == n_photos
    assert min(len(gallery.shots) for gallery in plan.galleries) >= 3
    assert connected_galleries(plan) == n_galleries


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("n_galleries", "n_photos"), SIZES)
def test_aligning_the_middles_of_the_galleries_fails_for_most(n_galleries, n_photos, seed):
    plan = planned(n_galleries, n_photos, seed)
    anchor, *others = plan.galleries
    mid_camera_s = {g.name: g.mid_time_s - g.offset_s for g in plan.galleries}
    errors_s = [
        abs(mid_camera_s[anchor.name] - mid_camera_s[other.name] - other.offset_s)
        for other in others
    ]
    assert sum(error_s > 1800 for error_s in errors_s) > len(others) / 2


@pytest.mark.parametrize("seed", SEEDS)
def test_the_first_gallery_has_the_right_clock_and_no_other(seed):
    plan = plan_event(DemoOptions(seed=seed))
    names = [gallery.name for gallery in plan.galleries]
    assert names == sorted(set(names))
    offsets = [gallery.offset_s for gallery in plan.galleries]
    assert offsets[0] == 0.0
    assert all(abs(offset_s) >= 150 and offset_s == round(offset_s) for offset_s in offsets[1:])


@pytest.mark.parametrize("seed", SEEDS)
def test_clock_errors_vary_and_stay_valid_dates(seed):
    plan = plan_event(DemoOptions(seed=seed))
    scale = {len(str(round(abs(gallery.offset_s)))) for gallery in plan.galleries[1:]}
    assert len(scale) >= 3
    for gallery in plan.galleries:
        years = {to_datetime(s.event_time_s - gallery.offset_s).year for s in gallery.shots}
        assert years <= {1970, 2000, 2006, 2025}


@pytest.mark.parametrize("seed", SEEDS)
def test_shots_keep_to_the_programme(seed):
    plan = plan_event(DemoOptions(seed=seed))
    moments = {moment.key: moment for moment in plan.moments}
    for gallery in plan.galleries:
        times = [shot.event_time_s for shot in gallery.shots]
        assert np.diff(times).min() >= 1.0
        assert gallery.shots[0].moment is not None
        assert gallery.shots[-1].moment is not None
        for shot in gallery.shots:
            if shot.moment is None:
                assert shot.subject in SUBJECTS
            else:
                moment = moments[shot.moment]
                assert moment.place == shot.place
                assert moment.start_s <= shot.event_time_s <= moment.end_s + 60


def test_the_day_has_places_visited_twice_and_gaps_between_moments():
    plan = plan_event(DemoOptions())
    assert len({moment.place for moment in plan.moments}) == 6
    assert len(plan.moments) == len(PROGRAMME) == 14
    for before, after in zip(plan.moments, plan.moments[1:], strict=False):
        assert after.start_s - before.end_s >= 120
    hours = (plan.moments[-1].end_s - plan.moments[0].start_s) / HOUR_S
    assert 5 <= hours <= 7.1
    assert plan.moments[0].start_s > MIDNIGHT_S


def test_names_of_files_are_unique_and_look_like_their_cameras():
    styles = {
        "phone": r"IMG_\d{8}_\d{6}\.jpg",
        "IMG": r"IMG_\d{4}\.JPG",
        "DSC": r"DSC_\d{4}\.JPG",
        "P101": r"P101\d{4}\.JPG",
    }
    seen = set()
    for gallery in plan_event(DemoOptions(12, 360)).galleries:
        names = [shot.file_name for shot in gallery.shots]
        assert len(set(names)) == len(names)
        assert all(re.fullmatch(styles[gallery.camera.names], name) for name in names)
        seen.add(gallery.camera.names)
    assert seen == set(styles)


def test_a_phone_names_its_photos_by_its_own_clock():
    gallery = next(g for g in plan_event(DemoOptions()).galleries[1:] if g.camera.phone)
    shot = gallery.shots[0]
    shown = to_datetime(shot.event_time_s - gallery.offset_s)
    assert shot.file_name == f"IMG_{shown:%Y%m%d_%H%M%S}.jpg"


def test_only_phones_turn_photos_and_two_of_them_write_positions():
    plan = plan_event(DemoOptions())
    turned = {g.camera.phone for g in plan.galleries for s in g.shots if s.orientation != 1}
    assert turned == {True}
    located = [g for g in plan.galleries if g.shots[0].position is not None]
    assert len(located) == 2
    assert all(g.camera.phone and all(s.position for s in g.shots) for g in located)
    nowhere = plan_event(DemoOptions(n_gps=0))
    assert all(s.position is None for g in nowhere.galleries for s in g.shots)


def test_the_same_options_give_the_same_plan_and_other_seeds_another():
    assert plan_event(DemoOptions()) == plan_event(DemoOptions())
    assert plan_event(DemoOptions()).offsets_s != plan_event(DemoOptions(seed=2)).offsets_s


def test_the_knobs_turn():
    def share_private(moment_share: float) -> float:
        plan = plan_event(DemoOptions(moment_share=moment_share))
        return sum(s.moment is None for g in plan.galleries for s in g.shots) / 200

    assert share_private(1.0) == 0.0
    assert share_private(0.5) == pytest.approx(0.5, abs=0.03)

    def spread(view_spread: float) -> float:
        plan = plan_event(DemoOptions(view_spread=view_spread))
        aims = [s.view.x for g in plan.galleries for s in g.shots if s.moment == "games"]
        return float(np.std(aims))

    assert spread(0.0) < spread(1.0) < spread(2.0)

    def minutes_of_dinner(time_spread: float) -> float:
        plan = plan_event(DemoOptions(time_spread=time_spread))
        times = [s.event_time_s for g in plan.galleries for s in g.shots if s.moment == "dinner"]
        return float(np.ptp(times)) / 60

    assert minutes_of_dinner(0.0) < 2 < 4 < minutes_of_dinner(1.0)
    alike = {g.camera.look for g in plan_event(DemoOptions(camera_spread=0.0)).galleries}
    assert len(alike) == 1


@pytest.mark.parametrize(
    "change",
    [
        {"n_galleries": 1},
        {"n_galleries": 41, "n_photos": 4000},
        {"n_photos": 23},
        {"n_photos": 8 * 250 + 1},
        {"seed": -1},
        {"moment_share": 1.5},
        {"view_spread": -0.1},
        {"scale": 0.1},
        {"scale": 1.1},
        {"time_spread": 1.1},
        {"n_gps": -1},
    ],
)
def test_options_out_of_range_are_refused_by_value(change):
    options = dataclasses.replace(DemoOptions(), **change)
    with pytest.raises(UsageError, match=r"give|ask"):
        plan_event(options)


FIRST_S = MIDNIGHT_S + 15 * HOUR_S + 0.25


@pytest.mark.parametrize(
    ("error", "low_s", "high_s"),
    [
        (script.forgotten_hour, HOUR_S - 45, HOUR_S + 45),
        (script.wrong_zone, 2 * HOUR_S - 20, 9 * HOUR_S + 20),
        (script.badly_set, 150, 2700),
        (script.wrong_day, DAY_S - 900, 39 * DAY_S + 900),
    ],
)
def test_sizes_of_errors_are_those_of_their_kind_in_both_directions(error, low_s, high_s):
    drawn = [error(np.random.default_rng(seed), FIRST_S) for seed in range(200)]
    assert all(low_s <= abs(offset_s) <= high_s for offset_s in drawn)
    assert min(drawn) < 0 < max(drawn)


def test_a_reset_clock_started_at_a_first_midnight_before_its_first_photo():
    starts = set()
    for seed in range(200):
        shown_s = FIRST_S - script.reset(np.random.default_rng(seed), FIRST_S)
        start_s = max(start for start in script.RESET_DATES_S if start <= shown_s)
        assert 299 <= shown_s - start_s <= 30 * HOUR_S
        starts.add(start_s)
    assert starts == set(script.RESET_DATES_S)


@pytest.mark.parametrize("phone", [True, False])
def test_kinds_follow_one_another_and_offsets_are_whole_seconds(phone):
    kinds = script.PHONE_ERRORS if phone else script.CAMERA_ERRORS
    for nth in range(2 * len(kinds)):
        drawn = script.draw_offset_s(
            np.random.default_rng(7), phone=phone, nth_of_kind=nth, first_s=FIRST_S
        )
        assert drawn == kinds[nth % len(kinds)](np.random.default_rng(7), FIRST_S)
        assert drawn == round(drawn)

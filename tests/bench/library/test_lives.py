"""Simulated people and their cameras."""

import numpy as np

from coincide.model.times import DAY_S, HOUR_S
from coincide_bench.library.lives import LifeOptions, draw_camera, draw_person

OPTIONS = LifeOptions(years=6, people=1)


def test_a_person_is_away_on_journeys_alone(rng: np.random.Generator) -> None:
    person = draw_person("A", OPTIONS, rng)
    first_s, end_s, hours, north, _ = person.journeys[0]
    inside = np.array([(first_s + end_s) / 2])
    assert person.zone_s(inside)[0] == (1 + hours) * HOUR_S
    assert person.place(inside)[0][0] == north
    assert set(person.zone_s(np.array([first_s - 400 * DAY_S])).tolist()) <= {
        HOUR_S,
        2 * HOUR_S,
    } | {(1 + one[2]) * HOUR_S for one in person.journeys}
    assert (np.diff(person.phone_s) >= 0).all()


def test_a_cameras_photos_are_in_order_and_its_clock_changes_between_sessions(
    rng: np.random.Generator,
) -> None:
    life = draw_camera(draw_person("A", OPTIONS, rng), OPTIONS, rng)
    assert (np.diff(life.sessions) >= 0).all()
    steps = np.abs(np.diff(life.to_utc_s))
    within = np.diff(life.sessions) == 0
    assert steps[within].max() < 5.0
    assert steps[~within].max() > 60.0


def test_the_same_seed_is_the_same_life() -> None:
    both = [draw_person("A", OPTIONS, np.random.default_rng(3)).phone_s for _ in range(2)]
    assert both[0].tolist() == both[1].tolist()

"""A pair counts by how much more alike it is than other days of its owners."""

import numpy as np
import pytest

from coincide.library.occasions.candidates import CandidatePair
from coincide.library.occasions.groups import groups_of
from coincide.library.occasions.likeness import LikePair, OtherDays, likeness_of
from coincide.library.occasions.looks import Halves, spread_rows
from coincide.library.occasions.windows import windows_of
from coincide.library.solve import Family, solve_library
from coincide.model.times import HOUR_S
from tests.library.made import Days, camera_of, phone_of

PAIR = CandidatePair(0, 1)
DAYS = tuple(range(2, 22))


def looks(rng: np.random.Generator, n: int = 6) -> Halves:
    """Return photos of nothing in particular."""
    vectors = rng.normal(size=(n, 64))
    return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float16)


def near(vectors: Halves, rng: np.random.Generator) -> Halves:
    """Return other photos of the same views."""
    moved = vectors.astype(np.float64) + 0.3 * rng.normal(size=vectors.shape) / 8
    return (moved / np.linalg.norm(moved, axis=1, keepdims=True)).astype(np.float16)


def test_what_no_other_day_shows_is_bounded_by_their_number() -> None:
    rng = np.random.default_rng(0)
    one = looks(rng)
    every = {0: one, 1: near(one, rng), **{day: looks(rng) for day in DAYS}}
    found = likeness_of(PAIR, DAYS, every)
    assert found is not None
    assert found.nats == pytest.approx(np.log(len(DAYS) + 1))
    few = likeness_of(PAIR, DAYS[:2], every)
    assert few is not None
    assert few.nats == pytest.approx(np.log(3))


def test_the_same_sofa_on_other_days_says_nothing() -> None:
    rng = np.random.default_rng(0)
    sofa = looks(rng)
    every = {0: sofa, **{day: near(sofa, rng) for day in (1, *DAYS)}}
    assert likeness_of(PAIR, DAYS, every) is None


def test_sessions_that_show_other_things_are_not_alike() -> None:
    rng = np.random.default_rng(0)
    every = {day: looks(rng) for day in (0, 1, *DAYS)}
    assert likeness_of(PAIR, DAYS, every) is None


def test_one_photo_is_not_enough() -> None:
    rng = np.random.default_rng(0)
    one = looks(rng)
    assert likeness_of(PAIR, DAYS, {0: one, 1: one[:1], **{d: looks(rng) for d in DAYS}}) is None


def test_other_days_are_those_of_both_owners_and_not_of_the_same_day() -> None:
    utc_s = Days(n=40).utc_s(np.random.default_rng(1))
    clocks = phone_of("Anna", utc_s), camera_of("Ben", utc_s, HOUR_S)
    windows = list(windows_of(solve_library(clocks, Family(home="Europe/Berlin"))))
    numbers = {(one.owner, one.session): number for number, one in enumerate(windows)}
    pair = CandidatePair(numbers["Ben", 3], numbers["Anna", 3])
    beside = OtherDays.of(windows).beside(pair)
    assert numbers["Anna", 3] not in beside
    assert numbers["Ben", 3] not in beside
    assert {windows[day].owner for day in beside} == {"Anna", "Ben"}
    assert len(beside) == 48
    # the nearest
    assert max(windows[day].session for day in beside) <= 25


def test_pairs_that_share_a_session_are_one_group() -> None:
    pairs = [
        LikePair(CandidatePair(0, 1), 2.0, ()),
        LikePair(CandidatePair(1, 2), 1.5, ()),
        LikePair(CandidatePair(5, 6), 3.0, ()),
    ]
    assert groups_of(pairs) == [(0, 1, 2), (5, 6)]
    # what was found before belongs to it, and is not tried again by itself
    assert groups_of(pairs[2:], [[6, 9], [3, 4]]) == [(5, 6, 9)]


def test_a_group_does_not_grow_without_end() -> None:
    chain = [LikePair(CandidatePair(i, i + 1), 2.0, ()) for i in range(200)]
    assert max(len(group) for group in groups_of(chain)) <= 32


def test_a_few_photos_are_of_different_moments() -> None:
    times_s = np.array([0.0, 1.0, 2.0, 3.0, 1000.0, 2000.0, 3000.0])
    assert spread_rows(times_s, 4) == [0, 4, 5, 6]
    assert spread_rows(times_s, 2) == [0, 6]
    assert len(spread_rows(times_s, 6)) == 6

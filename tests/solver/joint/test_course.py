"""The model of one clock's course, with photos of which it is known what they say."""

from dataclasses import replace
from itertools import pairwise, product

import numpy as np
import pytest

from coincide.model import Floats
from coincide.model.times import DAY_S, HOUR_S
from coincide.solver.joint.course import (
    ClockPrior,
    CourseEvidence,
    CoursePosterior,
    best_states,
    read_course,
    step_prior,
)
from coincide.solver.joint.pauses import pauses_of
from coincide.solver.options import CourseOptions

OPTIONS = CourseOptions()
ANY_PAUSES = pauses_of(np.zeros(0))
CAMERA = ClockPrior(placed=0, right=None, set_share=0.05, two_share=0.0)


def seen(
    prefers: str, *, says: float = 4.0, step_s: float = HOUR_S, pause_s: float = 5000.0
) -> CourseEvidence:
    """Return what photos say of two offsets: a for the first, b for the other, - for neither."""
    odds = np.array([[says if one == side else 0.0 for one in prefers] for side in "ab"])
    times_s = pause_s * np.arange(len(prefers))
    return CourseEvidence(times_s, np.array([0.0, step_s]), odds, np.zeros(2))


def read(what: CourseEvidence, clock: ClockPrior = CAMERA) -> CoursePosterior:
    return read_course(what, clock, ANY_PAUSES, OPTIONS)


def chance(found: CoursePosterior, offset_s: float) -> Floats:
    """Return the probability of one offset, by photo."""
    return found.chance(np.full(found.gamma.shape[1], offset_s), 300.0)


def test_a_clock_set_anew_is_seen_where_it_was() -> None:
    found = read(seen("aaaaabbbbb"))
    assert found.offsets_s[found.path].tolist() == [0.0] * 5 + [HOUR_S] * 5
    assert (chance(found, 0.0)[:4] > 0.99).all()
    assert (chance(found, HOUR_S)[-4:] > 0.99).all()
    np.testing.assert_allclose(found.gamma.sum(axis=0), 1.0)
    # five photos fit better by what each may say at most
    most = np.log(np.exp(4.0) * 0.99 + 0.01 * np.exp(4.0)) - np.log(0.99 + 0.01 * np.exp(4.0))
    assert found.gain == pytest.approx(5 * most)


def test_one_photo_that_looks_like_another_is_no_jump() -> None:
    for prefers in ("aaaaabaaaa", "aaaaaaaaab", "baaaaaaaaa"):
        found = read(seen(prefers, says=40.0))
        assert (found.path == 0).all()
        assert found.gain == 0.0


def test_photos_that_say_nothing_between_two_sides_are_open() -> None:
    found = read(seen("aaaa----bbbb"))
    either = np.maximum(chance(found, 0.0), chance(found, HOUR_S))
    assert (either[:4] > 0.99).all()
    assert (either[-4:] > 0.99).all()
    assert (either[4:8] < 0.95).all()


def test_a_step_that_turns_photos_round_is_none() -> None:
    """Put forward by an hour between photos half an hour apart, later ones were taken earlier."""
    forward = seen("aaaaabbbbb", step_s=-HOUR_S, pause_s=1800.0)
    assert (read(forward).path == 0).all()
    back = seen("aaaaabbbbb", step_s=HOUR_S, pause_s=1800.0)
    assert (read(back).path == [0] * 5 + [1] * 5).all()


def test_by_what_a_clock_is_set() -> None:
    """To the right time most of all, then by hours, few rather than many, hardly else."""
    offsets_s = np.array([0.0, HOUR_S, 5 * HOUR_S, 1300.0, 2 * DAY_S, 100_000.0, 200.0])
    odds = step_prior(offsets_s, None)[0]
    hour, five, any_, days, far, few = odds[1:]
    assert hour > five > days > any_ > far > few
    right = step_prior(offsets_s, 3)
    assert right[0, 3] == pytest.approx(np.log(0.75 + 0.02 / 40))
    # who is right is rarely set anew
    assert right[3, 0] == pytest.approx(np.log(0.3 * 0.02 / 40))
    assert right[0, 1] == odds[1]


def test_whole_hours_are_shares_of_one() -> None:
    offsets_s = HOUR_S * np.arange(-14.0, 15.0)
    shares = np.exp(step_prior(offsets_s, None)[14])
    assert np.delete(shares, 14).sum() == pytest.approx(0.23 + 28 * 0.02 / 40)


def courses_of(what: CourseEvidence, clock: ClockPrior) -> tuple[Floats, Floats]:
    """Return all courses and the probability of each, counted one by one.

    Given that a gallery is nowhere else as a whole.
    """
    k, n = what.odds.shape
    steps = step_prior(what.offsets_s, clock.right)
    pauses_s = what.pauses_s
    rates = clock.set_share * (1 / (n - 1) + pauses_s / pauses_s.sum()) / 2
    highest = what.odds.max(axis=0)
    odds = np.log(0.99 * np.exp(what.odds) + 0.01 * np.exp(highest))
    ratio = {}
    for a, b in product(range(k), repeat=2):
        step_s = what.offsets_s[b] - what.offsets_s[a]
        fits = np.clip(ANY_PAUSES.ratio(what.pauses_s, step_s), -6.0, 3.0)
        shares = np.where(what.pauses_s + step_s >= -120.0, np.exp(fits), 0.0)
        ratio[a, b] = shares / max(shares.mean(), 1.0)
    courses, logs = [], []
    for course in product(range(k), repeat=n):
        constant = len(set(course)) == 1
        if constant and course[0] != clock.placed:
            continue
        total = what.prior[course[0]] + odds[list(course), range(n)].sum()
        for row, (a, b) in enumerate(pairwise(course)):
            with np.errstate(divide="ignore"):
                total += (
                    np.log(1 - rates[row])
                    if a == b
                    else np.log(rates[row] * ratio[a, b][row]) + steps[a, b]
                )
        courses.append(course)
        logs.append(total)
    shares = np.exp(np.array(logs) - max(logs))
    return np.array(courses), shares / shares.sum()


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("right", [None, 0, 2])
def test_posteriors_are_what_counting_all_courses_gives(seed: int, right: int | None) -> None:
    rng = np.random.default_rng(seed)
    offsets_s = np.array([0.0, HOUR_S, -2 * HOUR_S])
    times_s = np.cumsum(rng.choice([600.0, 4000.0, 9000.0], 7))
    what = CourseEvidence(times_s, offsets_s, rng.normal(0.0, 3.0, (3, 7)), rng.normal(0.0, 1.0, 3))
    # whatever photos prefer, all three are worth a state
    what = replace(what, odds=what.odds + np.array([[0.0], [1.5], [1.5]]))
    clock = replace(CAMERA, right=right)
    found = read(what, clock)
    assert sorted(found.offsets_s) == sorted(offsets_s)
    courses, shares = courses_of(what, clock)
    for state, offset_s in enumerate(offsets_s):
        by_hand = ((courses == state) * shares[:, None]).sum(axis=0)
        np.testing.assert_allclose(chance(found, offset_s), by_hand, atol=1e-9)


def test_a_gallery_that_is_elsewhere_as_a_whole_did_not_jump() -> None:
    """Where it is as a whole was decided before, by more than its photos one by one."""
    found = read(seen("bbbbbbbbbb"))
    assert (found.path == 0).all()
    assert found.gain < 0.0
    # but nothing of it is sure
    assert (chance(found, 0.0) < 0.9).all()


@pytest.mark.parametrize(("row", "set_share"), [(None, 0.0), (None, 0.05)])
def test_who_is_not_set_by_hand_stays(row: int | None, set_share: float) -> None:
    found = read(seen("aaaaabbbbb"), replace(CAMERA, set_share=set_share, set_right_row=row))
    assert (found.path == 0).all() == (set_share == 0.0)


def test_a_person_who_says_when_a_clock_was_set_right_is_believed() -> None:
    told = replace(CAMERA, right=1, set_share=0.0, set_right_row=3)
    for prefers in ("aaaaaaaa", "aaa-----", "aaabbbbb"):
        found = read(seen(prefers), told)
        assert found.path.tolist() == [0] * 3 + [1] * 5
        np.testing.assert_allclose(chance(found, HOUR_S)[3:], 1.0)
    # photos say clearly that it was right before, too
    found = read(seen("bbbbbbbb"), told)
    assert (found.path == 1).all()


def test_two_devices_take_turns() -> None:
    shared = replace(CAMERA, two_share=0.005)
    found = read(seen("aabbaabbaabb", pause_s=600.0), shared)
    assert found.two > 0.99
    assert found.apart_s == HOUR_S
    assert (found.path == 0).all()
    assert (chance(found, HOUR_S)[[2, 3, 6, 7]] > 0.9).all()
    assert read(seen("aabbaabbaabb", pause_s=600.0)).two == 0.0


@pytest.mark.parametrize(
    "prefers",
    ["aaaabbbb", "aaaaaaaa", "aaaabaaaaaaa", "abab----", "--------", "abaab"],
)
def test_other_galleries_are_of_one_device(prefers: str) -> None:
    assert read(seen(prefers), replace(CAMERA, two_share=0.005)).two < 0.5


@pytest.mark.parametrize("step_s", [200.0, 300.0, DAY_S])
def test_a_moment_that_goes_on_or_comes_again_is_no_second_device(step_s: float) -> None:
    shared = replace(CAMERA, two_share=0.005)
    assert read(seen("aabbaabbaabb", step_s=step_s, pause_s=600.0), shared).two < 0.01


def test_two_devices_are_what_counting_says() -> None:
    """Each photo of either device, and who was used last is forgotten within a minute."""
    rng = np.random.default_rng(3)
    what = seen("aabbab-b", pause_s=45.0)
    what = replace(what, prior=np.array([0.3, -0.4]), odds=rng.normal(0.0, 2.0, (2, 8)) + what.odds)
    found = read(what, replace(CAMERA, set_share=0.0, two_share=0.5))
    highest = what.odds.max(axis=0)
    odds = np.log(0.99 * np.exp(what.odds) + 0.01 * np.exp(highest))
    prior = what.prior - np.logaddexp(*what.prior)
    same = 0.5 + 0.45 * np.exp(-45.0 / 60.0)
    total = 0.0
    for turns in product((0, 1), repeat=8):
        stays = sum(a == b for a, b in pairwise(turns))
        chain = 0.5 * same**stays * (1 - same) ** (7 - stays)
        total += chain * np.exp(odds[list(turns), range(8)].sum())
    single = prior[0] + odds[0].sum()
    nats = prior.sum() + np.log(total) - single
    assert found.two_nats == pytest.approx(nats, abs=1e-3)


def test_offsets_that_no_stretch_prefers_are_no_states() -> None:
    """Some are kept in any case, no two are one place, and there are at most so many."""
    offsets_s = np.array([0.0, 100.0, HOUR_S, 2 * HOUR_S, 9000.0])
    odds = np.zeros((5, 6))
    odds[1, :3], odds[2, 3:], odds[4, 0] = 9.0, 9.0, 0.4
    what = CourseEvidence(np.arange(6.0), offsets_s, odds, np.zeros(5))
    assert best_states(what, [0], OPTIONS).tolist() == [0, 2]
    assert best_states(what, [3, 0], OPTIONS).tolist() == [3, 0, 2]
    assert best_states(what, [0], replace(OPTIONS, states=1)).tolist() == [0]


def test_the_rival_of_a_photo_is_its_likeliest_other_offset() -> None:
    found = read(seen("aaaa----bbbb"))
    course_s = found.offsets_s[found.path]
    assert found.rival_s(0, course_s, 300.0) == HOUR_S
    assert found.rival_s(11, course_s, 300.0) == 0.0


def test_a_single_photo_has_a_course() -> None:
    found = read(seen("a"))
    assert found.path.tolist() == [0]
    assert chance(found, 0.0)[0] == pytest.approx(1.0)


def test_of_a_clock_that_is_known_to_have_jumped_only_the_photo_is_asked() -> None:
    """Whether it did is not: photos that say next to nothing part it, too."""
    what = seen("aaaaa-bbbbb", says=0.6)
    assert (read(what).path == 0).all()
    found = read(what, replace(CAMERA, jumped=True))
    assert found.offsets_s[found.path[[0, -1]]].tolist() == [0.0, HOUR_S]
    assert chance(found, 0.0)[0] > chance(found, 0.0)[5] > chance(found, 0.0)[-1]
    courses, shares = courses_of(what, CAMERA)
    parted = courses.min(axis=1) != courses.max(axis=1)
    by_hand = ((courses == 0) * (shares * parted)[:, None]).sum(axis=0) / shares[parted].sum()
    np.testing.assert_allclose(chance(found, 0.0), by_hand, atol=1e-9)


def test_of_offsets_that_photos_prefer_as_much_the_first_are_states() -> None:
    """On every machine: ties are in order, however many there are."""
    offsets_s = HOUR_S * np.arange(300.0)
    odds = np.where(np.arange(300) % 3 == 0, 5.0, 6.0)[:, None] * [[1.0, 1.0]]
    what = CourseEvidence(np.arange(2.0), offsets_s, odds, np.zeros(300))
    assert best_states(what, [0], replace(OPTIONS, states=9)).tolist() == [
        *(0, 1, 2, 4, 5, 7, 8, 10, 11)
    ]


def test_where_two_devices_are_likely_their_turns_are_no_jumps() -> None:
    """Though one clock that was set anew would be the likeliest of its kind."""
    turns = seen("aaaabbbbaaaabbbb", says=40.0, step_s=2000.0)
    assert (read(turns).path != 0).any()
    found = read(turns, replace(CAMERA, two_share=0.5))
    assert found.two > 0.9
    assert (found.path == 0).all()

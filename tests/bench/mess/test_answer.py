"""What a person who knows would answer."""

from collections import Counter
from pathlib import PurePosixPath

import numpy as np
import pytest

from coincide.model import Dispute
from coincide.solver.joint.answers import ANSWERED, CARELESS, MODEL
from coincide_bench.mess.answer import TRUTHFUL, WITHIN_S, apart_of, person_by, right_clock
from coincide_bench.wholeplan.truth import KnownFile
from coincide_bench.wholeplan.words import Told, Truth

ASKED = Dispute("a", "b", 3600.0)


def file(name: str, off_s: float, true_s: float = 1000.0) -> KnownFile:
    return KnownFile(PurePosixPath(name), name[0], Truth(true_s), Told(true_s + off_s))


@pytest.mark.parametrize(
    ("off_s", "right"),
    [
        ((0.0, 3.0, 3600.0, 3600.0), "a"),
        ((3600.0, 3600.0, 0.0, 3.0), "b"),
        ((0.0, 0.0, 3.0, 3.0), None),  # both: nobody needs to say so
        ((0.0, 3600.0, 3600.0, 3600.0), None),  # a clock that was set on the way is not right
    ],
)
def test_a_clock_is_right_where_all_its_photos_are(
    off_s: tuple[float, ...], right: str | None
) -> None:
    a, b = [file("a", one) for one in off_s[:2]], [file("b", one) for one in off_s[2:]]
    assert right_clock(ASKED, {"a": a, "b": b}) == right
    # of a photo that nobody knows nobody can say
    assert right_clock(ASKED, {"a": [*a, None], "b": [*b, None]}) is None


@pytest.mark.parametrize(
    ("apart_s", "moment"),
    [
        (0.0, "instant"),
        (59.0, "same"),
        (-600.0, "about"),
        (3600.0, "different"),
        (-2e5, "other-day"),
    ],
)
def test_how_near_two_photos_are_is_told_by_the_truth(apart_s: float, moment: str) -> None:
    one, other = file("a1", 7200.0), file("b1", 0.0, 1000.0 + apart_s)
    found = apart_of(one, other)
    assert found == abs(apart_s)
    assert TRUTHFUL.says(found) == moment
    assert apart_of(one, None) is None
    assert apart_of(one, KnownFile(PurePosixPath("b2"), "b", None, Told(0.0))) is None


def test_a_person_answers_as_often_as_readers_did_and_errs_as_often_as_is_said() -> None:
    person = person_by(MODEL, np.random.default_rng(3))
    said = Counter(person.says(300.0) for _ in range(3000))
    chances = np.exp(MODEL.log_chances(np.array([300.0])))[:, 0]
    for answer, chance in zip(ANSWERED, chances.tolist(), strict=True):
        assert said[answer] / 3000 == pytest.approx(chance, abs=0.03)
    assert sum(person.errs() for _ in range(3000)) / 3000 == pytest.approx(CARELESS, abs=0.015)
    assert not any(TRUTHFUL.errs() for _ in range(100))


def test_a_person_answers_about_the_pair_that_they_find_nearest() -> None:
    assert TRUTHFUL.picks([9000.0, 40.0, 5.0, 700.0]) == (2, "instant")
    assert TRUTHFUL.picks([9000.0, 7200.0]) == (0, "different")
    person = person_by(MODEL, np.random.default_rng(4))
    picked = Counter(person.picks([2e5, 30.0]) for _ in range(2000))
    right = sum(n for (pair, _), n in picked.items() if pair == 1)
    near = MODEL.log_chances(np.array([30.0]))[:3, 0]
    # a far pair is rarely found near, so the near one is picked about as often as it is seen to be
    assert right / 2000 == pytest.approx(np.exp(near).sum(), abs=0.04)
    assert {moment for pair, moment in picked if pair == 1} <= {"instant", "same", "about"}


def test_a_person_remembers_when_photos_of_some_galleries_were_taken_once_each() -> None:
    names = [f"gallery {number}" for number in range(2000)]
    person = person_by(MODEL, np.random.default_rng(5), remembers=0.5)
    said = [person.remembered_s(name, 1000.0) for name in names]
    off_s = np.array([one - 1000.0 for one in said if one is not None])
    assert len(off_s) / len(said) == pytest.approx(0.5, abs=0.04)
    # within what they say, but for two standard deviations and careless answers
    assert np.mean(np.abs(off_s) <= WITHIN_S) == pytest.approx(0.95 * 0.954 + 0.05 * 0.04, abs=0.03)
    assert [person.remembered_s(name, 1000.0) for name in names] == [None] * len(names)
    assert person_by(MODEL, np.random.default_rng(5)).remembered_s("ann", 0.0) is None

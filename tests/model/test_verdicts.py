"""How sure a place is: every state, what keeps a place from being certain, and the order."""

import numpy as np
import pytest

from coincide.model import Contradicted, Estimate, Finding, FindingKind, Placement, State, Verdict
from coincide.model.findings import NEUTRAL
from coincide.model.verdicts import (
    CERTAIN,
    HELD_BACK,
    LIKELY,
    harm_of,
    is_certain,
    is_likely,
    is_probability,
    is_sure_to,
    leaves_doubt,
    may_harm,
    open_rows,
    percent,
    verdict_of,
)

TOLD = Contradicted(-3600.0, -3608.0, -3595.0, 120)
CONFIRMED = Contradicted(-3600.0, -3608.0, -3595.0, 120, confirmed=True)
THIN, MEASURED, ASSUMED = map(
    Finding, (FindingKind.THIN, FindingKind.MEASURED, FindingKind.ASSUMED)
)
BELOW_CERTAIN, BELOW_LIKELY = (float(np.nextafter(one, 0.0)) for one in (CERTAIN, LIKELY))


def estimate(probability: float | None) -> Estimate:
    return Estimate(5.0, 4.0, 6.0, probability)


def state(
    probability: float | None, *findings: Finding, contradicted: Contradicted | None = None
) -> State:
    found = verdict_of(estimate(probability), findings, contradicted)
    # whatever is made of it, the probability stays what the evidence gave
    assert (found.probability, found.findings) == (probability, findings)
    return found.state


def test_who_has_no_estimate_is_unplaced_whatever_else_was_found() -> None:
    assert verdict_of(None) == Verdict("unplaced", None, ())
    assert verdict_of(None, (ASSUMED,), TOLD) == Verdict("unplaced", None, (ASSUMED,))


@pytest.mark.parametrize(
    ("probability", "expected"),
    [
        (None, "placed"),
        (0.0, "unsure"),
        (BELOW_LIKELY, "unsure"),
        (LIKELY, "likely"),
        (BELOW_CERTAIN, "likely"),
        (CERTAIN, "certain"),
        (1.0, "certain"),
    ],
)
def test_where_nothing_else_was_found_the_probability_alone_tells(
    probability: float | None, expected: State
) -> None:
    assert state(probability) == expected
    placement = Placement("bob", estimate(probability))
    assert placement.verdict == Verdict(expected, probability)
    assert placement.certain is (expected == "certain")


def test_the_levels_are_in_order() -> None:
    assert (LIKELY, HELD_BACK, CERTAIN) == (0.5, 0.98, 0.99)


def test_neutral_are_those_that_only_report_or_speak_for_a_place() -> None:
    reported = FindingKind.MEASURED, FindingKind.ASSUMED
    counted = FindingKind.PAIRS_COUNTED, FindingKind.TIMES_COUNTED
    whose = FindingKind.MAYBE_SET_RIGHT, FindingKind.WHOSE_CLOCK
    assert {*reported, *counted, *whose} == NEUTRAL


@pytest.mark.parametrize("kind", [kind for kind in FindingKind if kind not in NEUTRAL])
def test_any_finding_that_is_not_neutral_keeps_a_place_from_being_certain(
    kind: FindingKind,
) -> None:
    against = Finding(kind)
    assert against.against
    assert state(0.999, against) == state(1.0, against) == "likely"
    assert state(1.0, MEASURED, against) == "likely"
    # it makes nothing less sure than that, and nothing surer
    assert state(LIKELY, against) == "likely"
    assert state(BELOW_LIKELY, against) == "unsure"
    assert state(None, against) == "placed"
    found = verdict_of(estimate(0.999), (MEASURED, against))
    assert found.against == (against,)
    assert found.held_back


@pytest.mark.parametrize("kind", sorted(NEUTRAL))
def test_neutral_findings_do_not(kind: FindingKind) -> None:
    neutral = Finding(kind)
    assert not neutral.against
    found = verdict_of(estimate(0.999), (neutral,))
    assert found.against == ()
    assert found.state == ("assumed" if kind == FindingKind.ASSUMED else "certain")
    surer = kind == FindingKind.MEASURED
    assert found.sureness == pytest.approx(0.99999 if surer else 0.999)


@pytest.mark.parametrize("kind", sorted(NEUTRAL - {FindingKind.ASSUMED, FindingKind.MEASURED}))
def test_what_is_only_reported_makes_nothing_surer(kind: FindingKind) -> None:
    assert state(0.9, Finding(kind)) == "likely"
    assert state(0.4, Finding(kind)) == "unsure"


@pytest.mark.parametrize(
    ("probability", "expected"),
    [
        (0.0, "unsure"),
        (BELOW_LIKELY, "unsure"),
        (LIKELY, "certain"),
        (0.9, "certain"),
        (0.999, "certain"),
    ],
)
def test_satellites_make_a_likely_place_certain_but_no_unlikely_one(
    probability: float, expected: State
) -> None:
    assert state(probability, MEASURED) == expected
    found = verdict_of(estimate(probability), (MEASURED,))
    both_wrong = (1 - probability) * (1 - CERTAIN)
    assert found.sureness == pytest.approx(1 - both_wrong if expected == "certain" else probability)


def test_what_is_assumed_is_called_so_however_probable_it_is() -> None:
    for probability in (0.2, 0.9, 0.999, None):
        assert state(probability, ASSUMED) == state(probability, THIN, ASSUMED) == "assumed"


@pytest.mark.parametrize("findings", [(), (THIN,), (MEASURED,), (ASSUMED,)])
@pytest.mark.parametrize("probability", [None, 0.3, 0.7, 0.999])
def test_word_against_word_is_unsure_until_it_is_confirmed(
    probability: float | None, findings: tuple[Finding, ...]
) -> None:
    assert state(probability, *findings, contradicted=TOLD) == "unsure"
    otherwise = state(probability, *findings)
    assert state(probability, *findings, contradicted=CONFIRMED) == otherwise
    assert not Placement("bob", estimate(1.0), findings=findings, contradicted=TOLD).certain


def verdict(
    probability: float | None, *findings: Finding, contradicted: Contradicted | None = None
) -> Verdict:
    return verdict_of(estimate(probability), findings, contradicted)


def test_the_least_sure_comes_first_and_an_unplaced_one_before_all() -> None:
    in_order = [
        verdict_of(None, (THIN,)),
        verdict(0.0),
        verdict(0.3, THIN),
        verdict(0.999, contradicted=TOLD),
        verdict(0.7, ASSUMED),
        verdict(0.9),
        verdict(0.97, THIN),
        verdict(0.999, THIN),
        verdict(0.985),
        verdict(0.995),
        verdict(0.7, MEASURED),
        verdict(1.0),
    ]
    sureness = [one.sureness for one in in_order]
    assert sureness == pytest.approx(
        [-1.0, 0.0, 0.3, 0.5, 0.7, 0.9, 0.97, 0.98, 0.985, 0.995, 0.997, 1.0]
    )
    assert sureness == sorted(sureness)


def test_who_states_no_probability_is_as_sure_as_one_of_none() -> None:
    assert verdict(None).sureness == verdict(None, THIN).sureness == 0.0
    assert verdict(None, contradicted=TOLD).sureness == 0.0


def test_word_against_word_is_an_even_chance_only_of_what_would_be_certain() -> None:
    assert verdict(CERTAIN, contradicted=TOLD).sureness == LIKELY
    assert verdict(BELOW_CERTAIN, contradicted=TOLD).sureness == BELOW_CERTAIN
    assert verdict(0.3, contradicted=TOLD).sureness == 0.3
    assert verdict(1.0, contradicted=CONFIRMED).sureness == 1.0


@pytest.mark.parametrize(
    ("found", "held_back"),
    [
        (verdict(0.999), False),
        (verdict(CERTAIN, THIN), True),
        (verdict(BELOW_CERTAIN, THIN), False),  # its own figure is the reason
        (verdict(0.3, THIN), False),
        (verdict(0.7, MEASURED), False),
        (verdict(0.999, ASSUMED), True),
        (verdict(0.7, ASSUMED), False),
        (verdict(1.0, contradicted=TOLD), True),
        (verdict(1.0, contradicted=CONFIRMED), False),
        (verdict(None, THIN), False),
        (verdict_of(None, (THIN,)), False),
    ],
)
def test_held_back_is_what_the_evidence_alone_would_make_certain(
    found: Verdict, held_back: bool
) -> None:
    assert found.held_back is held_back


def test_what_speaks_against_is_told_in_the_order_it_was_found() -> None:
    two = Finding(FindingKind.TWO_PLACES, seconds=60.0, count=3)
    assert verdict(0.999, two, ASSUMED, MEASURED, THIN).against == (two, THIN)


def test_levels_of_bare_probabilities() -> None:
    assert is_certain(CERTAIN)
    assert not is_certain(BELOW_CERTAIN)
    assert is_likely(LIKELY)
    assert not is_likely(BELOW_LIKELY)
    assert is_sure_to(0.7, 0.7)
    assert not is_sure_to(0.7, 0.71)
    assert not is_sure_to(None, 0.0)  # what is not stated reaches no level
    assert leaves_doubt(np.array([0.0, 0.0099, 0.0101, 1.0])).tolist() == [False, False, True, True]


def test_harm_is_one_product() -> None:
    assert harm_of(1.0, 0.0) == 0.0
    assert harm_of(0.996, 0.003) == pytest.approx(1 - 0.996 * 0.997)
    assert not may_harm(harm_of(0.996, 0.003))
    assert may_harm(harm_of(0.995, 0.006))  # though neither is by itself


def test_rows_are_open_by_all_that_may_harm_them_and_only_where_their_clock_may_differ() -> None:
    chances = np.array([1.0, 0.9999, 0.995, 0.98])
    assert open_rows(1.0, chances).tolist() == [False, False, False, True]
    assert open_rows(0.992, chances).tolist() == [False, False, True, True]
    assert open_rows(0.5, chances).tolist() == [False, True, True, True]


@pytest.mark.parametrize(
    ("stated", "can_be"),
    [
        (None, True),
        (0.0, True),
        (1.0, True),
        (-0.001, False),
        (1.001, False),
        (float("nan"), False),
    ],
)
def test_a_probability_is_between_zero_and_one(stated: float | None, can_be: bool) -> None:
    assert is_probability(stated) is can_be


@pytest.mark.parametrize(
    ("probability", "shown"),
    [
        (1.0, "> 99.9 %"),
        (0.9991, "> 99.9 %"),
        (0.999, "99.9 %"),
        (0.99899, "99.8 %"),
        (0.99, "99.0 %"),
        (0.98999, "98 %"),
        (0.5, "50 %"),
        (0.01, "1 %"),
        (0.00999, "< 1 %"),
        (0.0, "< 1 %"),
    ],
)
def test_per_cent_are_never_rounded_up(probability: float, shown: str) -> None:
    assert percent(probability) == shown

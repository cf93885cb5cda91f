from dataclasses import replace

import pytest

from coincide.model import Contradicted, Estimate, Finding, FindingKind, Jump, Offsets, Placement
from coincide_bench.event import PlantedJump
from coincide_bench.figures.outcome import judge
from tests.bench.trials import answer, answer_truth, make_event

TRUTH = {"a": 0.0, "b": 3600.0, "c": -120.0}


def test_the_truth_has_no_error_and_the_anchor_is_not_judged() -> None:
    event = make_event(TRUTH)
    outcome = judge(event, answer_truth(event), {"link": 1.0, "solve": 2.0})
    assert [gallery.gallery for gallery in outcome.galleries] == ["b", "c"]
    assert [gallery.error_s for gallery in outcome.galleries] == [0.0, 0.0]
    assert outcome.method == "test"
    assert outcome.span_s == 7200.0
    assert dict(outcome.seconds) == {"link": 1.0, "solve": 2.0}


def test_answers_are_relative_to_the_events_anchor_whatever_the_origin() -> None:
    event = make_event({name: value + 500.0 for name, value in TRUTH.items()})
    shifted = Offsets(
        anchor="c",
        method="other",
        placements=tuple(
            Placement(name, Estimate(value - 77.0, value - 80.0, value - 70.0))
            for name, value in TRUTH.items()
        ),
    )
    outcome = judge(event, shifted, {}, method="named")
    assert [gallery.error_s for gallery in outcome.galleries] == [0.0, 0.0]
    assert [gallery.covered for gallery in outcome.galleries] == [True, True]
    assert outcome.method == "named"


def test_300_seconds_is_right_and_301_is_wrong() -> None:
    event = make_event(TRUTH)
    b, c = judge(event, answer(event, {"b": 3900.0, "c": -421.0}), {}).galleries
    assert (b.right, b.wrong, c.right, c.wrong) == (True, False, False, True)


def test_the_truths_own_tolerance_is_not_held_against_a_method() -> None:
    event = make_event(TRUTH, tolerance_s=120.0)
    offsets = answer(event, {"b": 4020.0, "c": 60.0}, width_s=30.0)
    b, c = judge(event, offsets, {}).galleries
    assert (b.error_s, b.right, b.covered) == (420.0, True, False)
    assert (c.error_s, c.covered) == (180.0, False)
    assert judge(event, answer(event, {"b": 3745.0}, width_s=30.0), {}).galleries[0].covered


def test_an_unplaced_gallery_is_neither_right_nor_wrong() -> None:
    event = make_event(TRUTH)
    b, _ = judge(event, answer(event, {"c": 0.0}), {}).galleries
    assert (b.placed, b.error_s, b.right, b.wrong, b.covered) == (False, None, False, False, None)


def test_a_stranger_is_wrong_when_placed() -> None:
    event = make_event(TRUTH, strangers=2)
    offsets = answer(event, {"stranger0": 0.0}, probability={"stranger0": 0.995}, width_s=9.0)
    placed, unplaced = judge(event, offsets, {}).galleries[2:]
    assert (placed.stranger, placed.wrong, placed.certain, placed.error_s) == (
        True,
        True,
        True,
        None,
    )
    assert placed.covered is None
    assert (unplaced.stranger, unplaced.wrong, unplaced.placed) == (True, False, False)


@pytest.mark.parametrize(
    ("stated", "kinds", "probability", "certain"),
    [
        (0.995, (), 0.995, True),
        (0.995, (FindingKind.THIN,), 0.98, False),  # held back
        (0.7, (FindingKind.THIN,), 0.7, False),
        (0.995, (FindingKind.ASSUMED,), 0.995, False),
        (0.7, (FindingKind.MEASURED,), 0.997, True),
        (0.4, (FindingKind.MEASURED,), 0.4, False),
        (None, (), None, False),
        (None, (FindingKind.THIN,), None, False),
    ],
)
def test_a_probability_counts_as_the_verdict_has_it(
    stated: float | None,
    kinds: tuple[FindingKind, ...],
    probability: float | None,
    certain: bool,
) -> None:
    event = make_event(TRUTH)
    found = Placement("b", Estimate(3600.0, 3590.0, 3610.0, stated)).with_findings(
        *map(Finding, kinds)
    )
    anchor, _, other = answer_truth(event).placements
    offsets = Offsets("a", "test", (anchor, found, other))
    b, _ = judge(event, offsets, {}).galleries
    assert (b.probability, b.certain) == (pytest.approx(probability), certain)
    # word against word
    denied = replace(found, contradicted=Contradicted(0.0, 0.0, 0.0, 9))
    b, _ = judge(event, replace(offsets, placements=(anchor, denied, other)), {}).galleries
    assert not b.certain
    if stated is not None and stated > 0.99:
        assert b.probability == 0.5


def test_a_gallery_without_a_place_states_nothing() -> None:
    event = make_event(TRUTH)
    b, _ = judge(event, answer(event, {"c": 0.0}), {}).galleries
    assert (b.probability, b.certain) == (None, False)


def test_a_bare_value_is_no_interval() -> None:
    event = make_event(TRUTH)
    b, _ = judge(event, answer_truth(event), {}).galleries
    assert b.covered is None
    b, _ = judge(event, answer(event, TRUTH, probability={"b": 0.5}), {}).galleries
    assert b.covered is True


def test_the_recoverable_subset() -> None:
    event = make_event(TRUTH, strangers=1)
    outcome = judge(event, answer_truth(event), {})
    assert [gallery.gallery for gallery in outcome.of("recoverable")] == ["b", "c"]
    assert len(outcome.of("all")) == 3


def test_an_answer_that_forgets_a_gallery_or_is_no_number_is_a_bug() -> None:
    event = make_event(TRUTH)
    whole = answer_truth(event)
    with pytest.raises(ValueError, match="no placement for c"):
        judge(event, Offsets("a", "test", whole.placements[:2]), {})
    with pytest.raises(ValueError, match=r"offset of b .* is nan"):
        judge(event, answer(event, {"b": float("nan")}), {})


def test_the_anchor_counts_as_its_clock_was_for_most_of_its_photos() -> None:
    event = make_event(TRUTH)
    right = answer(event, {"b": 3600.0, "c": -120.0})
    # a few photos of the anchor are said to be elsewhere: no other gallery is wrong by that
    anchor, *others = right.placements
    estimate = Estimate(-7200.0, -7200.0, -7200.0)
    split = replace(anchor, estimate=estimate, jumps=(Jump(1, 7200.0),))
    said = replace(right, placements=(split, *others))
    assert [one.error_s for one in judge(event, said, {}).galleries] == [0.0, 0.0]
    # where its clock was truly set anew, it counts as it was before, or after, whichever is longer
    jumped = replace(event, jumps=(PlantedJump("a", 1, 7200.0, 10, 10),))
    found = replace(said, placements=(replace(split, estimate=Estimate(0.0, 0.0, 0.0)), *others))
    assert [one.error_s for one in judge(jumped, found, {}).galleries] == [0.0, 0.0]
    assert [one.error_s for one in judge(jumped, said, {}).galleries] == [7200.0, 7200.0]

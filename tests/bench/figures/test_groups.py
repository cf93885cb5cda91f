from dataclasses import replace

import pytest

from coincide_bench.figures.document import Document
from coincide_bench.figures.groups import LONG_S, groups_of, members
from coincide_bench.figures.results import build_document
from tests.bench.trials import answer_truth, make_event, run

SPANS_S = {
    "lake/k3/a0.6": 4 * 3600.0,
    "lake/k3/a1.0": 4 * 3600.0,
    "walk/k3/a0.6": 1800.0,
    "meadow": 5 * 3600.0,
}


@pytest.fixture(scope="module")
def document() -> Document:
    events = [
        make_event({"a": 0.0, "b": 60.0}, name=name, seed=seed, span_s=span_s)
        for name, span_s in SPANS_S.items()
        for seed in range(3)
    ]
    return build_document(
        run(iter(events), answer_truth, "truth"), seeds_kind="dev", seeds=range(3)
    )


def test_three_hours_are_short() -> None:
    assert groups_of("walk", LONG_S) == ("short",)
    assert groups_of("walk", LONG_S + 1) == ("long",)


def test_totals_are_over_the_events_of_the_group(document: Document) -> None:
    n_events = {
        result.event: result.details["n_events"]
        for result in document.select(subset="all", offsets="all")
        if result.event.startswith("all")
    }
    assert n_events == {
        "all": 4, "all/long": 3, "all/long/a0.6": 1, "all/long/a1.0": 1,
        "all/short": 1, "all/short/a0.6": 1,
    }  # fmt: skip


def test_members_are_found_again_in_the_document(document: Document) -> None:
    assert members(document, "splits", "all") == set(SPANS_S)
    assert members(document, "splits", "all/long/a0.6") == {"lake/k3/a0.6"}
    assert members(document, "splits", "all/long") == {"lake/k3/a0.6", "lake/k3/a1.0", "meadow"}
    assert members(document, "real", "all/long") == frozenset()


def test_one_short_deal_does_not_make_a_long_event_short() -> None:
    events = [
        make_event({"a": 0.0, "b": 60.0}, name="lake/k3/a0.3", seed=seed, span_s=span_s)
        for seed, span_s in enumerate((600.0, 4 * 3600.0, 5 * 3600.0))
    ]
    made = build_document(run(iter(events), answer_truth, "truth"), seeds_kind="dev", seeds=[0])
    assert {r.event for r in made.results} == {"lake/k3/a0.3", "all", "all/long", "all/long/a0.3"}
    (total,) = made.select(event="all/long", subset="all", offsets="all")
    assert total.details["n_trials"] == 3


def test_an_inferred_truth_is_in_no_group_of_known_ones() -> None:
    known = make_event({"a": 0.0, "b": 60.0}, name="known")
    guessed = replace(make_event({"a": 0.0, "b": 60.0}, name="guess"), truth_kind="inferred")
    made = build_document(
        run(iter([known, guessed]), answer_truth, "truth"), seeds_kind="dev", seeds=[0]
    )
    (total,) = made.select(event="all/short", subset="all", offsets="all")
    assert total.details["n_events"] == 1

from dataclasses import replace

import numpy as np
import pytest

from coincide.errors import UsageError
from coincide.model import Jump, Offsets
from coincide_bench.event import BenchEvent, PlantedJump
from coincide_bench.figures.document import Document, digest_of
from coincide_bench.figures.results import build_document
from coincide_bench.figures.tables import Selection, pivot_table, run_table, suite_table
from tests.bench.trials import answer, answer_at_random, answer_truth, drawn_event, make_event, run


@pytest.fixture(scope="module")
def document() -> Document:
    names = [f"{place}/k3/a{share}" for place in ("walk", "lake") for share in (0.6, 1.0)]
    events = [drawn_event(seed, name=name) for name in names for seed in range(4)]
    hours = [replace(event, offsets_kind="hours") for event in events]
    outcomes = [
        *run(iter(events + hours), answer_at_random, "chance"),
        *run(iter(events + hours), answer_truth, "truth"),
    ]
    return build_document(outcomes, seeds_kind="dev", seeds=range(4))


def test_every_method_with_its_figures_best_first(document: Document) -> None:
    table = suite_table(document, Selection("splits"))
    assert table.title == "splits: 4 events, 16 trials, continuous offsets"
    assert table.header[:4] == ("method", "P", "A", "H")
    assert [row[0] for row in table.rows] == ["truth", "chance"]
    truth = dict(zip(table.header, table.rows[0], strict=True))
    assert truth["P"] == "100.0 (100–100)"
    assert truth["median error"] == "0 s"
    assert truth["certain"] == truth["ECE"] == "–"
    assert truth["seconds"] == "0.25"
    assert "resampled over 2 events. So few make it a rough one." in table.caption


def test_the_headline_is_on_continuous_offsets_unless_asked(document: Document) -> None:
    assert "hours offsets" in suite_table(document, Selection("splits", offsets="hours")).title
    recoverable = suite_table(document, Selection("splits", subset="recoverable"))
    assert recoverable.title.endswith("recoverable galleries only")


def test_a_group_of_events(document: Document) -> None:
    table = suite_table(document, Selection("splits", events="all/short/a0.6"))
    assert table.title == "splits short a0.6: 2 events, 8 trials, continuous offsets"
    by_event = pivot_table(document, Selection("splits", by="by-event", events="all/short/a0.6"))
    assert [row[0] for row in by_event.rows] == ["lake/k3/a0.6", "walk/k3/a0.6"]
    with pytest.raises(UsageError, match="'all/long' events"):
        suite_table(document, Selection("splits", events="all/long"))


def test_confidence_and_clocks_are_tables_of_their_own() -> None:
    events = [
        replace(drawn_event(seed, galleries=3), jumps=(PlantedJump("g1", 1, 3600.0, 10, 10),))
        for seed in range(4)
    ]

    def stating(event: BenchEvent) -> Offsets:
        right = {name: event.truth[name] - event.truth["g0"] for name in ("g1", "g2")}
        right["g2"] += 1000.0
        told = answer(event, right, probability={"g1": 0.995, "g2": 0.995}, width_s=10.0)
        claimed = {"g1": (Jump(1, 3600.0),), "g2": (Jump(1, 60.0),)}
        placements = [replace(p, jumps=claimed.get(p.gallery, ())) for p in told.placements]
        return replace(told, placements=tuple(placements))

    document = build_document(run(iter(events), stating, "joint"), seeds_kind="dev", seeds=range(4))
    confidence = suite_table(document, Selection("splits", figures="confidence"))
    cells = dict(zip(confidence.header, confidence.rows[0], strict=True))
    assert cells["right of the certain"] == cells["90 % interval holds"] == "50.0 (50–50)"
    assert (cells["certain galleries"], cells["intervals"]) == ("8", "8")
    assert cells["ECE"] == "0.495"
    assert "honest" in confidence.caption
    clocks = suite_table(document, Selection("splits", figures="clocks"))
    cells = dict(zip(clocks.header, clocks.rows[0], strict=True))
    assert (cells["jumps"], cells["found"]) == ("4", "100.0 (100–100)")
    # of each event the anchor stays whole and g2 does not
    assert (cells["clean galleries"], cells["split"]) == ("8", "50.0 (50–50)")


def test_events_side_by_side(document: Document) -> None:
    table = pivot_table(document, Selection("splits", by="by-event"))
    assert table.header == ("event", "truth", "chance")
    assert [row[0] for row in table.rows] == [
        "lake/k3/a0.6",
        "lake/k3/a1.0",
        "walk/k3/a0.6",
        "walk/k3/a1.0",
    ]
    assert table.rows[0][1] == "100.0 · 0 s"


def test_kinds_of_offsets_side_by_side(document: Document) -> None:
    table = pivot_table(document, Selection("splits", by="by-offsets"))
    assert [row[0] for row in table.rows] == ["continuous", "hours"]


def test_where_nothing_has_a_true_offset_what_was_placed_is_told() -> None:
    event = make_event({"a": 0.0}, strangers=2)
    placing = [run(iter([event]), answer_truth, "truth")[0]]
    document = build_document(placing, seeds_kind="dev", seeds=[0])
    assert pivot_table(document, Selection("splits", by="by-event")).rows[0][1] == "0.0 wrong"
    assert suite_table(document, Selection("splits")).rows[0][1] == "–"


def test_inferred_truth_is_named() -> None:
    event = replace(make_event({"a": 0.0, "b": 1.0}), truth_kind="inferred")
    outcomes = run(iter([event]), answer_truth, "truth")
    table = suite_table(build_document(outcomes, seeds_kind="dev", seeds=[0]), Selection("splits"))
    assert "only inferred" in table.caption


def test_what_is_needed_to_repeat_the_run(document: Document) -> None:
    rows = dict(run_table(document).rows)
    assert rows["seeds"] == "dev, 4: 0 to 3"
    assert rows["numpy"] == np.__version__
    assert rows["results"] == f"{len(document.results)}, digest {digest_of(document)}"


def test_a_suite_that_was_not_run_is_said(document: Document) -> None:
    with pytest.raises(UsageError, match=r"nothing of 'real' .* suites are: splits"):
        suite_table(document, Selection("real"))

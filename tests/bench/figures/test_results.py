import json
from dataclasses import replace
from pathlib import Path

import pytest

from coincide.model import Offsets
from coincide_bench.event import BenchEvent
from coincide_bench.figures.document import METRICS, Document, save_document, without_times
from coincide_bench.figures.outcome import Outcome, judge
from coincide_bench.figures.results import build_document
from tests.bench.trials import answer, answer_at_random, answer_truth, drawn_event, make_event, run

SEEDS = range(6)
NAMES = ("walk/k3/a0.6", "walk/k5/a0.6", "lake/k5/a0.6")


def events() -> list[BenchEvent]:
    return [
        replace(drawn_event(seed, galleries=int(name.split("/k")[1][0]), name=name))
        for name in NAMES
        for seed in SEEDS
    ]


def cautious(event: BenchEvent) -> Offsets:
    """Answer right and with confidence, but for one gallery, which is left unplaced."""
    right = {name: event.truth[name] - event.truth[event.anchor] for name in event.truth}
    placed = dict(list(right.items())[:-1])
    return answer(event, placed, probability=dict.fromkeys(placed, 0.995), width_s=20.0)


def outcomes() -> list[Outcome]:
    methods = (("truth", answer_truth), ("random", answer_at_random), ("cautious", cautious))
    return [outcome for name, method in methods for outcome in run(iter(events()), method, name)]


@pytest.fixture(scope="module")
def document() -> Document:
    return build_document(outcomes(), seeds_kind="dev", seeds=SEEDS)


def test_every_event_method_subset_and_kind_has_a_result(document: Document) -> None:
    found = {(r.event, r.method, r.subset, r.offsets) for r in document.results}
    assert found == {
        (event, method, subset, offsets)
        for event in (*NAMES, "all", "all/short", "all/short/a0.6")
        for method in ("truth", "random", "cautious")
        for subset in ("all", "recoverable")
        for offsets in ("continuous", "all")
    }
    assert len(found) == len(document.results)
    assert all(tuple(result.metrics) == METRICS for result in document.results)


def test_the_truth_scores_one_everywhere(document: Document) -> None:
    for result in document.select(method="truth"):
        assert result.metrics["H_1800"] == result.metrics["H_60"] == 1.0
        assert result.metrics["p90_error_s"] == 0.0
        assert result.metrics["wrong"] == 0.0
        assert result.interval["H_1800"] is not None
        assert result.interval["H_1800"].low == 1.0


def test_a_method_without_confidence_has_no_figure_of_it(document: Document) -> None:
    (result,) = document.select(method="truth", event="all", subset="all", offsets="all")
    absent = ("certain", "certain_wrong", "ece")
    assert [result.metrics[name] for name in absent] == [None] * 3
    assert result.details["brier_skill"] is None
    assert result.details["coverage_90"] is None
    assert result.reliability == ()


def test_a_method_with_confidence_has_them(document: Document) -> None:
    (result,) = document.select(method="cautious", event="all", subset="all", offsets="all")
    assert result.metrics["ece"] == pytest.approx(0.005)
    assert result.metrics["certain"] == result.metrics["placed"]
    assert result.metrics["certain_wrong"] == 0.0
    assert result.details["coverage_90"] == 1.0
    assert [b.n_galleries for b in result.reliability] == [6 * (1 + 3 + 3)]


def test_a_suites_mean_is_over_its_events(document: Document) -> None:
    (total,) = document.select(method="cautious", event="all", subset="all", offsets="all")
    assert total.metrics["P_1800"] == pytest.approx((1 / 2 + 3 / 4 + 3 / 4) / 3, abs=1e-6)
    assert total.details["n_clusters"] == 2
    assert total.details["n_events"] == 3
    assert total.details["n_trials"] == 18


def test_unplaced_galleries_count_as_the_span_and_are_kept_as_none(document: Document) -> None:
    (result,) = document.select(
        method="cautious", event="walk/k3/a0.6", subset="all", offsets="continuous"
    )
    assert result.metrics["p90_error_s"] == 7200.0
    assert result.errors_s == (0.0,) * 6 + (None,) * 6
    assert result.per_seed is not None
    assert result.per_seed.seed == tuple(SEEDS)
    assert result.per_seed.figures["P_1800"] == (0.5,) * 6
    assert set(result.per_seed.cluster) == {"walk"}


def test_per_trial_figures_are_kept_once(document: Document) -> None:
    pooled = [r for r in document.results if r.event not in NAMES or r.offsets == "all"]
    assert all(r.per_seed is None and r.errors_s is None for r in pooled)


def test_the_same_trials_in_another_order_give_the_same_document(document: Document) -> None:
    assert build_document(outcomes()[::-1], seeds_kind="dev", seeds=SEEDS) == document


def test_two_runs_with_the_same_seeds_differ_in_times_alone(
    document: Document, tmp_path: Path
) -> None:
    slower = [replace(outcome, seconds={"solve": 9.0}) for outcome in outcomes()]
    again = build_document(slower, seeds_kind="dev", seeds=SEEDS)
    texts = []
    for number, one in enumerate((document, again)):
        save_document(tmp_path / f"{number}.json", one)
        texts.append((tmp_path / f"{number}.json").read_text())
    assert texts[0] != texts[1]
    first, second = (json.dumps(without_times(json.loads(text))) for text in texts)
    assert first == second


def test_time_is_told_by_stage(document: Document) -> None:
    assert document.results[0].metrics["seconds"] == 0.25
    assert document.results[0].seconds == {"solve": 0.25}


def test_inferred_truth_stays_out_of_the_total() -> None:
    known, guessed = (
        make_event({"a": 0.0, "b": 0.0}, name="known"),
        make_event({"a": 0.0, "b": 0.0}, name="guessed"),
    )
    guessed = replace(guessed, truth_kind="inferred")
    trials = [
        judge(known, answer(known, {"b": 0.0}), {}),
        judge(guessed, answer(guessed, {"b": 9e9}), {}),
    ]
    mixed = build_document(trials, seeds_kind="dev", seeds=[0])
    (total,) = mixed.select(event="all", subset="all", offsets="all")
    assert (total.metrics["P_1800"], total.truth, total.details["n_events"]) == (1.0, "known", 1)
    alone = build_document(trials[1:], seeds_kind="dev", seeds=[0])
    (total,) = alone.select(event="all", subset="all", offsets="all")
    assert (total.metrics["P_1800"], total.truth) == (0.0, "inferred")


def test_strangers_alone_have_no_precision() -> None:
    event = make_event({"a": 0.0}, strangers=3)
    trial = judge(event, answer(event, {"stranger0": 1.0}), {})
    (result,) = build_document([trial], seeds_kind="report", seeds=[0]).select(
        event="all", subset="all", offsets="all"
    )
    assert (result.metrics["P_1800"], result.metrics["median_error_s"]) == (None, None)
    assert result.metrics["wrong"] == pytest.approx(1 / 3, abs=1e-6)


def test_one_deal_twice_is_a_bug() -> None:
    event = make_event({"a": 0.0, "b": 0.0})
    trial = judge(event, answer(event, {}), {})
    with pytest.raises(ValueError, match="twice"):
        build_document([trial, trial], seeds_kind="dev", seeds=[0])


def test_a_thousand_trials_of_three_methods_fit_in_a_small_file(tmp_path: Path) -> None:
    """Measured on a tenth of them: the file grows with the trials."""
    many = [
        outcome
        for name in ("a", "b", "c")
        for outcome in run(
            (
                drawn_event(seed, galleries=6, name=f"set{number}/k6/a0.6")
                for number in range(5)
                for seed in range(20)
            ),
            answer_at_random,
            name,
        )
    ]
    path = tmp_path / "many.json"
    save_document(path, build_document(many, seeds_kind="report", seeds=range(20)))
    assert 10 * path.stat().st_size < 3_000_000

"""The comparison on events made of numbers, and the tables made of it."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest

from coincide.errors import ModelError, UsageError
from coincide.features.vlad import normalise
from coincide_bench.feature_choice import run
from coincide_bench.feature_choice.candidates import CANDIDATES, Layer
from coincide_bench.feature_choice.material import Trial
from coincide_bench.feature_choice.run import choose_features
from coincide_bench.feature_choice.tables import TABLES, by_event_table, overall_table, update_page
from coincide_bench.figures.document import Document, load_document, save_document
from coincide_bench.suites.context import BenchContext

SEEDS = (10_000, 10_001)
FEW = tuple(one for one in CANDIDATES if one.name in ("pooled", "14x14 mean", "pooled, centred"))


def quiet(_stage: str, _done: int, _total: int) -> None:
    pass


@pytest.fixture
def context(tmp_path: Path) -> BenchContext:
    return BenchContext(tmp_path / "cache", None, False, quiet)


def made_up_trials(
    suite: str, seeds: Sequence[int], layers: Sequence[Layer], quality: float
) -> Iterator[Trial]:
    """Two events; every layer tells the moment, the first one best."""
    for event in ("one", "other"):
        for seed in seeds:
            rng = np.random.default_rng(seed)
            times_s = np.tile(3600.0 * np.arange(6.0), 2)
            moments = np.tile(np.eye(6), (2, 1))
            noise = rng.normal(size=(len(layers), 12, 6)) * quality
            arrays = {
                layer: normalise((moments + (n + 1) * noise[n]).astype(np.float32))
                for n, layer in enumerate(layers)
            }
            starts = np.array([0, 6, 12])
            yield Trial(suite, event, f"{suite} {event}", seed, times_s, starts, arrays)


@pytest.fixture
def document(context: BenchContext, monkeypatch: pytest.MonkeyPatch) -> Document:
    def splits(seeds: Sequence[int], layers: Sequence[Layer], _: BenchContext) -> Iterator[Trial]:
        return made_up_trials("splits", seeds, layers, 0.3)

    def rendered(seeds: Sequence[int], layers: Sequence[Layer], _: BenchContext) -> Iterator[Trial]:
        return made_up_trials("rendered", seeds, layers, 0.1)

    monkeypatch.setattr(run, "split_trials", splits)
    monkeypatch.setattr(run, "rendered_trials", rendered)
    monkeypatch.setattr(
        run, "seconds_per_photo", lambda some: {one.name: 0.5 + n for n, one in enumerate(some)}
    )
    return choose_features(SEEDS, context, candidates=FEW)


def test_every_candidate_on_every_event_suite_and_overall(document: Document) -> None:
    assert len(document.results) == 3 * (4 + 2 + 1)
    assert document.seeds == SEEDS
    assert document.seeds_kind == "dev"
    (pooled,) = document.select(suite="all", method="pooled")
    assert pooled.details["near_match_gain"] == pooled.details["auc_gain"] == 0.0
    assert pooled.details["n_trials"] == 8
    assert pooled.details["chance"] == pytest.approx(1 / 6, abs=1e-6)
    (other,) = document.select(suite="splits", event="all", method="14x14 mean")
    assert other.details["n_trials"] == 4
    near = [
        one.details["near_match"]
        for one in document.select(suite="splits", method="14x14 mean")
        if one.event != "all"
    ]
    assert other.details["near_match"] == pytest.approx(np.mean(near), abs=1e-6)  # type: ignore[arg-type]


def test_gains_are_paired_with_the_default(document: Document) -> None:
    for method in ("14x14 mean", "pooled, centred"):
        (own,) = document.select(suite="all", method=method)
        (pooled,) = document.select(suite="all", method="pooled")
        for name in ("near_match", "auc", "sure"):
            gain = own.details[name] - pooled.details[name]  # type: ignore[operator]
            assert own.details[f"{name}_gain"] == pytest.approx(gain, abs=1e-5)
            interval = own.interval[f"{name}_gain"]
            assert interval is not None
            assert interval.low <= gain + 1e-5
            assert interval.high >= gain - 1e-5


def test_the_document_is_kept_as_json(document: Document, tmp_path: Path) -> None:
    save_document(tmp_path / "features.json", document)
    assert load_document(tmp_path / "features.json") == document


def test_the_tables_name_every_candidate_and_its_cost(document: Document) -> None:
    table = overall_table(document)
    assert [row[0] for row in table.rows] == [one.name for one in FEW]
    assert {len(row) for row in table.rows} == {len(table.header)}
    assert [row[-3] for row in table.rows] == ["1.00", "3.00", "5.00"]
    assert [row[-2] for row in table.rows] == ["2.6", "0.2", "2.6"]
    assert "splits 16.7, rendered 16.7" in table.caption
    by_event = by_event_table(document)
    assert by_event.header == ("features", "one", "other", "one", "other")
    assert by_event.rows[-1] == ("a random photo", *["16.7 / 50.0"] * 4)


def test_a_page_is_written_anew_between_its_marks(document: Document) -> None:
    marks = [
        f"<!-- features:begin {name} -->\nold\n<!-- features:end {name} -->" for name in TABLES
    ]
    page = "before\n" + "\n".join(marks) + "\nafter\n"
    updated = update_page(page, document)
    assert "old" not in updated
    assert updated.startswith("before\n")
    assert updated.endswith("after\n")
    assert "| pooled |" in updated
    assert update_page(updated, document) == updated


@pytest.mark.parametrize(
    ("page", "message"),
    [
        ("nothing", "no place for the tables"),
        ("<!-- features:begin x -->\n<!-- features:end x -->", "No table is called 'x'"),
    ],
)
def test_a_page_without_a_place_is_refused(document: Document, page: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        update_page(page, document)


def test_candidates_without_their_network_are_left_out(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def open_backbone(name: str) -> None:
        if name == "efficientnet-lite2":
            raise ModelError("Install it.")

    monkeypatch.setattr(run, "open_backbone", open_backbone)
    left = run._usable(CANDIDATES)
    assert {name for one in left for name in one.backbones} == {
        "efficientnet-lite0",
        "efficientnet-lite1",
    }
    assert "efficientnet-lite2 are left out. Install it." in caplog.text

"""One command fits all: what it writes, when it replaces what is in use, and what it checks."""

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from coincide.model import Floats
from coincide.solver import parameters
from coincide.solver.evidence.usual import LOOK
from coincide_bench import fit
from coincide_bench.fitting import confidence, likeness
from coincide_bench.fitting import rates as clock_rates
from coincide_bench.fitting.confidence import PlacedRow
from coincide_bench.fitting.document import in_use
from coincide_bench.fitting.material import FitMaterial, material_at

DATASETS = os.environ.get("COINCIDE_DATASETS")


def drawn_counts(log_ratio: Floats, n_pairs: float = 1e6) -> Floats:
    """Return the counts of a source in which likeness says of nearness what a table says."""
    near = LOOK.far * np.exp(log_ratio)
    shares = np.vstack([near / near.sum(axis=1, keepdims=True), LOOK.far / LOOK.far.sum()])
    return n_pairs * shares


def test_a_table_that_fits_stays_as_it_is() -> None:
    counts = {name: drawn_counts(LOOK.log_ratio) for name in "abc"}
    _, record = fit.fit_likeness(counts, LOOK)
    # but for what half a pair in each bin adds
    assert record["refit_differs_by_nats"] < 0.2
    scores = record["scores"]
    assert scores["in_use"]["log_loss"] < scores["uncalibrated"]["log_loss"]
    assert scores["held_out"]["log_loss"] == pytest.approx(scores["in_use"]["log_loss"], abs=0.01)


def test_a_table_that_does_not_fit_is_replaced() -> None:
    counts = {name: drawn_counts(LOOK.log_ratio / 3) for name in "abc"}
    found, record = fit.fit_likeness(counts, LOOK)
    assert record["adopted"]
    often = LOOK.far >= 1e-3
    share = LOOK.far * np.exp(LOOK.log_ratio / 3)
    planted = np.log(share / share.sum(axis=1, keepdims=True) * LOOK.far.sum() / LOOK.far)
    np.testing.assert_allclose(found.log_ratio[:, often], planted[:, often], atol=0.02)


@pytest.fixture
def _fits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand in for what takes long: counts, rows, rates."""
    rng = np.random.default_rng(14)
    rows = [
        PlacedRow(f"set{number % 3}", f"event {number // 4}", odds, float(rng.random() < 0.7), 1.0)
        for number, odds in enumerate(rng.uniform(-6.0, 8.0, 600).tolist())
    ]
    counts = {name: drawn_counts(LOOK.log_ratio) for name in "ab"}
    monkeypatch.setattr(likeness, "development_counts", lambda *_: counts)
    monkeypatch.setattr(confidence, "development_rows", lambda *_: rows)
    monkeypatch.setattr(clock_rates, "fit_rates", lambda *_: {"phone": {"clocks": 6}})


def _datasets(folder: Path, names: Sequence[str] = ("met_2017",)) -> Path:
    for name in names:
        (folder / name).mkdir(parents=True)
        (folder / name / "a.jpg").write_bytes(name.encode())
    return folder


@pytest.mark.usefixtures("_fits")
def test_the_command_writes_the_module_and_the_same_one_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    datasets, module = _datasets(tmp_path / "sets"), tmp_path / "fitted.py"
    assert fit.main([str(datasets), "--to", str(module)]) == 0
    written = module.read_text("utf-8")
    assert fit.main([str(datasets), "--to", str(module)]) == 0
    assert module.read_text("utf-8") == written
    namespace: dict[str, object] = {}
    exec(written, namespace)
    record = namespace["RECORD"]
    assert isinstance(record, dict)
    assert (record["photos"], set(record["sets"])) == (1, {"met_2017"})
    assert record["recipes"] == fit.recipes()
    assert record["data"] == material_at(datasets).digest(fit.recipes())
    assert record["calibration"]["adopted"]
    assert "calibration: {" in capsys.readouterr().out


def test_check_tells_which_set_is_another_and_what_is_not_at_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    datasets = _datasets(tmp_path, ["met_2017", "europe_2019"])
    material = material_at(datasets)
    record = {"sets": dict(material.sets), "recipes": fit.recipes()}
    monkeypatch.setattr(fit, "in_use", lambda: replace(in_use(), record=record))
    assert fit.main([str(datasets), "--check"]) == 0
    assert capsys.readouterr().out == "2 sets are those of the fit\n"
    record["sets"]["annapurna_2017"] = "digest"
    (datasets / "met_2017" / "b.jpg").write_bytes(b"one more")
    assert fit.main([str(datasets), "--check"]) == 1
    assert capsys.readouterr().out == (
        "not at hand, so not checked: annapurna_2017\nmet_2017: other photos\n"
    )


def test_other_seeds_are_another_fit() -> None:
    material = FitMaterial(1, {"met_2017": "digest"})
    record = {"sets": {"met_2017": "digest"}, "recipes": fit.recipes()[:-1]}
    assert fit.check(material, record) == ["other suites or seeds are drawn"]


@pytest.mark.skipif(DATASETS is None, reason="COINCIDE_DATASETS names no photo sets")
def test_the_numbers_in_use_were_fitted_on_the_photos_at_hand() -> None:
    assert DATASETS is not None
    material = material_at(Path(DATASETS))
    assert fit.check(material, parameters.RECORD) == []
    if set(material.sets) == set(parameters.RECORD["sets"]):
        assert material.digest(fit.recipes()) == parameters.RECORD["data"]

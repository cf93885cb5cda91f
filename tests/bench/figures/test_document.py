import json
from dataclasses import replace
from pathlib import Path

import pytest

from coincide.errors import StoreError, UsageError
from coincide_bench.figures.aggregate import Interval
from coincide_bench.figures.calibration import ReliabilityBin
from coincide_bench.figures.document import (
    METRICS,
    SCHEMA,
    Document,
    PerSeed,
    Result,
    digest_of,
    load_document,
    save_document,
    without_times,
)

DOCUMENT = Document(
    versions={"coincide": "0.1.0", "python": "3.11.2"},
    machine={"cores": 2, "processor": "x86_64"},
    seeds_kind="dev",
    seeds=(1, 2),
    results=(
        Result(
            suite="splits",
            event="größe/k3/a1.0",
            method="paper",
            subset="all",
            offsets="continuous",
            truth="known",
            metrics=dict.fromkeys(METRICS) | {"P_1800": 0.5, "seconds": 1.25},
            interval={"P_1800": Interval(0.25, 0.75), "H_300": None},
            details={"n_trials": 2, "brier_skill": None},
            reliability=(ReliabilityBin(0.9, 1.0, 3),),
            seconds={"link": 1.0, "solve": 0.25},
            per_seed=PerSeed((1, 2), ("größe",) * 2, {"P_1800": (0.5, None)}),
            errors_s=(0.1, 9000.0, None),
        ),
    ),
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    save_document(tmp_path / "results.json", DOCUMENT)
    return tmp_path / "results.json"


def test_what_was_written_is_read_back(path: Path) -> None:
    assert load_document(path) == DOCUMENT


def test_the_form_of_the_file(path: Path) -> None:
    content = json.loads(path.read_text(encoding="utf-8"))
    assert content["schema"] == SCHEMA == "coincide.bench/1"
    assert content["coincide"] == "0.1.0"
    assert content["seeds"] == {"kind": "dev", "list": [1, 2]}
    (result,) = content["results"]
    assert set(result["metrics"]) == {
        "P_1800", "A_1800", "H_1800", "H_300", "H_60", "median_error_s", "p90_error_s",
        "placed", "wrong", "certain", "certain_wrong", "ece", "seconds",
    }  # fmt: skip
    assert result["metrics"]["ece"] is None
    assert result["interval"]["P_1800"] == [0.25, 0.75]
    assert result["per_seed"]["seed"] == [1, 2]
    assert result["errors_s"] == [0.1, 9000.0, None]
    assert "größe/k3/a1.0" in path.read_text(encoding="utf-8")


def test_times_can_be_taken_out(path: Path) -> None:
    bare = without_times(json.loads(path.read_text(encoding="utf-8")))
    assert "machine" not in bare
    assert "seconds" not in bare["results"][0]
    assert "seconds" not in bare["results"][0]["metrics"]
    assert bare["results"][0]["metrics"]["P_1800"] == 0.5


def test_the_digest_is_of_all_results_but_not_of_times(path: Path) -> None:
    digest = digest_of(DOCUMENT)
    assert digest_of(load_document(path)) == digest
    (result,) = DOCUMENT.results

    def digest_with(**changed: object) -> str:
        return digest_of(replace(DOCUMENT, results=(replace(result, **changed),)))  # type: ignore[arg-type]

    assert digest_with(seconds={"link": 2.0}) == digest
    assert digest_with(metrics={**result.metrics, "seconds": 9.0}) == digest
    assert digest_with(metrics={**result.metrics, "P_1800": 0.5000001}) != digest
    assert digest_with(errors_s=(0.1, 9000.1, None)) != digest
    assert digest_of(replace(DOCUMENT, results=DOCUMENT.results * 2)) != digest


def test_results_are_selected_by_field() -> None:
    assert DOCUMENT.select(suite="splits", method="paper") == DOCUMENT.results
    assert DOCUMENT.select(suite="real") == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "is not JSON"),
        ("[]", "schema is None"),
        ('{"schema": "coincide.bench/0"}', "schema is 'coincide.bench/0'"),
        ('{"schema": "coincide.bench/1"}', "is damaged"),
    ],
)
def test_a_file_that_is_none_is_refused(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "bad.json").write_text(text)
    with pytest.raises(UsageError, match=message):
        load_document(tmp_path / "bad.json")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"kind":"dev"', '"kind":"best"'),
        ('"P_1800":0.5,', ""),
        ('"P_1800":0.5,', '"P_1800":"high",'),
        ('"seed":[1,2]', '"seed":[1]'),
        ('"method":"paper",', ""),
        ("[0.25,0.75]", "[0.25]"),
    ],
)
def test_a_damaged_file_is_refused(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(UsageError, match=r"results\.json is damaged"):
        load_document(path)


def test_a_file_that_cannot_be_read_or_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"absent\.json: No such file"):
        load_document(tmp_path / "absent.json")
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="Cannot write"):
        save_document(tmp_path / "file" / "below.json", DOCUMENT)
    with pytest.raises(StoreError, match="did not write it"):
        save_document(tmp_path / "file", DOCUMENT)

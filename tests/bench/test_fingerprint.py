"""The fingerprint: the same for the same answers, another one if any number of any answer is."""

from dataclasses import replace
from pathlib import Path

import pytest

from coincide.errors import StoreError
from coincide.model import Estimate, Finding, FindingKind, Jump, Offsets, Placement
from coincide_bench.event import BenchEvent
from coincide_bench.fingerprint import Fingerprint, answer_lines, fingerprints
from coincide_bench.suites import registry
from coincide_bench.suites.registry import DEV_SEEDS, Suite
from tests.bench.ablation.test_run import CONTEXT, small_world
from tests.bench.cli.test_speed import run
from tests.bench.trials import make_event

SMALL = {"simulated": Suite(small_world, False, "one small world for each seed")}
METHODS = ["joint", "midpoints"]
PLACED = Placement("bob", Estimate(10.5, 9.25, 12.0, 0.75), jumps=(Jump(3, 60.0),), drift_ppm=2.0)
NO_WORDS = Placement("cat", Estimate(-1.0, -1.0, -1.0, None))


def line(*placements: Placement) -> str:
    """Return the line of a trial in which a method answers this."""

    def method(event: BenchEvent) -> Offsets:
        return Offsets(event.anchor, "test", placements)

    (found,) = answer_lines(make_event({"anna": 0.0}, name="walk", seed=7), [method])
    return found


def test_a_line_tells_the_trial_and_every_number() -> None:
    assert line(PLACED, NO_WORDS, Placement("dora", None)) == (
        "walk continuous 7: bob likely 10.500000 9.250000 12.000000 0.750000 2.000000"
        f" jump {PLACED.jumps[0]};"
        " cat placed -1.000000 -1.000000 -1.000000 - 0.000000; dora unplaced"
    )


@pytest.mark.parametrize(
    "changed",
    [
        replace(PLACED, estimate=Estimate(10.500001, 9.25, 12.0, 0.75)),
        replace(PLACED, estimate=Estimate(10.5, 9.250001, 12.0, 0.75)),
        replace(PLACED, estimate=Estimate(10.5, 9.25, 12.000001, 0.75)),
        replace(PLACED, estimate=Estimate(10.5, 9.25, 12.0, 0.750001)),
        replace(PLACED, estimate=None),
        replace(PLACED, estimate=Estimate(10.5, 9.25, 12.0, None)),
        replace(PLACED, findings=(Finding(FindingKind.MEASURED),)),
        replace(PLACED, findings=(Finding(FindingKind.ASSUMED),)),
        replace(PLACED, row_chances=(1.0, 0.5)),
        replace(PLACED, drift_ppm=2.000001),
        replace(PLACED, jumps=(Jump(4, 60.0),)),
        replace(PLACED, jumps=(Jump(3, 60.000001),)),
        replace(PLACED, jumps=()),
        replace(PLACED, gallery="bert"),
    ],
)
def test_one_other_number_is_another_digest(changed: Placement) -> None:
    def digest(placement: Placement) -> str:
        return Fingerprint("walks", "test", ("the first trial", line(placement))).digest

    assert digest(PLACED) == digest(replace(PLACED, n_links=4))
    assert digest(PLACED) != digest(changed)


def test_the_same_twice_by_any_number_of_workers_and_another_for_other_seeds() -> None:
    once, again, shared, other = (
        list(fingerprints(SMALL, METHODS, DEV_SEEDS[first : first + 2], CONTEXT, workers=workers))
        for first, workers in ((0, 1), (0, 1), (0, 2), (1, 1))
    )
    assert [(one.suite, one.method, len(one.lines)) for one in once] == [
        ("simulated", "joint", 2),
        ("simulated", "midpoints", 2),
    ]
    assert once == again == shared
    assert all(a.digest != b.digest for a, b in zip(once, other, strict=True))


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COINCIDE_DATASETS", raising=False)
    monkeypatch.setattr(registry, "SUITES", SMALL)


def test_the_command_prints_digests_and_keeps_the_lines(small: None, tmp_path: Path) -> None:
    options = ("--n-seeds", "2", "--method", "midpoints", "--workers", "1")
    done = run("fingerprint", "simulated", *options, "--lines", tmp_path / "kept")
    assert done.exit_code == 0, done.output
    (found,) = fingerprints(SMALL, ["midpoints"], DEV_SEEDS[:2], CONTEXT)
    assert done.stdout == f"simulated midpoints 2 {found.digest}\n"
    kept = (tmp_path / "kept" / "simulated-midpoints.txt").read_text(encoding="utf-8")
    assert kept.split("\n") == list(found.lines)


def test_a_folder_that_cannot_be_made_is_named(small: None, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    options = ("--n-seeds", "1", "--method", "midpoints", "--workers", "1")
    done = run("fingerprint", *options, "--lines", tmp_path / "file" / "kept")
    assert isinstance(done.exception, StoreError)
    assert "simulated-midpoints.txt" in str(done.exception)

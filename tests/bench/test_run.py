"""Whole runs: the same trials for all, the same document twice, and the command line."""

import json
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from coincide_bench.event import BenchEvent
from coincide_bench.figures.document import save_document, without_times
from coincide_bench.figures.results import build_document
from coincide_bench.methods import METHODS
from coincide_bench.run import run_suites
from coincide_bench.suites.context import BenchContext
from coincide_bench.suites.registry import DEV_SEEDS, REPORT_SEEDS, SUITES, Suite
from tests.bench.trials import answer_truth
from tests.command import run_here


def silent(_stage: str, _done: int, _total: int) -> None: ...


@pytest.fixture
def context(tmp_path: Path) -> BenchContext:
    return BenchContext(tmp_path / "cache", None, report=False, progress=silent)


def few_simulated(seeds: Sequence[int], context: BenchContext) -> Iterator[BenchEvent]:
    for seed in seeds:
        yield next(iter(SUITES["simulated"].events([seed], context)))


FEW = {"simulated": Suite(few_simulated, needs_photos=False, what="one world per seed")}


def test_development_and_report_seeds_are_apart() -> None:
    assert len(REPORT_SEEDS) >= 20
    assert not set(DEV_SEEDS) & set(REPORT_SEEDS)


@pytest.mark.slow
def test_two_runs_give_the_same_document_but_for_times(
    context: BenchContext, tmp_path: Path
) -> None:
    documents = []
    for number in range(2):
        outcomes = run_suites(FEW, METHODS, DEV_SEEDS[:2], context)
        path = tmp_path / f"{number}.json"
        save_document(path, build_document(outcomes, seeds_kind="dev", seeds=DEV_SEEDS[:2]))
        documents.append(without_times(json.loads(path.read_text())))
    assert documents[0] == documents[1]
    assert documents[0]["results"]


def test_the_truth_scores_one_on_every_suite_that_runs_here(context: BenchContext) -> None:
    outcomes = run_suites(FEW, {"truth": answer_truth}, DEV_SEEDS[:2], context)
    document = build_document(outcomes, seeds_kind="dev", seeds=DEV_SEEDS[:2])
    (total,) = document.select(suite="simulated", event="all", subset="all", offsets="all")
    assert total.metrics["H_1800"] == 1.0
    assert total.metrics["H_60"] == 1.0
    assert total.metrics["wrong"] == 0.0


def coincide(*arguments: str | Path) -> CompletedProcess[str]:
    return run_here("bench", *arguments)


def test_run_compare_and_report_from_the_command_line(tmp_path: Path) -> None:
    one, two = tmp_path / "one.json", tmp_path / "two.json"
    done = coincide(
        *("run", "simulated", "--n-seeds", "2", "--cache", tmp_path / "cache"),
        *("--method", "paper", "--method", "midpoints", "--json", one),
    )
    assert done.returncode == 0, done.stderr
    assert "paper" in done.stdout
    shutil.copy(one, two)  # another run of the same would be the same, see above
    done = coincide("compare", one, two, "--method-a", "paper", "--method-b", "midpoints")
    assert done.returncode == 0, done.stderr
    assert "paper → midpoints" in done.stdout
    page = tmp_path / "page.md"
    page.write_text("<!-- bench:begin simulated -->\n<!-- bench:end simulated -->\n")
    done = coincide("report", one, "--page", page, "--plots", tmp_path / "plots")
    assert done.returncode == 0, done.stderr
    assert "| paper |" in page.read_text()
    assert list((tmp_path / "plots").glob("*.svg"))


def test_checks_from_the_command_line(tmp_path: Path) -> None:
    done = coincide("speed", "scale", "--sizes", "140,280", "--method", "midpoints")
    assert done.returncode == 0, done.stderr
    assert "Time grows as N^" in done.stdout
    done = coincide(
        *("run", "jumps", "--n-seeds", "1", "--method", "median", "--method", "midpoints"),
        *("--json", tmp_path / "jumps.json"),
    )
    assert done.returncode == 0, done.stderr
    assert "clean galleries" in done.stdout
    done = coincide("compare", tmp_path / "jumps.json", "--method-b", "median", "--by-event")
    assert done.returncode == 0, done.stderr
    assert "midpoints → median" in done.stdout
    assert "simulated/easy" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["speed", "scale", "--sizes", "many"], "--sizes"),
        (["speed", "scale", "--method", "magic"], "midpoints"),
        (["run", "nonsense"], "simulated"),
        (["run", "simulated", "--method", "magic"], "midpoints"),
        (["run", "splits"], "--datasets"),
        (["compare", "no.json", "no.json"], "no.json"),
    ],
)
def test_mistakes_name_the_remedy(
    arguments: list[str], says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COINCIDE_DATASETS", raising=False)
    done = coincide(*arguments)
    assert done.returncode != 0
    assert says in done.stderr
    assert "Traceback" not in done.stderr

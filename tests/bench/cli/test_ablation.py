from collections.abc import Sequence
from pathlib import Path

import pytest

from coincide.errors import UsageError
from coincide_bench.ablation import run as run_module
from coincide_bench.figures.document import Document, load_document
from coincide_bench.suites.context import BenchContext
from tests.bench.ablation.test_run import small_world
from tests.bench.cli.test_speed import run

PAGE = "<!-- ablation:begin {0} -->\n<!-- ablation:end {0} -->\n"


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the suite of one small world, and no photos at hand."""
    monkeypatch.delenv("COINCIDE_DATASETS", raising=False)
    suite = run_module.Suite(small_world, False, "one small world for each seed")
    whole = run_module.run_ablation

    def small_run(seeds: Sequence[int], context: BenchContext, **options: object) -> Document:
        return whole(seeds, context, seeds_kind="dev", suites={"simulated": suite})

    monkeypatch.setattr(run_module, "run_ablation", small_run)


@pytest.mark.slow
def test_variants_are_printed_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    path = tmp_path / "ablation.json"
    done = run("ablation", "--n-seeds", "2", "--json", path)
    assert done.exit_code == 0
    assert "Simulated events: 1 events, 2 trials, continuous offsets" in done.stdout
    assert "without pooling" in done.stdout
    methods = {result.method for result in load_document(path).results}
    assert {"full", "without look", "without jumps"} <= methods


def test_a_page_needs_the_photo_sets(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(PAGE.format("simulated"), encoding="utf-8")
    done = run("ablation", "--write", page)
    assert isinstance(done.exception, UsageError)
    assert "--datasets" in str(done.exception)
    assert run("ablation", "--write", tmp_path / "none.md").exit_code == 2


def test_a_page_is_written_anew(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(PAGE.format("simulated"), encoding="utf-8")
    # a folder without any set: all of them are left out
    done = run("ablation", "--n-seeds", "1", "--datasets", tmp_path, "--write", page)
    assert done.exit_code == 0
    assert "| without rhythm |" in page.read_text(encoding="utf-8")

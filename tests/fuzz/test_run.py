"""Damaged files through every reader: nothing crashes, hangs, or takes the memory."""

import sys
from pathlib import Path

import pytest

from coincide.media.exiftool import find_exiftool
from tests.fuzz.cases import make_case
from tests.fuzz.run import Child, Summary, find_fixtures, fuzz
from tests.fuzz.seeds import build_seeds, load_seeds

READERS = {
    *("read_file", "open_picture", "image_digest", "read_file_times", "video_times"),
    *("read_video_tags", "all_tags", "ingest.parse_sidecar", "plan.parse_sidecar"),
    *("edit_sidecar", "read_named", "parse_plan", "read journal", "open journal"),
}


@pytest.fixture(scope="module")
def seeds(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("seeds")
    build_seeds(folder)
    return folder


def test_the_same_number_gives_the_same_file(seeds: Path) -> None:
    loaded = load_seeds(seeds, None)
    assert {seed.kind for seed in loaded} == {"media", "sidecar", "plan", "journal"}
    assert len(loaded) > 45 - (find_exiftool() is None)
    one, again, another = (make_case(loaded, 0, number) for number in (7, 7, 8))
    assert one == again != another


def test_damaged_files_give_values_or_our_errors(seeds: Path) -> None:
    """Without the fixtures, so that it is the same on every machine."""
    found = fuzz(range(150), 1, seeds, None)
    assert found.n == 150
    assert not found.findings, found.text()


@pytest.mark.slow
def test_five_thousand_damaged_files(seeds: Path) -> None:
    found = fuzz(range(5000), 0, seeds, find_fixtures())
    assert found.n == 5000
    assert not found.findings, found.text()
    assert {name for name, _ in found.said} == READERS
    assert all((name, "value") in found.said for name in READERS), found.text()


def test_a_crash_is_noticed_and_named() -> None:
    crash = "import os, signal; input(); os.kill(os.getpid(), signal.SIGSEGV)"
    told = Child([sys.executable, "-c", crash]).ask(17)
    assert told["number"] == 17
    assert "was ended by SIGSEGV" in told["error"]


def test_what_fails_is_found() -> None:
    summary = Summary()
    summary.add({"number": 3, "cpu_s": {"read_file": 2.5}, "said": {}, "peak_bytes": 5})
    summary.add({"number": 4, "peak_bytes": 2 << 30})
    summary.add({"number": 5, "error": "the child was ended by SIGSEGV"})
    summary.add({"number": 6, "cpu_s": {"read_file": 2.5}, "sound_s": {"read_file": 2.4}})
    summary.add({"number": 7, "cpu_s": {"read_file": 5.0}, "sound_s": {"read_file": 2.4}})
    assert [finding.number for finding in summary.findings] == [3, 4, 5, 7]
    assert "SIGSEGV" in summary.text()

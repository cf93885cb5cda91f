"""The private record of what was written and what is trusted."""

import os
import stat
import subprocess
from pathlib import Path

import pytest

from coincide.errors import StoreError
from coincide.storage import ledger
from tests.writing.apply.test_bad_luck import mount


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COINCIDE_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def test_what_was_written_is_known_by_content_and_kind() -> None:
    ledger.record_written("plan", [("a" * 64, Path("x.xmp")), ("b" * 64, Path("y.xmp"))])
    assert ledger.was_written("plan", ["a" * 64, "c" * 64]) == {"a" * 64}
    assert ledger.was_written("album", ["a" * 64]) == frozenset()


def test_asking_makes_no_file(data: Path) -> None:
    assert ledger.was_written("plan", ["a" * 64]) == frozenset()
    assert not ledger.is_trusted("server", "https://photos.example.org")
    assert not ledger.distrust("server", "https://photos.example.org")
    ledger.record_written("plan", [])
    assert not data.exists()


def test_trust_is_remembered_and_forgotten() -> None:
    ledger.trust("server", "https://photos.example.org")
    ledger.trust("server", "https://photos.example.org")
    assert ledger.is_trusted("server", "https://photos.example.org")
    assert not ledger.is_trusted("code", "https://photos.example.org")
    assert [one.what for one in ledger.list_trusted()] == ["https://photos.example.org"]
    assert ledger.distrust("server", "https://photos.example.org")
    assert ledger.list_trusted() == []


def test_nobody_else_may_read_it(data: Path) -> None:
    ledger.trust("project", "1234")
    assert stat.S_IMODE((data / ledger.FILE).stat().st_mode) == 0o600


def test_a_damaged_record_is_an_error_with_a_remedy(data: Path) -> None:
    data.mkdir()
    (data / ledger.FILE).write_bytes(b"no database" * 100)
    with pytest.raises(StoreError, match="COINCIDE_DATA"):
        ledger.trust("project", "1234")


def test_a_name_that_is_no_text_is_recorded() -> None:
    ledger.record_written("plan", [("a" * 64, Path(os.fsdecode(b"not-utf8-\xff.xmp")))])
    assert ledger.was_written("plan", ["a" * 64]) == {"a" * 64}


def test_on_a_read_only_disk_it_can_be_read_and_not_written(data: Path) -> None:
    ledger.record_written("plan", [("a" * 64, Path("x.xmp"))])
    mount(["--bind", str(data), str(data)])
    try:
        mount(["-o", "remount,bind,ro", str(data)])
        assert ledger.was_written("plan", ["a" * 64]) == {"a" * 64}
        with pytest.raises(StoreError, match="Make it writable"):
            ledger.record_written("plan", [("b" * 64, Path("y.xmp"))])
    finally:
        subprocess.run(["umount", "-l", str(data)], check=True)

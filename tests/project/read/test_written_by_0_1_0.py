"""What version 0.1.0 left in object storage, which knew no plans there, is read and used today."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import fsspec
import pytest

from coincide.errors import StoreError, UsageError
from tests.project.old_projects import EVENT, EXPECTED, PROJECT, run, unpack
from tests.storage_server import BUCKET, make_bucket, s3_environment, s3_server, upload

pytestmark = pytest.mark.slow

URL = f"s3://{BUCKET}/{EVENT}"


@pytest.fixture
def stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """An event in object storage with the project folder that 0.1.0 left there."""
    event = unpack("planned", tmp_path)
    shutil.rmtree(event / PROJECT)
    (tmp_path / "storage").mkdir()
    unpack("storage", tmp_path / "storage")
    with s3_server() as port:
        for name, value in s3_environment(port).items():
            monkeypatch.setenv(name, value)
        forget_servers()
        make_bucket()
        upload(event, URL)
        upload(tmp_path / "storage" / EVENT, URL)
        yield URL
    forget_servers()


def forget_servers() -> None:
    """Let fsspec look anew at where S3 is: it keeps what it opened."""
    fsspec.filesystem("s3").clear_instance_cache()


def read_object(name: str) -> dict[str, Any]:
    files = fsspec.filesystem("s3", skip_instance_cache=True)
    document: dict[str, Any] = json.loads(files.cat_file(f"{BUCKET}/{EVENT}/{PROJECT}/{name}"))
    return document


def test_in_object_storage_nothing_is_embedded_anew_or_lost(stored: str) -> None:
    *before, now = EXPECTED["storage"]["history"]
    assert run("hint", "list", stored).splitlines() == now
    run("sync", stored)
    stages = read_object("costs.json")["stages"]
    assert sum(stage["photos"] for stage in stages.values()) == 0
    galleries = read_object("offsets.json")["galleries"]
    assert list(galleries) == ["Cosmo", "Florentine", "Kim", "Maya"]
    assert galleries["Kim"]["offset_s"] == pytest.approx(809197664.0, abs=1.0)
    for state in reversed(before):
        run("hint", "undo", stored)
        assert run("hint", "list", stored).splitlines() == state
    with pytest.raises(UsageError, match="no change"):
        run("hint", "undo", stored)


def test_in_object_storage_a_newer_layout_is_refused_in_words(stored: str, tmp_path: Path) -> None:
    (tmp_path / "newer").mkdir()
    (tmp_path / "newer" / "version").write_text("99\n", encoding="utf-8")
    upload(tmp_path / "newer", f"{stored}/{PROJECT}")
    with pytest.raises(StoreError, match="layout 99"):
        run("sync", stored)

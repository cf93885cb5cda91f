"""An event of a few people, on a disk and at a URL."""

from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import fsspec
import pytest

from tests.drawn import write_event
from tests.storage_server import upload


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_event(tmp_path / "party", {"ann": 9, "bob": 12, "cyd": 7})


@pytest.fixture
def base() -> Iterator[str]:
    """A place of this test's own."""
    base = f"memory://{uuid4().hex}"
    yield base
    fsspec.filesystem("memory").rm(base, recursive=True)


@pytest.fixture
def event(folder: Path, base: str) -> str:
    upload(folder, f"{base}/party")
    return f"{base}/party"

"""A server with a small library open."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from coincide.app.cli.libraries.options import store_folder
from coincide.app.review.clocks.openlibrary import LibraryPlace
from coincide.library.scan.folders import roots_of
from coincide.library.scan.store import LibraryStore
from coincide.library.scan.tags import scan_library
from tests.app.review.conftest import Live, serving
from tests.library.on_disk import write_library


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """Anna's phone, and her camera that was 25 min behind twice; scanned."""
    folder = tmp_path / "photos"
    write_library(folder)
    roots = roots_of([folder])
    with LibraryStore(store_folder(roots, None)) as store:
        scan_library(store, roots)
    return folder


@pytest.fixture
def clocks(library: Path) -> Iterator[Live]:
    with serving([library], []) as live:
        live.running.session.open_library(LibraryPlace((library,), store_folder, None, None))
        live.settled()
        yield live


@pytest.fixture
def rng() -> np.random.Generator:
    """Return a source of randomness that is the same in every run."""
    return np.random.default_rng(7)

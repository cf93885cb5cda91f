"""What takes long to make is made by one process, and used by all that run tests."""

import hashlib
import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path

import pytest

from coincide.writing.apply.lock import take


def made_once(folder: Path, make: Callable[[Path], object]) -> Path:
    """Return a folder that one process makes, in its place, while the others wait.

    Whoever makes it may be killed: only a mark beside it tells that it is whole.
    """
    mark = folder.with_name(f"{folder.name}.made")
    if not mark.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        with _turn(folder.with_name(f"{folder.name}.lock")):
            if not mark.exists():
                shutil.rmtree(folder, ignore_errors=True)
                make(folder)
                mark.touch()
    return folder


def name_of(asked: object, *sources: Path) -> str:
    """Return a name for all that decides about what is made: its options, libraries and sources."""
    found = hashlib.sha256(repr(asked).encode())
    for package in ("numpy", "pillow", "exiv2", "scipy"):
        found.update(version(package).encode())
    for path in sorted(path for source in sources for path in (source, *source.rglob("*.py"))):
        if path.is_file():
            found.update(path.read_bytes())
    return found.hexdigest()[:16]


def for_this_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder that all workers of this run have in common, and no other run."""
    own = tmp_path_factory.getbasetemp()
    return (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "once"


@contextmanager
def _turn(path: Path) -> Iterator[None]:
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        while not take(descriptor):
            time.sleep(0.1)
        yield
    finally:
        os.close(descriptor)

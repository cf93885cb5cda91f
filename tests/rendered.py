"""Demo events take long to render: kept between runs while what renders them is the same."""

import hashlib
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import astuple
from importlib.metadata import version
from pathlib import Path

import coincide.demo
from coincide.demo import DemoOptions, render_event
from coincide.writing.apply.lock import take

SOURCES = Path(coincide.demo.__file__).parent


def rendered(folder: Path, options: DemoOptions) -> Path:
    """Return an event in a folder of events; nobody may write to it, so copy it.

    Of several processes that want the same one, one renders it and the others wait.
    """
    event = folder / _digest(options)
    if not event.exists():
        folder.mkdir(parents=True, exist_ok=True)
        with _turn(event.with_suffix(".lock")):
            if not event.exists():
                # whole or not at all: whoever renders may be killed
                beside = event.with_name(f"{event.name}.{os.getpid()}")
                render_event(beside, options)
                beside.rename(event)
    return event


def copy_rendered(folder: Path, options: DemoOptions, to: Path) -> Path:
    """Copy an event of a folder of events; return where it is."""
    return Path(shutil.copytree(rendered(folder, options), to))


@contextmanager
def _turn(path: Path) -> Iterator[None]:
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        while not take(descriptor):
            time.sleep(0.1)
        yield
    finally:
        os.close(descriptor)


def _digest(options: DemoOptions) -> str:
    """Return a name for all that decides about the bytes."""
    found = hashlib.sha256(repr(astuple(options)).encode())
    for package in ("numpy", "pillow", "exiv2", "scipy"):
        found.update(version(package).encode())
    for path in sorted(SOURCES.rglob("*.py")):
        found.update(path.read_bytes())
    return found.hexdigest()[:16]

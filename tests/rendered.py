"""Demo events take long to render: kept between runs while what renders them is the same."""

import hashlib
import os
import shutil
from dataclasses import astuple
from importlib.metadata import version
from pathlib import Path

import pytest

import coincide.demo
from coincide.demo import DemoOptions, render_event

SOURCES = Path(coincide.demo.__file__).parent


def rendered(cache: pytest.Cache, options: DemoOptions) -> Path:
    """Return the folder of an event; nobody may write to it, so copy it."""
    folder = Path(cache.mkdir("rendered")) / _digest(options)
    if not folder.exists():
        # another worker may be at it: whole or not at all
        beside = folder.with_name(f"{folder.name}.{os.getpid()}")
        render_event(beside, options)
        try:
            beside.rename(folder)
        except OSError:
            shutil.rmtree(beside)
    return folder


def _digest(options: DemoOptions) -> str:
    """Return a name for all that decides about the bytes."""
    found = hashlib.sha256(repr(astuple(options)).encode())
    for package in ("numpy", "pillow", "exiv2", "scipy"):
        found.update(version(package).encode())
    for path in sorted(SOURCES.rglob("*.py")):
        found.update(path.read_bytes())
    return found.hexdigest()[:16]

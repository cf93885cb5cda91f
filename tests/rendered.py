"""Demo events take long to render: kept between runs while what renders them is the same."""

import hashlib
import shutil
from dataclasses import astuple
from importlib.metadata import version
from pathlib import Path

import coincide.demo
from coincide.demo import DemoOptions, render_event
from tests.once import made_once

SOURCES = Path(coincide.demo.__file__).parent


def copy_rendered(folder: Path, options: DemoOptions, to: Path) -> Path:
    """Copy an event of a folder of events, rendered where it is not there; return the copy."""
    event = made_once(folder / _digest(options), lambda event: render_event(event, options))
    return Path(shutil.copytree(event, to))


def _digest(options: DemoOptions) -> str:
    """Return a name for all that decides about the bytes."""
    found = hashlib.sha256(repr(astuple(options)).encode())
    for package in ("numpy", "pillow", "exiv2", "scipy"):
        found.update(version(package).encode())
    for path in sorted(SOURCES.rglob("*.py")):
        found.update(path.read_bytes())
    return found.hexdigest()[:16]

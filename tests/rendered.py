"""Demo events take long to render: kept between runs while what renders them is the same."""

import shutil
from dataclasses import astuple
from pathlib import Path

import coincide.demo
from coincide.demo import DemoOptions, render_event
from tests.once import made_once, name_of

SOURCES = Path(coincide.demo.__file__).parent


def copy_rendered(folder: Path, options: DemoOptions, to: Path) -> Path:
    """Copy an event of a folder of events, rendered where it is not there; return the copy."""
    name = name_of(astuple(options), SOURCES)
    event = made_once(folder / name, lambda event: render_event(event, options))
    return Path(shutil.copytree(event, to))

"""``coincide bench album-speed``: how fast an album is built."""

import tempfile
from pathlib import Path
from typing import Annotated

import typer

from coincide.app.cli.output import tables
from coincide.app.cli.output.progress import Bars


def album_speed(
    photos: Annotated[int, typer.Option(help="How many distinct photos of 12 MP.", min=5)] = 200,
) -> None:
    """Measure how fast an album is built, against bare resizing in the same run."""
    from coincide_bench.album_speed import measure_album

    with tempfile.TemporaryDirectory() as scratch, Bars() as bars:
        speed = measure_album(
            Path(scratch), photos, tell=lambda done, total: bars("render", done, total)
        )
    tables.console().print(
        f"{speed.n_photos} photos of 12 MP: album {speed.album:.2f} photos/s;"
        f" bare resizing {speed.bare:.2f} photos/s; ratio {speed.ratio:.2f}"
    )

"""Arguments and options that several commands share, of events on this machine's disks."""

from pathlib import Path
from typing import Annotated

import typer

from coincide.app.cli.names import on_disk

EventsOnDisk = Annotated[
    list[Path],
    typer.Argument(
        metavar="EVENT", parser=on_disk, help="As for coincide sync.", show_default=False
    ),
]
ProjectOption = Annotated[
    Path | None,
    typer.Option("--project", parser=on_disk, help="As for coincide sync.", show_default=False),
]
SyncFirst = Annotated[
    bool,
    typer.Option("--sync", help="Sync first, where the latest result no longer holds."),
]

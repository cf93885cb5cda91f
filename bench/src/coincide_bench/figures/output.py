"""Keep the figures of a measurement in a file, where one is named for them."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import typer


def save_figures(path: Path | None, figures: Mapping[str, object]) -> None:
    """Write the figures of a measurement."""
    if path is None:
        return
    from coincide.storage.outputs import write_output

    write_output(path, f"{json.dumps(figures, indent=1)}\n".encode())


def saving(path: Path | None, figures: dict[str, object]) -> Callable[[str, object], None]:
    """Return what adds figures as they come, and writes all so far at every call."""

    def tell(what: str, found: object) -> None:
        figures[what] = found
        typer.echo(f"{what}: {json.dumps(found)}", err=True)
        save_figures(path, figures)

    return tell

"""Keep the figures of a measurement in a file, where one is named for them."""

import json
from collections.abc import Mapping
from pathlib import Path


def save_figures(path: Path | None, figures: Mapping[str, object]) -> None:
    """Write the figures of a measurement."""
    if path is None:
        return
    from coincide.storage.outputs import write_output

    write_output(path, f"{json.dumps(figures, indent=1)}\n".encode())

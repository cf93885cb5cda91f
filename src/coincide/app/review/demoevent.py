"""The demo event that the app can open: rendered once for a user, and kept in their data folder."""

import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from coincide.errors import StoreError
from coincide.model.progress import StageProgress
from coincide.storage.userdata import user_data

if TYPE_CHECKING:
    from coincide.demo import DemoOptions

# the name that the app shows for the event
NAME = "party"


def demo_event(progress: StageProgress, options: "DemoOptions | None" = None) -> Path:
    """Return the folder of the demo event, rendered where it is not there yet.

    It appears as a whole or not at all: what was stopped half-way leaves nothing.
    """
    from coincide.demo import DemoOptions, render_event
    from coincide.media.pictures.video import has_av

    folder = user_data() / "demo" / NAME
    if folder.exists():
        return folder
    options = options or DemoOptions(n_films=None if has_av() else 0)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".new-") as new:
            made = Path(new) / NAME
            render_event(made, options, progress=lambda done, n: progress("render", done, n))
            shutil.move(made, folder)
    except OSError as error:
        raise StoreError(f"The demo cannot be written to {folder} ({error.strerror}).") from error
    return folder

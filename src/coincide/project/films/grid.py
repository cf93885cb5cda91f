"""Have the film of all angles made, and tell how far it is."""

import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from coincide.errors import UsageError
from coincide.model.progress import StageProgress
from coincide.project.solutions.status import quiet
from coincide.storage.outputs import write_output_file
from coincide.writing.clips import Arrangement
from coincide.writing.clips.grid import SIZE_PX, GridFilm, film_of, grid_film, upright_px

# how often it is looked how far the film is
_LOOK_S = 0.5


def write_grid_film(
    arranged: Arrangement,
    path: Path,
    *,
    size_px: tuple[int, int] = SIZE_PX,
    progress: StageProgress = quiet,
) -> GridFilm:
    """Write the film of an arrangement as an MP4; return what is in it.

    Raises StoreError where another file is in its place, UsageError where it cannot be made.
    """
    film = grid_film(arranged, size_px, _upright(arranged))

    def make(part: Path) -> None:
        with tempfile.TemporaryDirectory(prefix="coincide-") as scratch:
            told = Path(scratch) / "frames"
            with _telling(told, film.n_frames, progress):
                film_of(film, part, told)

    try:
        write_output_file(path, make)
    except ValueError as error:
        raise UsageError(f"{path} cannot be made: {error}.") from error
    return film


def _upright(arranged: Arrangement) -> dict[Path, tuple[int, int]]:
    """Return how wide and high clips are as they are shown, of those that can be looked at."""
    found = {}
    for clip in arranged.clips:
        with suppress(OSError, ValueError):
            found[clip.path] = upright_px(clip.path)
    return found


@contextmanager
def _telling(told: Path, total: int, progress: StageProgress) -> Iterator[None]:
    """Tell how many frames are made, by what a worker writes into a file."""
    over = threading.Event()

    def look() -> None:
        while not over.wait(_LOOK_S):
            with suppress(OSError, ValueError):
                progress("film", int(told.read_text()), total)

    watching = threading.Thread(target=look, daemon=True)
    watching.start()
    try:
        yield
    finally:
        over.set()
        watching.join()
    progress("film", total, total)

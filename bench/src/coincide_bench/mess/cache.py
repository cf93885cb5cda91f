"""Cases that were run already, kept in the cache: an interrupted run goes on where it was."""

import pickle
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TypeVar

import coincide
import coincide_bench
from coincide.project.solve.tasks.pairs import code_digest, digest_of
from coincide_bench.suites.cache import write_whole

T = TypeVar("T")


@cache
def programs() -> str:
    """Return a digest of all that is run."""
    return code_digest(coincide, coincide_bench)


def kept(cache_folder: Path, task: object, run: Callable[[], T]) -> T:
    """Return what became of a task when the same programs ran it, or run it and keep that.

    ``task``: all that it depends on beside the programs. A damaged file is as good as none.
    """
    path = cache_folder / "cases" / f"{digest_of(programs(), task)}.pickle"
    try:
        found: T = pickle.loads(path.read_bytes())
        return found
    except (OSError, EOFError, pickle.UnpicklingError):
        found = run()
    write_whole(path, lambda part: part.write_bytes(pickle.dumps(found)))
    return found

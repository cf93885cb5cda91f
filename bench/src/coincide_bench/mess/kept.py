"""Cases that were run already, kept in the cache: an interrupted run goes on where it was."""

import os
import pickle
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TypeVar

import coincide
import coincide_bench
from coincide.project.tasks.digest import code_digest, digest_of

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
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(f".{os.getpid()}.part")
    part.write_bytes(pickle.dumps(found))
    part.replace(path)
    return found

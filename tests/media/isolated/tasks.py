"""Tasks that do what files make decoders do, for the tests of worker processes."""

import ctypes
import os
import time
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from coincide.media.isolated import isolated, need_memory, progress


@isolated
def who() -> int:
    """Return the process that this runs in."""
    return os.getpid()


@isolated
def counted(n: int) -> NDArray[np.int64]:
    """Return an array."""
    return np.arange(n)


@isolated
def fail(kind: str) -> None:
    """Raise an error of a kind."""
    kinds: dict[str, Exception] = {
        "value": ValueError("no frame"),
        "missing": FileNotFoundError(2, "No such file or directory", "a.jpg"),
        "ours": AttributeError("a mistake"),
        "memory": MemoryError(),
    }
    raise kinds[kind]


@isolated
def hang(seconds: float = 600.0) -> str:
    """Come to no end."""
    time.sleep(seconds)
    return "done"


@isolated
def go_on(pieces: int, seconds: float) -> int:
    """Take long, and say so after each piece."""
    for _ in range(pieces):
        time.sleep(seconds)
        progress()
    return pieces


@isolated
def fill(n_bytes: int, hold_s: float = 0.0) -> int:
    """Take memory, piece by piece, and touch it."""
    pieces = []
    for _ in range(n_bytes // 1_000_000):
        pieces.append(b"x" * 1_000_000)
        time.sleep(0.0002)
    time.sleep(hold_s)
    return len(pieces)


@isolated
def ask_first(n_bytes: int, log: Path) -> None:
    """Say what is needed, then note when this ran."""
    need_memory(n_bytes)
    began_s = time.monotonic()
    time.sleep(0.2)
    with log.open("a") as file:
        file.write(f"{began_s} {time.monotonic()}\n")


@isolated
def crash() -> None:
    """Read where nothing is."""
    ctypes.string_at(0)


@isolated
def crash_once(mark: Path) -> str:
    """Crash, unless that happened before."""
    if mark.exists():
        return "done"
    mark.touch()
    os.abort()


@isolated
def shout() -> str:
    """Print where messages are written."""
    os.write(1, b"x" * 1000)
    print("y" * 1000)
    return "done"


def no_task() -> Any:
    """Not to be run in a worker."""
    return os.getpid()

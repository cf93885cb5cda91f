"""Arrays kept between runs, one file for each digest of whatever they depend on."""

import hashlib
import logging
import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.numpy import load_file, save_file

logger = logging.getLogger(__name__)


def kept_path(folder: Path, what: Iterable[str]) -> Path:
    """Return a path that changes with any of the things it is kept for."""
    digest = hashlib.sha256("\n".join(what).encode()).hexdigest()
    return folder / f"{digest[:32]}.safetensors"


def load_kept(path: Path, names: Iterable[str]) -> dict[str, NDArray[Any]] | None:
    """Return the arrays of those names, or None; a damaged file is as good as none."""
    if not path.exists():
        return None
    try:
        arrays = load_file(path)
        return {name: arrays[name] for name in names}
    except (OSError, SafetensorError, KeyError) as error:
        logger.warning("Damaged vectors %s are made again: %s", path, error)
        return None


def keep(path: Path, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write arrays, whole or not at all."""
    whole = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
    write_whole(path, lambda part: save_file(whole, part))


def write_whole(path: Path, write: Callable[[Path], object]) -> None:
    """Write a file under another name, then rename it: whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(f".{os.getpid()}.part")
    write(part)
    part.replace(path)

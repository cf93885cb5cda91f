"""What takes long, kept in the cache: so that to fit again is cheap as long as nothing changed."""

import hashlib
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from coincide import features, model
from coincide.project.solve.tasks.pairs import code_digest, digest_of
from coincide.solver import clocks, evidence, joint, options, parameters
from coincide_bench import suites
from coincide_bench.suites.cache import write_whole


@cache
def programs() -> str:
    """Return a digest of the programs that a result rests on, and of the fitted numbers in use.

    What is recorded beside these numbers has no part in it: it changes with every fit.
    """
    numbers = (
        parameters.LOOK_EDGES,
        parameters.LOOK_SCALES_S,
        parameters.LOOK_FAR,
        parameters.LOOK_LOG_RATIO,
    )
    code = code_digest(model, features, clocks, evidence, joint, options, suites)
    return digest_of(code, *numbers, parameters.POSTERIOR, parameters.FOUND)


def kept(cache_folder: Path, what: tuple[str, ...], make: Callable[[], Any]) -> Any:
    """Return a plain value that was made before of the same things, or make and keep it.

    ``what``: all that it depends on beside the programs. A damaged file is as good as none.
    """
    digest = hashlib.sha256("\n".join((programs(), *what)).encode()).hexdigest()
    path = cache_folder / "fits" / f"{digest[:32]}.json"
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        made = make()
    write_whole(path, lambda part: part.write_text(json.dumps(made), encoding="utf-8"))
    return made

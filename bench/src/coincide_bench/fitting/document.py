"""The module of fitted numbers, ``coincide.solver.parameters``: read, and written anew."""

import pprint
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from coincide.model import Floats
from coincide.solver import parameters
from coincide.solver.evidence.usual import LOOK, UsualTable
from coincide.solver.joint.answers import MODEL, AnswerModel
from coincide_bench.fitting.monotone import Knots

PATH = Path(parameters.__file__)
_HEAD = '''"""Fitted numbers: written by ``python -m coincide_bench.fit``, and not changed by hand.

``RECORD`` tells of each what it was fitted on, and how well it does on what it has not seen
(docs/adr/0026-fitted-numbers.md).
"""

from collections.abc import Mapping
from typing import Any

# fmt: off
'''


@dataclass(frozen=True)
class Fitted:
    """All that is fitted; ``record``: on what, and how well it does."""

    look: UsualTable
    knots: Knots
    answers: AnswerModel
    record: Mapping[str, Any]


def in_use() -> Fitted:
    """Return the numbers that the solver uses."""
    return Fitted(LOOK, Knots(parameters.POSTERIOR, parameters.FOUND), MODEL, parameters.RECORD)


def module_text(found: Fitted) -> str:
    """Return the source of the module; the same numbers always give the same text."""
    look = rounded_table(found.look)
    parts = [
        "# likeness (coincide.solver.evidence.usual): the edges of its bins, the scales, the shares"
        "\n# of far pairs by bin, and of each scale by bin how much more often near ones are there",
        _constant("LOOK_EDGES", _plain(look.edges)),
        _constant("LOOK_SCALES_S", look.scales_s),
        _constant("LOOK_FAR", _plain(look.far)),
        _constant("LOOK_LOG_RATIO", _plain(look.log_ratio)),
        "# log-odds by the posterior, and by what turned out to be true"
        " (coincide.solver.joint.confidence)",
        _constant("POSTERIOR", found.knots.posterior),
        _constant("FOUND", found.knots.found),
        "# P(answer | distance in time) of two photos (coincide.solver.joint.answers): of each"
        "\n# answer its score, by powers of the logarithm of the distance",
        _constant("ANSWERS", _plain(np.round(found.answers.coefficients, 3))),
        _constant("RECORD: Mapping[str, Any]", dict(found.record)),
    ]
    return _HEAD + "\n".join(parts) + "\n"


def rounded_table(look: UsualTable) -> UsualTable:
    """Return a table to three digits of the shares and two decimals of the log ratios."""
    far = np.array([float(f"{share:.3g}") for share in look.far])
    return UsualTable(look.edges, look.scales_s, far, np.round(look.log_ratio, 2))


def _constant(name: str, value: object) -> str:
    # brackets on lines of their own, so that no line is longer than the linter allows
    text = pprint.pformat(value, width=96, compact=True, sort_dicts=False)
    return f"{name} = {text[0]}\n {text[1:-1]}\n{text[-1]}"


def _plain(numbers: Floats) -> tuple[Any, ...]:
    return tuple(
        tuple(row) if isinstance(row, list) else row for row in np.asarray(numbers).tolist()
    )

"""Tell whether one picture is a copy of another: smaller, compressed anew, cut at its edges.

Photos are compared as small grey squares, whatever their shape, and by their edges, which a
neighbour in a burst does not share where anything moved. A copy that was cut is looked for as
a window of the original.
"""

from dataclasses import dataclass
from itertools import product

import numpy as np

from coincide.model import Floats

# pixels a side of the grey squares that are given, and of those that are compared
GIVEN_PX, COMPARED_PX = 96, 48
# share of a side that a cut leaves, and where in what it leaves out the cut may lie
_LEFT = (0.95, 0.9, 0.85)
_SHIFTS = (0.0, 1 / 3, 2 / 3, 1.0)
# how far the ends of the best window are moved to see whether it fits better, in turn
_STEPS = (0.02, 0.01, 0.005)

# grey levels: what rounding alone makes of a picture that is one even grey stays far below
_FLAT = 1e-6

Window = tuple[float, float]  # from and to, as shares of a side
_WHOLE: Window = (0.0, 1.0)


@dataclass(frozen=True, slots=True)
class Sameness:
    """How much two pictures are one, −1 to 1: by their grey values, and by their edges."""

    grey: float
    edges: float


def sameness(copy: Floats, original: Floats, *, cut: bool = False) -> Sameness:
    """Return how much one grey square is the other, both (GIVEN_PX, GIVEN_PX).

    With ``cut``, how much it is the window of the other that fits it best.
    """
    wanted = _seen(copy, [_WHOLE], [_WHOLE])[0]
    across, down = [_WHOLE], [_WHOLE]
    if cut:
        across, down = _best_window(wanted, original)
    seen = _seen(original, across, down)
    return Sameness(
        float(_correlations(wanted, seen)[0]),
        float(_correlations(_edges(wanted), _edges(seen))[0]),
    )


def _best_window(wanted: Floats, original: Floats) -> tuple[list[Window], list[Window]]:
    """Return the window of the original that is most like what is wanted, across and down."""
    rough = [
        (shift * (1.0 - left), shift * (1.0 - left) + left)
        for left, shift in product(_LEFT, _SHIFTS)
    ]
    windows = [_WHOLE, *rough]
    across, down = _fittest(wanted, original, windows, windows)
    for step in _STEPS:
        across, down = _fittest(wanted, original, _near(across, step), _near(down, step))
    return [across], [down]


def _fittest(
    wanted: Floats, original: Floats, across: list[Window], down: list[Window]
) -> tuple[Window, Window]:
    best = int(_correlations(wanted, _seen(original, across, down)).argmax())
    return across[best % len(across)], down[best // len(across)]


def _near(window: Window, step: float) -> list[Window]:
    start, end = window
    moves = (0.0, -step, step)  # the window itself first: it stays where nothing fits better
    return [
        (max(0.0, start + first), min(1.0, end + last)) for first, last in product(moves, moves)
    ]


def _seen(square: Floats, across: list[Window], down: list[Window]) -> Floats:
    """Return each window as a square of COMPARED_PX, (len(down) · len(across), px, px)."""
    rows = np.stack([_shares(window, len(square)) for window in down])
    columns = np.stack([_shares(window, len(square)) for window in across])
    bands = rows @ square  # (down, px, given)
    seen = bands[:, None] @ columns[None].transpose(0, 1, 3, 2)
    return np.asarray(seen.reshape(-1, COMPARED_PX, COMPARED_PX))


def _shares(window: Window, n_given: int) -> Floats:
    """Return what share of each compared pixel every given one has, (COMPARED_PX, n_given)."""
    ends = np.linspace(window[0], window[1], COMPARED_PX + 1) * n_given
    given = np.arange(n_given)
    covered = np.minimum(ends[1:, None], given + 1) - np.maximum(ends[:-1, None], given)
    shares: Floats = np.clip(covered, 0.0, None) / (ends[1] - ends[0])
    return shares


def _edges(squares: Floats) -> Floats:
    """Return the differences of neighbours, across and down, side by side."""
    across = np.diff(squares, axis=-1)[..., :-1, :]
    down = np.diff(squares, axis=-2)[..., :, :-1]
    return np.concatenate([across, down], axis=-1)


def _correlations(one: Floats, others: Floats) -> Floats:
    """Return the normalised correlation of one array with each of several; 0 with a flat one."""
    flat = np.concatenate([one.reshape(1, -1), others.reshape(len(others), -1)])
    flat = flat - flat.mean(axis=1, keepdims=True)
    norms = np.linalg.norm(flat, axis=1)
    products = flat[1:] @ flat[0]
    is_flat = (norms[1:] < _FLAT) | (norms[0] < _FLAT)
    scale = norms[1:] * norms[0]
    alike: Floats = np.divide(products, scale, out=np.zeros_like(products), where=~is_flat)
    return alike

"""Methods of others: a function from a Problem to Offsets, for sync and for bench."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TypeVar, get_args

import numpy as np
from numpy.typing import NDArray

from coincide.errors import UsageError
from coincide.model import Basis, Estimate, Finding, Offsets, PhotoTable, Placement, Singles
from coincide.model.verdicts import is_probability
from coincide.plugins import Added, added_in_file, choose_added, is_python_file, names_with_added
from coincide.solver.clocks import ClockBelief
from coincide.solver.options import Method

N = TypeVar("N", bound=np.generic)

# methods of other packages have other names; "midpoints" is the benchmark's baseline
OUR_METHODS: tuple[str, ...] = (*get_args(Method), "midpoints")
# what a file's method is called in the file
FUNCTION = "solve"


@dataclass(frozen=True)
class Problem:
    """What a method is told of an event: numbers, and neither files nor the truth.

    ``vectors``: (N, D) by name, rows as in ``table``. "look", what the network saw, is always
    there; "colour" where colours are known. ``beliefs``: what tags tell of the clocks.
    """

    table: PhotoTable
    vectors: Mapping[str, Singles]
    anchor: str
    beliefs: tuple[ClockBelief, ...] = ()


Solve = Callable[[Problem], Offsets]


def open_method(name: str, known: tuple[str, ...] = get_args(Method)) -> Solve:
    """Return another package's method, or a file's, whose every answer is checked.

    ``name``: of a method, or the path of a Python file with a function ``solve``.
    ``known``: the names to list, beside those of other packages, where there is no such method.
    """
    added = _find_method(name, known)
    solve = added.load()
    return lambda problem: _checked(added, problem, added.call(solve, _read_only(problem)))


def _find_method(name: str, known: tuple[str, ...]) -> Added:
    if is_python_file(name):
        return added_in_file("method", Path(name), FUNCTION)
    added = None if name in OUR_METHODS else choose_added("method", name)
    if added is None:
        there_are = names_with_added("method", known)
        raise UsageError(
            f"There is no method {name!r}; there are: {there_are}, or the path of a .py file."
        )
    return added


def _read_only(problem: Problem) -> Problem:
    """Return a problem whose numbers a method cannot change under those who come after it."""
    columns = {column.name: getattr(problem.table, column.name) for column in fields(PhotoTable)}
    table = PhotoTable(names=columns.pop("names"), **_all_locked(columns))
    return replace(problem, table=table, vectors=_all_locked(problem.vectors))


def _all_locked(arrays: Mapping[str, NDArray[N]]) -> dict[str, NDArray[N]]:
    return {name: _locked(array) for name, array in arrays.items()}


def _locked(values: NDArray[N]) -> NDArray[N]:
    view = values.view()
    view.setflags(write=False)
    return view


def _checked(added: Added, problem: Problem, answer: object) -> Offsets:
    """Return the answer under the method's name, if it is one: finite, and one per gallery."""
    if not isinstance(answer, Offsets):
        raise added.fault(f"returned {type(answer).__name__} instead of Offsets")
    galleries = tuple(placement.gallery for placement in answer.placements)
    if galleries != problem.table.names:
        raise added.fault("did not give one placement for each gallery, in the table's order")
    if answer.anchor != problem.anchor or answer[problem.anchor].offset_s != 0.0:
        raise added.fault(f"does not give the anchor {problem.anchor} an offset of 0")
    for number, placement in enumerate(answer.placements):
        rows = problem.table.rows(number)
        if (wrong := _what_is_wrong(placement, rows.stop - rows.start)) is not None:
            raise added.fault(f"gave {placement.gallery} {wrong}")
    placements = tuple(_described(added, problem, item) for item in answer.placements)
    return replace(answer, method=added.name, event_time="anchor", placements=placements)


def _described(added: Added, problem: Problem, placement: Placement) -> Placement:
    """Return a placement that says what it rests on, where the method does not."""
    estimate = placement.estimate
    if estimate is None or placement.gallery == problem.anchor:
        return placement
    stated = Basis.stated(f"the method {added.full_name}")
    basis = stated if estimate.basis.source == "unknown" else estimate.basis
    via = placement.via or problem.anchor
    return replace(placement, estimate=replace(estimate, basis=basis), via=via)


def _what_is_wrong(placement: Placement, n_photos: int) -> str | None:
    """Return what no placement may have, in words."""
    clock = [placement.drift_ppm, *(jump.step_s for jump in placement.jumps)]
    if not all(map(math.isfinite, clock)):
        return "a drift or a jump that is not finite"
    if any(not 0 < jump.row < n_photos for jump in placement.jumps):
        return "a jump at a photo that it does not have"
    found: tuple[object, ...] = placement.findings
    if not all(isinstance(finding, Finding) for finding in found):
        return "invalid findings: see coincide.model.Finding.stated"
    if placement.estimate is None:
        return None if placement.findings else "no offset, and no reason why"
    return _what_is_wrong_with(placement.estimate)


def _what_is_wrong_with(estimate: Estimate) -> str | None:
    rests_on: object = estimate.basis
    if not isinstance(rests_on, Basis):
        return "an invalid basis: see coincide.model.Basis.stated"
    numbers = (estimate.low_s, estimate.offset_s, estimate.high_s)
    if not all(map(math.isfinite, numbers)) or list(numbers) != sorted(numbers):
        return f"an offset outside its interval, or not finite: {numbers}"
    if not is_probability(estimate.probability):
        return f"a probability of {estimate.probability}"
    return None

"""What speaks against what a person stated: it is kept, and shown with this."""

from collections.abc import Iterator

import numpy as np

from coincide.library.openlibrary import Library, is_rejected
from coincide.library.photos import ClockId
from coincide.library.solve import ClockBorder, Solved
from coincide.library.statements import RejectedStretch, Said, SaidBorder, Stated
from coincide.model.offsets import AGREE_S

_GONE = "{} is no longer in the library: say it again of where it lies now"
# an answer is of an offset within so many of its standard deviations
_SDS = 3.0


def objection_to(library: Library, stated: Stated) -> str:
    """Return why a statement has no effect, or what speaks against it; "" where nothing does."""
    what = stated.what
    if isinstance(what, Said):
        return _to_answer(library, what)
    if isinstance(what, RejectedStretch):
        found = any(is_rejected(decision, what) for decision in library.decisions)
        return "" if found else "this stretch is no longer found"
    return _to_border(library, what)


def sessions_about(library: Library, stated: Stated) -> Iterator[tuple[ClockId, int]]:
    """Yield the sessions that a statement is about: of a border, those on either side."""
    what = stated.what
    if isinstance(what, Said):
        placed = library.placed(what)
        if placed is not None:
            yield placed.clock, placed.session
    elif isinstance(what, SaidBorder):
        borders = (library.border_at(path) for path, _ in what.photos)
        for border in borders:
            if border is not None:
                yield border.clock, border.session - 1
                yield border.clock, border.session
    else:
        for decision in library.decisions:
            if is_rejected(decision, what):
                yield decision.solved.clock.key, decision.stretch.first


def _to_answer(library: Library, said: Said) -> str:
    placed = library.placed(said)
    if placed is None:
        return _GONE.format(said.path.name)
    solved = _solved(library, placed.clock)
    to_utc_s = float(solved.history.to_utc_s[placed.session])
    zone_s = float(solved.zone_s[placed.session])
    apart_s = abs(placed.shown_s + to_utc_s + zone_s - said.true_s)
    if np.isnan(apart_s) or apart_s > max(_SDS * said.sd_s, AGREE_S):
        return "what else is known of its clock speaks against it"
    return ""


def _to_border(library: Library, said: SaidBorder) -> str:
    for path, was_set in said.photos:
        border = library.border_at(path)
        if border is None:
            return _GONE.format(path.name)
        if border.was_set is not was_set:
            return "you said another thing of this place later"
        found = _of_border(_solved(library, border.clock), border)
        if found:
            return found
    return ""


def _of_border(solved: Solved, border: ClockBorder) -> str:
    """Return what a clock's history says against a border, or against that there is none."""
    if not border.was_set:
        was_set = border.session in solved.history.starts
        return "what is known of its photos says that it was set there" if was_set else ""
    before_s, after_s = solved.history.to_utc_s[border.session - 1 : border.session + 1]
    if abs(before_s - after_s) <= AGREE_S:
        return "as far as is known it shows the same time after it as before"
    return ""


def _solved(library: Library, key: ClockId) -> Solved:
    return next(one for one in library.solved if one.clock.key == key)

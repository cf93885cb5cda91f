"""Who is where: the moments each photographer attends.

Two things hold by construction. Each gallery shares at least three moments
with one before it, so all are connected. And most spans lie far from the
anchor's, so that aligning the middles of the galleries cannot work.
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from coincide.demo.schedule.programme import ProgrammeMoment

MIN_SHARED = 3
# middles of spans this far apart stay 1800 s apart, wherever in its first and last moments
# (at most 10 min long, so 300 s to either side) two photographers begin and end; and a little
# more, for many photos push one another on
FAR_S = 1800.0 + 2 * 300.0 + 200.0
# nearly all spans are far, a few near: people are not that different
FAR_SHARE = 0.8
# the anchor comes for the first half and leaves, or comes late: a middle apart from most
ANCHOR_MOMENTS = 7


@dataclass(frozen=True, slots=True)
class _Span:
    first: int
    last: int
    companion: int  # the gallery before this one that it shares moments with


def draw_attendance(
    rng: np.random.Generator,
    moments: tuple[ProgrammeMoment, ...],
    n_moments_at_most: list[int],
    *,
    attendance: float,
) -> list[tuple[int, ...]]:
    """Return the moments of each gallery, ascending; the first gallery is the anchor.

    ``n_moments_at_most`` bounds each gallery by its photos, and is at least 3. A gallery
    of three photos must attend just what its companion attends, and cannot be far.
    """
    attended = [_draw_anchor(rng, len(moments), n_moments_at_most[0])]
    far = _draw_far(rng, len(n_moments_at_most) - 1)
    for n_at_most, is_far in zip(n_moments_at_most[1:], far, strict=True):
        span = _draw_span(rng, moments, attended, n_at_most, is_far=is_far)
        chosen = _fill(rng, span, attended[span.companion], n_at_most, attendance)
        attended.append(chosen)
    return attended


def _draw_anchor(rng: np.random.Generator, n_moments: int, n_at_most: int) -> tuple[int, ...]:
    start = 0 if rng.random() < 0.5 else n_moments - ANCHOR_MOMENTS
    inner = rng.permutation(np.arange(start + 1, start + ANCHOR_MOMENTS - 1))
    chosen = [start, start + ANCHOR_MOMENTS - 1, *inner[: n_at_most - 2].tolist()]
    return tuple(sorted(chosen))


def _draw_far(rng: np.random.Generator, n_others: int) -> list[bool]:
    n_far = max(n_others // 2 + 1, round(FAR_SHARE * n_others))
    far = np.arange(n_others) < n_far
    # the first companion is far: it opens the rest of the day to those after it
    return [True, *rng.permutation(far[1:]).tolist()]


def _draw_span(
    rng: np.random.Generator,
    moments: tuple[ProgrammeMoment, ...],
    attended: list[tuple[int, ...]],
    n_at_most: int,
    *,
    is_far: bool,
) -> _Span:
    spans = [
        _Span(first, last, companion)
        for first, last in combinations(range(len(moments)), 2)
        for companion, theirs in enumerate(attended)
        if _can_share(first, last, theirs, n_at_most)
    ]
    anchor = _middle_s(moments, attended[0][0], attended[0][-1])
    apart_s = [abs(_middle_s(moments, span.first, span.last) - anchor) for span in spans]
    fitting = [span for span, s in zip(spans, apart_s, strict=True) if (s > FAR_S) == is_far]
    if not fitting:  # too few photos for both: then sharing counts, as far away as can be
        return spans[int(np.argmax(apart_s))]
    return fitting[int(rng.integers(len(fitting)))]


def _middle_s(moments: tuple[ProgrammeMoment, ...], first: int, last: int) -> float:
    return (moments[first].middle_s + moments[last].middle_s) / 2


def _can_share(first: int, last: int, theirs: tuple[int, ...], n_at_most: int) -> bool:
    inside = sum(first <= moment <= last for moment in theirs)
    alone = (first not in theirs) + (last not in theirs)
    return inside >= MIN_SHARED and n_at_most - alone >= MIN_SHARED


def _fill(
    rng: np.random.Generator,
    span: _Span,
    theirs: tuple[int, ...],
    n_at_most: int,
    attendance: float,
) -> tuple[int, ...]:
    """Choose the ends, enough of the companion's moments, and others as chance has it."""
    chosen = {span.first, span.last}
    shared = [moment for moment in theirs if span.first <= moment <= span.last]
    inner = [moment for moment in shared if moment not in chosen]
    n_missing = MIN_SHARED - len(chosen.intersection(shared))
    chosen.update(rng.permutation(inner)[: max(n_missing, 0)].tolist())
    for moment in rng.permutation(np.arange(span.first, span.last + 1)).tolist():
        if len(chosen) < n_at_most and rng.random() < attendance:
            chosen.add(moment)
    return tuple(sorted(chosen))

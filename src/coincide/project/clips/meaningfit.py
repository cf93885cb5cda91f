"""Which meanings of headers fit best together, and where their galleries are then.

A gallery whose headers mean something else is elsewhere too, and so are those that are tied to it.
One at a time each fits the others as they are, wrong ones too; so each meaning is also turned with
those that are tied to it free to follow, and what fits better as a whole is taken.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace

import numpy as np
from numpy.typing import NDArray

from coincide.model import Floats, Indices

# so near two clips are where their headers say: each tells whole seconds, and recording begins a
# moment after, 0.6 s of each and the root of two
_MEANING_SD_S = 0.9
# a clock may be so far from where it was solved to be, with its clips' headers misread: no phone's
# clip is longer as a rule
REACH_S = 600.0
# a meaning that is not the maker's usual one is taken when it says so much more (nats): equals are
# not swapped
_UNUSUAL_GAIN = 0.5
# rounds of settling each gallery by the others: more change nothing
_ROUNDS = 5
# galleries that may follow when one is turned: those that are tied to it best
_MOST_FOLLOWING = 12
# nobody's following makes up for more than this (nats): such a meaning is not turned
_HOPELESS = 40.0

# what all but sound says of a gallery's being elsewhere by some seconds, in nats
Elsewhere = Callable[[Floats], Floats]


@dataclass(frozen=True)
class Column:
    """All lags of ties of one gallery, a tie's one after another; (n,) each, or (n, kinds).

    ``off_s``: how much later than a lag says its own clip begins; ``own_late_s`` and
    ``other_late_s``: by how much later than their times both clips began by each meaning, NaN
    where a header cannot mean that. ``first``: its own clip is the first of the two.
    """

    tie: Indices
    off_s: Floats
    nats: Floats
    other: Indices
    own_late_s: Floats
    other_late_s: Floats
    first: NDArray[np.bool_]

    @staticmethod
    def joined(parts: Sequence["Column"]) -> "Column":
        """Return several after one another."""
        columns = (
            np.concatenate([getattr(part, field.name) for part in parts])
            for field in fields(Column)
        )
        return Column(*columns)

    def of_first(self) -> "Column":
        """Return the ties in which the gallery's clip is the first: so each tie counts once."""
        return Column(*(getattr(self, field.name)[self.first] for field in fields(self)))


@dataclass(frozen=True)
class Tied:
    """A gallery: what its headers may mean, the usual first, what speaks for each, its ties."""

    kinds: tuple[int, ...]
    log_priors: Mapping[int, float]
    ties: Column | None
    elsewhere: Elsewhere

    def neighbours(self) -> list[int]:
        """Return the galleries that are tied to it, those that are tied best first."""
        if self.ties is None:
            return []
        says = np.bincount(self.ties.other, self.ties.nats)
        best_first = np.argsort(-says, kind="stable")[:_MOST_FOLLOWING]
        return [other for other in best_first.tolist() if says[other] > 0]


@dataclass(frozen=True)
class HeaderMeanings:
    """What the headers of each gallery mean, and by how much it is elsewhere; (k,) both."""

    kind: Indices
    moved_s: Floats

    def at(self, gallery: int, kind: int, moved_s: float) -> "HeaderMeanings":
        """Return it with one gallery elsewhere."""
        kinds, moved = self.kind.copy(), self.moved_s.copy()
        kinds[gallery], moved[gallery] = kind, moved_s
        return HeaderMeanings(kinds, moved)


@dataclass(frozen=True, slots=True)
class _Fit:
    nats: float
    shift_s: float


def settle(tied: Sequence[Tied]) -> tuple[HeaderMeanings, list[tuple[float, HeaderMeanings]]]:
    """Return the state that fits best, and all others looked at: by how much each fits worse."""
    state = HeaderMeanings(
        np.array([item.kinds[0] for item in tied], np.int64), np.zeros(len(tied))
    )
    state = _each_by_the_others(tied, state, range(len(tied)))
    for _ in range(_ROUNDS):
        best_nats = total_nats(tied, state)
        turned = [(total_nats(tied, meanings), meanings) for meanings in _turned(tied, state)]
        better = max(turned, key=lambda item: item[0], default=(best_nats, state))
        if better[0] < best_nats + _UNUSUAL_GAIN:
            break
        state = _each_by_the_others(tied, better[1], range(len(tied)))
    best_nats = total_nats(tied, state)
    return state, [(best_nats - nats, one) for nats, one in turned]


def total_nats(tied: Sequence[Tied], state: HeaderMeanings) -> float:
    """Return how well a state fits all that is known."""
    total = 0.0
    for gallery, one in enumerate(tied):
        moved_s, kind = state.moved_s[[gallery]], int(state.kind[gallery])
        total += one.log_priors[kind] + float(one.elsewhere(moved_s)[0])
        if one.ties is not None:
            total += float(_says(one.ties.of_first(), state, kind, moved_s)[0])
    return total


def _each_by_the_others(
    tied: Sequence[Tied], state: HeaderMeanings, galleries: Sequence[int]
) -> HeaderMeanings:
    """Settle galleries one by one, until nothing changes."""
    for _ in range(_ROUNDS):
        before = state.kind
        for gallery in galleries:
            state = _best(tied[gallery], gallery, state)
        if np.array_equal(before, state.kind):
            break
    return state


def _best(one: Tied, gallery: int, state: HeaderMeanings) -> HeaderMeanings:
    """Return a state with the meaning and place of one gallery that fit the others best."""
    if one.ties is None:
        return state
    found = {kind: _fit(one, state, kind) for kind in one.kinds}
    best = max(one.kinds, key=lambda kind: found[kind].nats)
    if found[best].nats < found[one.kinds[0]].nats + _UNUSUAL_GAIN:
        best = one.kinds[0]
    return state.at(gallery, best, found[best].shift_s)


def _turned(tied: Sequence[Tied], state: HeaderMeanings) -> Iterator[HeaderMeanings]:
    """Yield states in which one gallery's headers mean something else, and others follow."""
    for gallery, one in enumerate(tied):
        if one.ties is None or len(one.kinds) < 2:
            continue
        here = _fit(one, state, int(state.kind[gallery])).nats
        for kind in one.kinds:
            found = _fit(one, state, kind)
            if kind == state.kind[gallery] or found.nats < here - _HOPELESS:
                continue
            turned = state.at(gallery, kind, found.shift_s)
            yield turned
            # as it is, and the rest where it fits that: or where the rest is, if most follow
            for start in (turned, state.at(gallery, kind, float(state.moved_s[gallery]))):
                yield _following(tied, start, gallery)


def _following(tied: Sequence[Tied], state: HeaderMeanings, gallery: int) -> HeaderMeanings:
    """Let those follow that are tied to one gallery, whose meaning stays."""
    one = replace(tied[gallery], kinds=(int(state.kind[gallery]),))
    for _ in range(2):
        for other in one.neighbours():
            state = _best(tied[other], other, state)
        state = _best(one, gallery, state)
    return state


def _fit(one: Tied, state: HeaderMeanings, kind: int) -> _Fit:
    """Return how well a meaning of a gallery's headers fits all ties, and where it is then."""
    assert one.ties is not None
    tried_s = np.append(0.0, -_off_s(one.ties, state, kind))
    # ties that agree to some hundredths of a second propose one place
    tried_s = np.unique(np.round(tried_s[np.abs(tried_s) <= REACH_S], 2))
    total = one.elsewhere(tried_s) + _says(one.ties, state, kind, tried_s)
    best = int(np.argmax(total))
    return _Fit(one.log_priors[kind] + float(total[best]), float(tried_s[best]))


def _off_s(ties: Column, state: HeaderMeanings, kind: int) -> Floats:
    """Return how much later than lags say a gallery's clips begin, as others are placed."""
    nth = np.arange(len(ties.tie))
    late_s = ties.own_late_s[:, kind] - ties.other_late_s[nth, state.kind[ties.other]]
    off_s: Floats = ties.off_s + late_s - state.moved_s[ties.other]
    return off_s


def _says(ties: Column, state: HeaderMeanings, kind: int, moved_s: Floats) -> Floats:
    """Return what ties say of a gallery's being elsewhere, in nats."""
    if not len(ties.tie):
        return np.zeros(len(moved_s))
    off_s = _off_s(ties, state, kind)[:, None] + moved_s[None, :]
    near = np.exp(-((off_s / _MEANING_SD_S) ** 2) / 2)
    says = np.nan_to_num(np.expm1(ties.nats)[:, None] * near)
    firsts = np.flatnonzero(np.diff(ties.tie, prepend=-1))
    total: Floats = np.log1p(np.maximum.reduceat(says, firsts, axis=0)).sum(axis=0)
    return total

"""Pairs that look alike, put together: what hangs together is one occasion, and is tried once."""

from collections.abc import Iterable, Sequence

from coincide.library.occasions.likeness import LikePair

# sessions of one occasion: a week of a family with five clocks; what would make it more is left
_MOST_SESSIONS = 32


def groups_of(
    pairs: Sequence[LikePair], together: Iterable[Sequence[int]] = ()
) -> list[tuple[int, ...]]:
    """Return sessions that hang together, the pairs most alike first.

    ``together``: sessions that were found to be one occasion before.
    """
    groups = dict[int, set[int]]()
    for several in together:
        for number in several[1:]:
            _join(groups, several[0], number)
    for like in sorted(pairs, key=lambda one: (-one.nats, one.pair.seed, one.pair.partner)):
        _join(groups, like.pair.seed, like.pair.partner)
    touched = {number for like in pairs for number in (like.pair.seed, like.pair.partner)}
    every = {id(group): tuple(sorted(group)) for group in groups.values() if group & touched}
    return sorted(every.values())


def _join(groups: dict[int, set[int]], one: int, other: int) -> None:
    """Make one group of those of two sessions, unless it would be too large."""
    ones, others = groups.get(one, {one}), groups.get(other, {other})
    if ones is others or len(ones) + len(others) > _MOST_SESSIONS:
        return
    ones = ones | others
    for number in ones:
        groups[number] = ones

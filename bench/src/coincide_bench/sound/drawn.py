"""What the clips of an event have heard, drawn from measured pairs rather than rendered."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from coincide.sound.model import Lag, LagTie, Overheard
from coincide.sound.repetition import mark_repeats
from coincide_bench.sound.bank import Bank, DrawnLag, load_bank
from coincide_bench.sound.evenings import Evening, Filmer, Item, Rng, Take, rng_of

# less of a record in common is not found
LEAST_RECORD_S = 5.0


@dataclass(frozen=True)
class Clip:
    """A clip of somebody's, with the number of its key."""

    key: str
    filmer: Filmer
    take: Take


def clips_of(evening: Evening) -> list[Clip]:
    """Return all clips of an event, those of strangers too."""
    return [
        Clip(f"{filmer.name} clip {number}", filmer, take)
        for filmer in evening.filmers
        for number, take in enumerate(filmer.takes)
    ]


def drawn_ties(evening: Evening, bank: Bank | None = None) -> tuple[Overheard, ...]:
    """Return what all clips have heard, by different cameras."""
    bank, clips = bank or load_bank(), clips_of(evening)
    rng = rng_of(evening.seed, "ties")
    ties = []
    for one, other in combinations(range(len(clips)), 2):
        lags = sorted(_lags(evening, clips[one], clips[other], bank, rng), key=lambda lag: -lag.z)
        if lags:
            ties.append(LagTie(one, other, tuple(lags)))
    marked = between_cameras(clips, ties)
    return tuple(Overheard(clips[tie.first].key, clips[tie.second].key, tie.lags) for tie in marked)


def between_cameras(clips: Sequence[Clip], ties: Sequence[LagTie]) -> list[LagTie]:
    """Return ties between cameras, marked as the product does where one camera heard it twice."""
    owner = [clip.filmer.name for clip in clips]
    own = [tie for tie in ties if owner[tie.first] == owner[tie.second]]
    between = [tie for tie in ties if owner[tie.first] != owner[tie.second]]
    return mark_repeats(between, proofs=own)


def _lags(evening: Evening, one: Clip, other: Clip, bank: Bank, rng: Rng) -> Iterator[Lag]:
    """Yield the lags of two clips: of the moment they share, and of records that came again."""
    true_s = other.take.from_s - one.take.from_s
    there = one.filmer.stranger == other.filmer.stranger
    from_s = max(0.0, true_s)
    to_s = min(one.take.length_s, true_s + other.take.length_s)
    drawn: tuple[DrawnLag, ...] = ()
    if there and to_s > from_s:
        middle_s = one.take.from_s + (from_s + to_s) / 2
        what = _item_at(evening.programme(one.filmer), middle_s).what
        drawn = bank.moment(what, to_s - from_s, rng)
        yield from (lag.lag(true_s, from_s, to_s) for lag in drawn)
    for again_s in _again_s(evening, one, other):
        if not (there and abs(again_s - true_s) < 1):
            drawn = bank.repeat(rng)
            yield from (lag.lag(again_s, max(0.0, again_s), one.take.length_s) for lag in drawn)
    if not drawn:
        at_s = float(rng.uniform(-other.take.length_s, one.take.length_s))
        yield from (
            lag.lag(at_s - lag.off_s, max(0.0, at_s), one.take.length_s)
            for lag in bank.nothing(rng)
        )


def _item_at(programme: tuple[Item, ...], at_s: float) -> Item:
    return max(
        (item for item in programme if item.from_s <= at_s),
        key=lambda item: item.from_s,
        default=programme[0],
    )


def _again_s(evening: Evening, one: Clip, other: Clip) -> Iterator[float]:
    """Yield the lags at which two clips have the same part of a record, of two plays."""
    for a in _records(evening, one):
        for b in _records(evening, other):
            if a.record != b.record or (a is b):
                continue
            # where both begin, on the record
            at_a, at_b = one.take.from_s - a.from_s, other.take.from_s - b.from_s
            lag_s = at_b - at_a
            low = max(at_a, at_b, 0.0)
            high = min(at_a + one.take.length_s, at_b + other.take.length_s, a.length_s)
            if high - low >= LEAST_RECORD_S:
                yield lag_s


def _records(evening: Evening, clip: Clip) -> list[Item]:
    return [
        item
        for item in evening.programme(clip.filmer)
        if item.record is not None
        and item.from_s < clip.take.to_s
        and clip.take.from_s < item.from_s + item.length_s
    ]

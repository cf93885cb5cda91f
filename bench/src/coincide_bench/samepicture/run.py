"""Judge pairs, and count: copies that are found, and shots that are merged though they are two."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from coincide.model.progress import StageProgress
from coincide.project.copies import are_two_shots
from coincide_bench.samepicture.edits import EDITS
from coincide_bench.samepicture.pairs import OTHERS, Amounts, Pair, pairs_of
from coincide_bench.samepicture.sources import Purpose, Source

# tells whether two files are one picture
Judge = Callable[[Path, Path], bool]
# of all sources together; a source's share goes by its photos
WANTED: dict[Purpose, Amounts] = {
    "dev": Amounts(copies=120, bursts=400, later=200, beside=100),
    "report": Amounts(copies=320, bursts=1500, later=500, beside=200),
}


@dataclass(frozen=True)
class Judged:
    """A pair, and whether it was taken for one picture; and whether it was by its pixels alone."""

    source: str
    kind: str
    is_same: bool
    merged: bool
    by_pixels: bool


@dataclass(frozen=True)
class Counts:
    """Of one kind of pairs: how many, and how many were taken for one picture."""

    kind: str
    is_same: bool
    n_pairs: int
    n_merged: int
    n_by_pixels: int

    @property
    def merged(self) -> float:
        """The share that was taken for one picture."""
        return self.n_merged / self.n_pairs if self.n_pairs else 0.0


def judge_sources(
    found: Sequence[Source],
    wanted: Amounts,
    seed: int,
    judge: Judge,
    scratch: Path,
    progress: StageProgress,
) -> Iterator[Judged]:
    """Make the pairs of all sources, and yield what the judge says of each."""
    n_photos = sum(len(one.photos) for one in found)
    for number, source in enumerate(found):
        progress("bench", number, len(found))
        share = len(source.photos) / n_photos
        for pair in pairs_of(source, _part(wanted, share), seed, scratch):
            yield _judged(pair, judge)
    progress("bench", len(found), len(found))


def _part(wanted: Amounts, share: float) -> Amounts:
    """Return a source's part, rounded up. Few sources have photos of two people."""
    copies, bursts, later = (
        -int(-count * share // 1) for count in (wanted.copies, wanted.bursts, wanted.later)
    )
    return Amounts(copies, bursts, later, wanted.beside)


def _judged(pair: Pair, judge: Judge) -> Judged:
    one, other = pair.photos
    by_pixels = judge(pair.one, pair.other)
    told_apart = one is not None and other is not None and are_two_shots(one, other)
    return Judged(pair.source, pair.kind, pair.is_same, by_pixels and not told_apart, by_pixels)


def counts_of(judged: Sequence[Judged]) -> tuple[Counts, ...]:
    """Return the counts of each kind of pairs, copies first."""
    return tuple(
        Counts(
            *(kind, kind in EDITS, len(some)),
            *(sum(one.merged for one in some), sum(one.by_pixels for one in some)),
        )
        for kind in (*EDITS, *OTHERS)
        for some in [[one for one in judged if one.kind == kind]]
    )

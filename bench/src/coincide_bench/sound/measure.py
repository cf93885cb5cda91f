"""Judge generated pairs of clips: which are certain, and which of these are wrong."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from coincide.sound.features import sound_features
from coincide.sound.options import SoundOptions
from coincide.sound.repetition import self_likeness
from coincide.sound.ties import find_ties
from coincide_bench.sound.scenes import ClipPair, Kind, same_moment, two_moments
from coincide_bench.sound.sources import Sound

# a certain tie that is further off is wrong
WITHIN_S = 0.5
BAR_SNR_DB, BAR_OVERLAP_S = 10.0, 20.0
# unrelated clips are compared each with each
N_UNRELATED_CLIPS = 150

Tell = Callable[[str, int, int], None]


@dataclass(frozen=True)
class Task:
    """A pair to make and to judge: of one moment, or ``kind`` of two."""

    seed: int
    index: int
    kind: Kind | None = None
    snr_db: float = BAR_SNR_DB
    overlap_s: float = BAR_OVERLAP_S

    def pair(self) -> ClipPair:
        """Make it."""
        if self.kind is not None:
            return two_moments(self.seed, self.index, self.kind)
        return same_moment(self.seed, self.index, snr_db=self.snr_db, overlap_s=self.overlap_s)


@dataclass(frozen=True)
class Judged:
    """What was said of a pair; ``error_s``: of the lag that is certain, or else of the best.

    ``music``: how alike its clips are to themselves; ``z`` and ``likeness``: of that lag.
    """

    task: Task
    what: str
    certain: bool
    error_s: float | None
    z: float
    likeness: float
    music: float
    reasons: tuple[str, ...]

    @property
    def wrong(self) -> bool:
        """Tell whether it is certain of what is not so."""
        return self.certain and (self.error_s is None or abs(self.error_s) > WITHIN_S)


def judge(task: Task) -> Judged:
    """Make a pair and say whether its tie is certain, and right."""
    pair = task.pair()
    features = [sound_features(sound) for sound in (pair.first, pair.second)]
    ties = find_ties((pair.first, pair.second), features)
    music = max(map(self_likeness, features))
    if not ties:
        return Judged(task, pair.what, False, None, 0.0, 0.0, music, ("nothing found",))
    lag = ties[0].certain or ties[0].lags[0]
    error_s = None if pair.lag_s is None else lag.lag_s - pair.lag_s
    return Judged(task, pair.what, lag.certain, error_s, lag.z, lag.likeness, music, lag.reasons)


def tasks(seeds: Sequence[int], share: float) -> list[Task]:
    """Return all pairs of the suite but the unrelated; ``share``: of how many it should be."""
    some = [(seeds[i % len(seeds)], i) for i in range(max(1, round(300 * share)))]
    most, few = some[: max(1, round(200 * share))], some[: max(1, round(40 * share))]
    found = [Task(*entry) for entry in most]
    for snr_db in (20.0, 3.0, -6.0):
        found += [Task(*entry, snr_db=snr_db) for entry in few]
    for overlap_s in (10.0, 5.0):
        found += [Task(*entry, overlap_s=overlap_s) for entry in few]
    again: tuple[Kind, ...] = ("again", "loop", "elsewhere")
    found += [Task(*entry, kind=kind) for kind in again for entry in most]
    return found + [Task(*entry, kind="bells") for entry in some]


def judge_all(wanted: Sequence[Task], *, workers: int, tell: Tell) -> Iterator[Judged]:
    """Yield what is said of each pair."""
    with ProcessPoolExecutor(workers) as pool:
        for number, judged in enumerate(pool.map(judge, wanted, chunksize=2), 1):
            tell("sound", number, len(wanted))
            yield judged


@dataclass(frozen=True)
class Unrelated:
    """Clips that share nothing, each with each: how many pairs, candidates and certain ties."""

    n_clips: int
    n_pairs: int
    n_lags: int
    n_certain: int
    highest_z: float


def judge_unrelated(
    seeds: Sequence[int], n_clips: int, *, workers: int, options: SoundOptions = SoundOptions()
) -> Unrelated:
    """Compare clips of as many events each with each."""
    wanted = [Task(seeds[i % len(seeds)], i, "unrelated") for i in range((n_clips + 1) // 2)]
    with ProcessPoolExecutor(workers) as pool:
        sounds = [sound for both in pool.map(_both, wanted) for sound in both][:n_clips]
    features = [sound_features(sound) for sound in sounds]
    ties = find_ties(sounds, features, options=options, threads=workers)
    return Unrelated(
        n_clips=n_clips,
        n_pairs=n_clips * (n_clips - 1) // 2,
        n_lags=sum(len(tie.lags) for tie in ties),
        n_certain=sum(tie.certain is not None for tie in ties),
        highest_z=max((lag.z for tie in ties for lag in tie.lags), default=0.0),
    )


def _both(task: Task) -> tuple[Sound, Sound]:
    pair = task.pair()
    return pair.first, pair.second

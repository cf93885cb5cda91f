"""Files whose truth is known, and which wrong ones could be known to be so: by truth alone."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from pathlib import PurePosixPath

import numpy as np

from coincide.media.filenames import time_from_name
from coincide_bench.wholeplan.words import WRONG_S, Told, Truth, is_wrong

# two photos this near in true time show one moment
MOMENT_S = 180.0
# a clock that shares so many with one that is right can be told
MIN_MOMENTS = 3
# a GPS fix or a name within this of the truth tells it
TELLS_S = 60.0


def told_by_name(path: PurePosixPath) -> Told | None:
    """Return the time that a file's name tells to the second."""
    named = time_from_name(path.name)
    if named is None or named.precision != "second":
        return None
    return Told(named.time_s, named.zone_s)


@dataclass(frozen=True, slots=True)
class KnownFile:
    """A file of an event, and all that is known of it.

    ``clock``: the device that took it, whatever the folders and tags say. ``told``: what the
    file says, None without a time. ``gps_s``: the UTC that its GPS tags say; ``named``: the time
    in its name. ``original``: the file that it is a copy of, if that is in the event. Of a file
    without a truth nothing is judged.
    """

    path: PurePosixPath
    clock: str
    truth: Truth | None
    told: Told | None
    gps_s: float | None = None
    named: Told | None = None
    original: PurePosixPath | None = None

    @property
    def wrong(self) -> bool:
        """Whether its time is wrong as it stands."""
        return self.truth is not None and is_wrong(self.told, self.truth)

    @property
    def error_s(self) -> float | None:
        """What its clock shows too much; None where that is not known."""
        if self.truth is None or self.told is None:
            return None
        if self.told.zone_s is None or self.truth.zone_s is None:
            return self.told.time_s - self.truth.wall_s
        return self.told.time_s - self.told.zone_s - self.truth.instant_s


@dataclass(frozen=True)
class Stretch:
    """Photos of one clock, one after the other, while it was off by the same."""

    clock: str
    files: tuple[KnownFile, ...]

    @property
    def right(self) -> bool:
        """Whether its clock was right."""
        return not any(file.wrong for file in self.files)

    @property
    def tells_itself(self) -> bool:
        """Whether a GPS time or a name of its own tells its true time."""
        return any(_tells(file) for file in self.files)


def stretches(files: Sequence[KnownFile]) -> list[Stretch]:
    """Return the stretches of all clocks; a file without time or truth is in none."""
    found = []
    timed = [file for file in files if file.truth is not None and file.told is not None]
    for clock, of_clock in groupby(sorted(timed, key=_by_clock), key=lambda file: file.clock):
        run: list[KnownFile] = []
        for file in of_clock:
            if run and abs((file.error_s or 0.0) - (run[-1].error_s or 0.0)) > WRONG_S:
                found.append(Stretch(clock, tuple(run)))
                run = []
            run.append(file)
        found.append(Stretch(clock, tuple(run)))
    return found


def n_shared_moments(one: Stretch, other: Stretch) -> int:
    """Return how many moments of one stretch another has a photo of, too."""
    mine_s, theirs_s = _times_s(one), _times_s(other)
    after = np.searchsorted(theirs_s, mine_s)
    near_s = np.minimum(
        np.abs(mine_s - theirs_s[np.minimum(after, len(theirs_s) - 1)]),
        np.abs(mine_s - theirs_s[np.maximum(after - 1, 0)]),
    )
    n_moments, since_s = 0, -np.inf
    for time_s in mine_s[near_s <= MOMENT_S]:
        if time_s - since_s > MOMENT_S:
            n_moments, since_s = n_moments + 1, time_s
    return n_moments


def knowable_files(files: Sequence[KnownFile]) -> frozenset[PurePosixPath]:
    """Return the wrong files whose true time the event itself tells.

    A stretch of clock is told by its own GPS times or names, or by moments that it shares with
    a clock that is right or is told itself; a single photo by its original.
    """
    parts = stretches(files)
    told = {number for number, part in enumerate(parts) if part.right or part.tells_itself}
    linked: dict[int, set[int]] = {number: set() for number in range(len(parts))}
    for one, other in combinations(range(len(parts)), 2):
        if parts[one].clock == parts[other].clock:
            continue
        if n_shared_moments(parts[one], parts[other]) >= MIN_MOMENTS:
            linked[one].add(other)
            linked[other].add(one)
    waiting = list(told)
    while waiting:
        for other in linked[waiting.pop()] - told:
            told.add(other)
            waiting.append(other)
    knowable = {file.path for number in told for file in parts[number].files if file.wrong}
    return frozenset(knowable | set(_by_itself(files)))


def _by_itself(files: Sequence[KnownFile]) -> Iterator[PurePosixPath]:
    """Yield the wrong photos that have their original in the event, or tell their time alone."""
    held: Mapping[PurePosixPath, KnownFile] = {file.path: file for file in files}
    for file in files:
        if file.wrong and (file.original in held or _tells(file)):
            yield file.path


def _tells(file: KnownFile) -> bool:
    """Tell whether a photo's GPS time or its name is true."""
    truth = file.truth
    if truth is None:
        return False
    by_gps = (
        file.gps_s is not None
        and truth.zone_s is not None
        and abs(file.gps_s - truth.instant_s) <= TELLS_S
    )
    return by_gps or (file.named is not None and not is_wrong(file.named, truth))


def _by_clock(file: KnownFile) -> tuple[str, float, str]:
    at_s = 0.0 if file.truth is None else file.truth.instant_s
    return file.clock, at_s, str(file.path)


def _times_s(stretch: Stretch) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    times_s = (file.truth.instant_s for file in stretch.files if file.truth is not None)
    return np.sort(np.fromiter(times_s, np.float64))

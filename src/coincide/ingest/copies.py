"""Keep one of each set of identical files; the others move with it, wherever they lie."""

from bisect import bisect
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from coincide.ingest.counter import continues, number_of
from coincide.ingest.devices import model_key
from coincide.media.file import MediaFile
from coincide.model import Companion, Place

# a file and the number of the person in whose folder it lies
Held = tuple[int, MediaFile]
Origin = tuple[str, str, str]
# by how much numbers must fit one person's better than another's, as a share of shared files
_CLEARLY = 0.5


@dataclass(frozen=True, slots=True)
class _Equal:
    """The files of one content, and the numbers of the people who have any of them."""

    held: Sequence[Held]
    people: tuple[int, ...]

    @staticmethod
    def of(held: Sequence[Held]) -> "_Equal":
        return _Equal(held, tuple(sorted({number for number, _ in held})))


@dataclass(frozen=True)
class Parted:
    """The files of each person without further copies, and the copies by content.

    ``nobodys`` are files of several people, by their numbers, of which it cannot be told whose
    device made them.
    """

    files: tuple[tuple[MediaFile, ...], ...]
    copies: Mapping[str, tuple[Companion, ...]]
    nobodys: Mapping[tuple[int, ...], tuple[MediaFile, ...]]


def part_copies(people: Sequence[Sequence[MediaFile]], names: Sequence[str]) -> Parted:
    """Part the copies of files whose time is known from the one where it most likely comes from.

    A photo that was sent to others lies in several folders. It stays with whoever alone has
    photos of that device that nobody else has; where several do, or all that one of them has lies
    with the other, too, with the one whose file numbers it fits; where that does not tell either,
    with nobody. Of equals it stays with the first by
    name, and in one folder with the first by path. A copy whose own name tells a time is worth
    less than one whose tags do. Where no copy has a time, each stays for itself.
    """
    by_key: dict[str, list[Held]] = {}
    for number, files in enumerate(people):
        for file in files:
            by_key.setdefault(file.key, []).append((number, file))
    holders = {key: _Equal.of(held) for key, held in by_key.items()}
    whose = _Whose(holders)

    def rank(held: Held) -> tuple[bool, bool, float, int, str, Place]:
        number, file = held
        taken = file.taken
        by_name = taken is not None and taken.time_from == "name"
        return (
            taken is None,
            by_name,
            *whose.claim(number, file, holders[file.key]),
            names[number],
            file.path,
        )

    copies: dict[str, tuple[Companion, ...]] = {}
    nobodys: dict[tuple[int, ...], list[MediaFile]] = {}
    for key, found in holders.items():
        (_, first), *others = sorted(found.held, key=rank)
        if others and first.taken is not None:
            paths = sorted(file.path for _, file in others)
            copies[key] = tuple(Companion(path, key, "copy") for path in paths)
            if whose.is_open(found):
                nobodys.setdefault(found.people, []).append(first)
    gone = {copy.path for found in copies.values() for copy in found}
    gone |= {file.path for files in nobodys.values() for file in files}
    kept = (tuple(file for file in files if file.path not in gone) for files in people)
    shared = {whom: tuple(files) for whom, files in sorted(nobodys.items())}
    return Parted(tuple(kept), copies, shared)


class _Whose:
    """Tells whose device made the files that several people have."""

    def __init__(self, holders: Mapping[str, _Equal]) -> None:
        own: dict[tuple[int, Origin], list[tuple[float, int]]] = {}
        self._n_own: Counter[tuple[int, Origin]] = Counter()
        self._held: dict[int, set[tuple[tuple[int, ...], Origin]]] = {}
        for found in holders.values():
            for number, file in found.held:
                self._held.setdefault(number, set()).add((found.people, _origin(file)))
            if len(found.people) == 1:
                number, file = found.held[0]
                whose = number, _origin(file)
                self._n_own[whose] += 1
                counter = number_of(file.path)
                if file.time_s is not None and counter is not None:
                    own.setdefault(whose, []).append((file.time_s, counter))
        self._own = {whose: sorted(counted) for whose, counted in own.items()}
        self._fits = self._count_fits(holders)

    def claim(self, number: int, file: MediaFile, found: _Equal) -> tuple[float, int]:
        """Return how little speaks for a person: misfit of numbers, then photos of their own."""
        whose = number, _origin(file)
        return -self._fits.get((found.people, *whose), 0.0), -self._n_own[whose]

    def is_open(self, found: _Equal) -> bool:
        """Tell whether several people have such a device, and numbers fit none of them clearly."""
        people, (_, first) = found.people, found.held[0]
        origin = _origin(first)
        if first.device.serial is not None or origin[:2] == ("", ""):
            return False  # a serial number tells by itself, and nothing is known of no device
        own = [self._n_own[number, origin] > 0 for number in people]
        # who has nothing but what these people share may have made it: all was sent on
        given = [self._held[number] == {(people, origin)} for number in people]
        if len(people) < 2 or not any(own) or sum(own) + sum(given) < 2:
            return False
        fits = sorted(self._fits.get((people, number, origin), 0.0) for number in people)
        return fits[-1] - fits[-2] < _CLEARLY

    def _count_fits(
        self, holders: Mapping[str, _Equal]
    ) -> dict[tuple[tuple[int, ...], int, Origin], float]:
        """Return the share of what the same people share that fits the numbers of each."""
        fits: Counter[tuple[tuple[int, ...], int, Origin]] = Counter()
        asked: Counter[tuple[tuple[int, ...], int, Origin]] = Counter()
        for found in holders.values():
            for number, file in found.held if len(found.people) > 1 else ():
                which = found.people, number, _origin(file)
                asked[which] += 1
                fits[which] += self._fits_between(file, number)
        return {which: fits[which] / asked[which] for which in asked}

    def _fits_between(self, file: MediaFile, number: int) -> bool:
        counter, own = number_of(file.path), self._own.get((number, _origin(file)), [])
        if counter is None or file.time_s is None or not own:
            return False
        place = bisect(own, (file.time_s, counter))
        before = own[place - 1][1] if place else counter
        after = own[place][1] if place < len(own) else counter
        return continues(before, counter) and continues(counter, after)


def _origin(file: MediaFile) -> Origin:
    return (*model_key(file.device), file.record.software or "")

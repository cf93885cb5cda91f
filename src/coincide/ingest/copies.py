"""Keep one of each set of identical files; the others move with it, wherever they lie."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from coincide.ingest.devices import model_key
from coincide.media.file import MediaFile
from coincide.model import Companion, Place

# a file and the number of the person in whose folder it lies
Held = tuple[int, MediaFile]


@dataclass(frozen=True)
class Parted:
    """The files of each person without further copies, and the copies by content."""

    files: tuple[tuple[MediaFile, ...], ...]
    copies: Mapping[str, tuple[Companion, ...]]


def part_copies(people: Sequence[Sequence[MediaFile]], names: Sequence[str]) -> Parted:
    """Part the copies of files whose time is known from the one where it most likely comes from.

    A photo that was sent to others lies in several folders. It stays with whoever has the most
    photos of that device that nobody else has; of equals with the first by name, and in one
    folder with the first by path. A copy whose own name tells a time is worth less than one
    whose tags do. Where no copy has a time, each stays for itself.
    """
    holders: dict[str, list[Held]] = {}
    for number, files in enumerate(people):
        for file in files:
            holders.setdefault(file.key, []).append((number, file))
    own = Counter(
        (found[0][0], _origin(found[0][1]))
        for found in holders.values()
        if len({number for number, _ in found}) == 1
    )

    def rank(held: Held) -> tuple[bool, bool, int, str, Place]:
        number, file = held
        taken = file.taken
        by_name = taken is not None and taken.time_from == "name"
        return taken is None, by_name, -own[number, _origin(file)], names[number], file.path

    copies: dict[str, tuple[Companion, ...]] = {}
    for key, found in holders.items():
        (_, first), *others = sorted(found, key=rank)
        if others and first.taken is not None:
            paths = sorted(file.path for _, file in others)
            copies[key] = tuple(Companion(path, key, "copy") for path in paths)
    gone = {copy.path for found in copies.values() for copy in found}
    kept = (tuple(file for file in files if file.path not in gone) for files in people)
    return Parted(tuple(kept), copies)


def _origin(file: MediaFile) -> tuple[str, str, str]:
    return (*model_key(file.device), file.record.software or "")

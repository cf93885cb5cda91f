"""Whether folders of one name or one parent are one person's: by what their files say.

``Anna/Garden`` and ``Anna/Lake`` are one person's, ``Rome/Anna`` and ``Rome/Ben`` are two, and
names do not tell which. A phone of the same model in both does, if its file numbers go on from one
to the other, or contradict. Where neither is so they stay apart, which harms nobody, and a
person is asked.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from typing import Literal

from coincide.ingest.counter import number_of
from coincide.ingest.devices import ModelKey, model_key
from coincide.ingest.foldernames import read_name
from coincide.ingest.people import Way, stem_of
from coincide.ingest.scan import Source
from coincide.media.file import MediaFile
from coincide.model import Photo

# a person and the files that are known to be photos
Held = tuple[Source, tuple[MediaFile, ...]]
Verdict = Literal["one", "two", "open"]
# numbers by which two folders of one counter may be apart: photos that were deleted, or that lie
# elsewhere. By chance two phones come as near one time in two hundred
_NEAR = 50
# numbered photos on either side, below which no order can be seen
_FEWEST = 3
_TURN = 10_000


@dataclass(frozen=True, slots=True)
class BranchPhoto:
    """A photo as far as it tells its body: when, by which counter, by what software."""

    time_s: float
    number: int | None
    software: str | None


@dataclass(frozen=True)
class Branches:
    """The people as far as files tell, and the photos of each."""

    sources: tuple[Source, ...]
    files: tuple[tuple[MediaFile, ...], ...]


def join_branches(sources: Sequence[Source], files: Sequence[Sequence[MediaFile]]) -> Branches:
    """Return the people, those that files show to be one put together and named anew."""
    groups: dict[Way, list[int]] = {}
    for number, source in enumerate(sources):
        if source.way and files[number]:
            groups.setdefault(stem_of(source.way), []).append(number)
    found: dict[int, Held] = {
        number: (source, tuple(files[number])) for number, source in enumerate(sources)
    }
    for stem, numbers in groups.items():
        for part in _parts({number: files[number] for number in numbers}):
            if len(part) > 1 or len(numbers) == 1:
                whole = len(part) == len(numbers)
                found[part[0]] = _together([found[number] for number in part], stem, whole=whole)
                for number in part[1:]:
                    del found[number]
    ordered = sorted(_named_apart(found.values()), key=lambda one: (one[0].loose, one[0].name))
    return Branches(tuple(shot for shot, _ in ordered), tuple(held for _, held in ordered))


def _together(held: Sequence[Held], stem: Way, *, whole: bool) -> Held:
    """Make one person of several; named by the folder above where that holds nobody else."""
    sources = [source for source, _ in held]
    name = "+".join(source.name for source in sources)
    # a name that was given by the one folder it lies in stays
    if whole and any(source.way != stem for source in sources):
        name = stem[-1]
    together = replace(
        sources[0],
        name=name,
        files=tuple(sorted(path for source in sources for path in source.files)),
        way=stem,
        joined=tuple(source.name for source in sources) if len(sources) > 1 else (),
    )
    return together, tuple(file for _, files in held for file in files)


def _named_apart(held: Iterable[Held]) -> Iterator[Held]:
    """Yield people under names that differ: by their whole way where the short ones do not."""
    listed = list(held)
    n_named = Counter(source.name for source, _ in listed if not source.loose)
    for source, files in listed:
        if source.way and n_named[source.name] > 1:
            yield replace(source, name="/".join(source.way)), files
        else:
            yield source, files


def _parts(files: Mapping[int, Sequence[MediaFile]]) -> list[list[int]]:
    """Return which of some sources are one person's."""
    parent = {number: number for number in files}

    def root(number: int) -> int:
        while parent[number] != number:
            number = parent[number]
        return number

    for a, b in combinations(sorted(files), 2):
        if _are_one_persons(files[a], files[b]):
            low, high = sorted((root(a), root(b)))
            parent[high] = low
    parts: dict[int, list[int]] = {}
    for number in sorted(files):
        parts.setdefault(root(number), []).append(number)
    return list(parts.values())


def _are_one_persons(a: Sequence[MediaFile], b: Sequence[MediaFile]) -> bool:
    """Tell whether some device is clearly in both, and none contradicts."""
    mine, theirs = _by_model(a), _by_model(b)
    verdicts = [_of_model(mine[key], theirs[key]) for key in mine.keys() & theirs.keys()]
    return "one" in verdicts and "two" not in verdicts


def _by_model(files: Iterable[MediaFile]) -> dict[ModelKey, list[MediaFile]]:
    found: dict[ModelKey, list[MediaFile]] = {}
    for file in files:
        if file.time_s is not None and model_key(file.device) != ("", ""):
            found.setdefault(model_key(file.device), []).append(file)
    return found


def _of_model(a: Sequence[MediaFile], b: Sequence[MediaFile]) -> Verdict:
    serials = [_main_serial(files) for files in (a, b)]
    if None not in serials:
        return "one" if serials[0] == serials[1] else "open"
    return verdict([taken_of(file) for file in a], [taken_of(file) for file in b])


def _main_serial(files: Sequence[MediaFile]) -> str | None:
    """Return the serial number of most photos: single ones may have been sent by others."""
    serials = Counter(file.device.serial for file in files)
    return serials.most_common(1)[0][0]


def taken_of(file: MediaFile | Photo) -> BranchPhoto:
    """Return what a file tells of the body that made it."""
    time_s = file.recorded_time_s if isinstance(file, Photo) else file.time_s
    return BranchPhoto(time_s or 0.0, number_of(file.path), file.device.software)


def verdict(a: Iterable[BranchPhoto], b: Iterable[BranchPhoto]) -> Verdict:
    """Return whether photos of one model without serial numbers are one body's.

    In the order of time a body's numbers go up, a little at a time, whichever folder a photo
    lies in. Numbers that fall back where the folder changes are of two.

    >>> early = [BranchPhoto(10.0 * n, 500 + n, None) for n in range(6)]
    >>> late = [BranchPhoto(100.0 + 10.0 * n, 510 + n, None) for n in range(6)]
    >>> other = [BranchPhoto(10.0 * n + 3, 7200 + n, None) for n in range(6)]
    >>> verdict(early, late), verdict(early, other), verdict(early, [BranchPhoto(99.0, None, None)])
    ('one', 'two', 'open')
    """
    mine = {item for item in a if item.number is not None}
    theirs = {item for item in b if item.number is not None} - mine
    if min(len(mine), len(theirs)) < _FEWEST:
        return "open"
    marked = [(item, False) for item in mine] + [(their, True) for their in theirs]
    marked.sort(key=lambda item: (item[0].time_s, item[0].number or 0))
    steps = [
        (after[0].number or 0) - (before[0].number or 0)
        for before, after in pairwise(marked)
        if before[1] != after[1]
    ]
    near = [0 < step % _TURN <= _NEAR for step in steps]
    if all(near) and _one_software(mine, theirs):
        return "one"
    # one change of folder may be a counter that begins again; several take turns
    return "two" if len(steps) > 2 and sum(near) < len(near) / 2 else "open"


def _one_software(a: Iterable[BranchPhoto], b: Iterable[BranchPhoto]) -> bool:
    return {item.software for item in a} & {item.software for item in b} != set()


def are_related(a: Source, b: Source) -> bool:
    """Tell whether two people may be one by their names: one parent, or one last folder."""
    if not a.way or not b.way:
        return False
    if stem_of(a.way) == stem_of(b.way) or (_names_nobody(a) and _names_nobody(b)):
        return True
    return a.way[-1].casefold() == b.way[-1].casefold() and len(a.way) + len(b.way) > 2


def _names_nobody(source: Source) -> bool:
    return read_name(source.way[-1]).sort in ("chapter", "files")

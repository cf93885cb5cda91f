"""From the photos of all sources to galleries: clocks parted and joined, names given."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from coincide.ingest.branches import are_related, taken_of, verdict
from coincide.ingest.chapters import in_turn
from coincide.ingest.counter import fits_into
from coincide.ingest.devices import DevicePhotos, ModelKey, model_key, n_photos, split_by_clock
from coincide.ingest.options import IngestOptions
from coincide.ingest.scan import Source
from coincide.ingest.stretches import stretch_name, stretches_of
from coincide.ingest.zones import to_one_clock
from coincide.model import Doubt, Gallery, Photo, Place


@dataclass(frozen=True)
class Person:
    """The photos of one source; ``flat`` where it stands for no person (see ``scan``).

    ``unsure`` are those whose time may be in UTC or not.
    """

    source: Source
    photos: tuple[Photo, ...]
    flat: bool = False
    unsure: frozenset[Place] = frozenset()


@dataclass(frozen=True)
class SharedClock:
    """One clock and the people in whose folders its photos lie."""

    people: tuple[Person, ...]
    part: DevicePhotos

    @property
    def is_shared(self) -> bool:
        """Whether its photos lie with several people and may be of any of them."""
        return any(person.source.shared for person in self.people)

    @property
    def owner(self) -> str:
        """The names of its people; empty for a flat folder."""
        return "+".join(sorted(person.source.name for person in self.people if not person.flat))


@dataclass(frozen=True)
class NamedClocks:
    """The galleries by name, and which galleries hold photos of each source."""

    galleries: tuple[Gallery, ...]
    by_source: Mapping[str, tuple[str, ...]]
    doubts: tuple[Doubt, ...] = ()


def build_galleries(people: Sequence[Person], options: IngestOptions) -> NamedClocks:
    """Return one gallery per clock, by name."""
    clocks = _joined([clock for person in people for clock in _clocks(person, options)])
    named = sorted(zip(_names(clocks), clocks, strict=True), key=lambda item: item[0])
    whose = {
        path: person.source.name
        for person in people
        if not person.source.shared
        for path in person.source.files
    }
    galleries: list[Gallery] = []
    by_source: dict[str, tuple[str, ...]] = {}
    for name, clock in named:
        made = _galleries(clock, name, whose)
        galleries += made
        for person in clock.people:
            source = person.source.name
            by_source[source] = (*by_source.get(source, ()), *(gallery.name for gallery in made))
    galleries.sort(key=lambda gallery: gallery.name)
    by_source = {source: tuple(sorted(names)) for source, names in by_source.items()}
    return NamedClocks(tuple(galleries), by_source, tuple(_doubts(named)))


def _doubts(named: Sequence[tuple[str, SharedClock]]) -> Iterator[Doubt]:
    """Yield which clocks may be two, and which two may be one: of one model, by folders alone."""
    for name, clock in named:
        if clock.part.doubt:
            yield Doubt(name, None, clock.part.doubt)
    by_model: dict[ModelKey, list[tuple[str, SharedClock]]] = {}
    for name, clock in named:
        key = model_key(clock.part.photos[0].device)
        if key != ("", "") and clock.part.serial is None:
            by_model.setdefault(key, []).append((name, clock))
    for same in by_model.values():
        for (name, clock), (other, theirs) in combinations(same, 2):
            if _may_be_one(clock, theirs):
                reason = f"both are {clock.part.label}, in folders that may belong to one person"
                yield Doubt(name, other, reason)


def _may_be_one(a: SharedClock, b: SharedClock) -> bool:
    people = [(person.source, other.source) for person in a.people for other in b.people]
    if not any(person is not other and are_related(person, other) for person, other in people):
        return False
    return verdict(map(taken_of, a.part.photos), map(taken_of, b.part.photos)) != "two"


def _clocks(person: Person, options: IngestOptions) -> list[SharedClock]:
    if not person.photos:
        return []
    if person.source.one_clock:
        return [SharedClock((person,), DevicePhotos(person.photos))]
    parts = split_by_clock(person.photos, options, unsure=person.unsure)
    return [SharedClock((person,), part) for part in parts]


def _joined(clocks: Iterable[SharedClock]) -> list[SharedClock]:
    """Make one clock of each body that lies in several folders: its serial number tells."""
    by_body: dict[object, list[SharedClock]] = {}
    for index, clock in enumerate(clocks):
        by_body.setdefault(clock.part.serial or index, []).append(clock)
    joined = [
        _join(same, "its serial number") if len(same) > 1 else same[0] for same in by_body.values()
    ]
    return _with_strays(joined)


def _with_strays(clocks: Sequence[SharedClock]) -> list[SharedClock]:
    """Give photos that lie in somebody else's folder to the clock whose file numbers they fit."""
    hosts: dict[int, list[SharedClock]] = {}
    for clock in clocks:
        fitting = [other for other, host in enumerate(clocks) if _is_host(clock, host)]
        if len(fitting) == 1:
            hosts.setdefault(fitting[0], []).append(clock)
    gone = {id(stray) for strays in hosts.values() for stray in strays}
    return [
        replace(_join([clock, *hosts[number]], "its file numbers"), people=clock.people)
        if number in hosts
        else clock
        for number, clock in enumerate(clocks)
        if id(clock) not in gone
    ]


def _is_host(clock: SharedClock, host: SharedClock) -> bool:
    mine, theirs = clock.part, host.part
    if clock is host or len(mine.photos) >= len(theirs.photos):
        return False
    key = model_key(mine.photos[0].device)
    if key == ("", "") or key != model_key(theirs.photos[0].device):
        return False
    return mine.serial is None and theirs.serial is None and fits_into(mine.photos, theirs.photos)


def _join(clocks: Sequence[SharedClock], by: str) -> SharedClock:
    people = tuple(person for clock in clocks for person in clock.people)
    names = " and ".join(sorted(person.source.name for person in people))
    note = f"the same device, by {by}, in the photos of {names}"
    photos = tuple(photo for clock in clocks for photo in clock.part.photos)
    notes = tuple(dict.fromkeys(note for clock in clocks for note in clock.part.notes))
    doubt = next((clock.part.doubt for clock in clocks if clock.part.doubt), "")
    return SharedClock(people, DevicePhotos(photos, clocks[0].part.serial, (*notes, note), doubt))


def _galleries(clock: SharedClock, name: str, whose: Mapping[Place, str]) -> list[Gallery]:
    """Return the gallery of a clock, or one of each stretch of a clock that was set anew."""
    photos, zone_notes = to_one_clock(clock.part.photos)
    photos, chapter_notes = in_turn(photos)
    trusted = any(person.source.trusted for person in clock.people)
    own = (*clock.part.notes, *zone_notes, *chapter_notes, *_unread_notes(photos))
    notes = (*_joined_notes(clock), *_copy_notes(clock, whose), *own)
    one_clock = any(person.source.one_clock for person in clock.people)
    first, *others = [photos] if one_clock else stretches_of(photos)
    if not others:
        return [Gallery(name, photos, trusted, notes)]
    names = [name, *(stretch_name(name, part) for part in others)]
    told = f"its clock was reset or set back: {len(names)} stretches, each placed separately"
    return [
        Gallery(each, part, trusted, (*notes, told))
        for each, part in zip(names, (first, *others), strict=True)
    ]


def _unread_notes(photos: Sequence[Photo]) -> Iterator[str]:
    """Yield why exact times of clips are not used."""
    whys = Counter(
        photo.clip.unread for photo in photos if photo.clip is not None and photo.clip.unread
    )
    for why, n in sorted(whys.items()):
        yield f"{n} clip{'s' * (n > 1)}: {why}, so its exact time is not used"


def _copy_notes(clock: SharedClock, whose: Mapping[Place, str]) -> Iterator[str]:
    """Say with whom identical files lie."""
    mine = {person.source.name for person in clock.people}
    copies = Counter(
        whose.get(companion.path, "")
        for photo in clock.part.photos
        for companion in photo.companions
        if companion.role == "copy"
    )
    for name, count in sorted(copies.items()):
        if name and name not in mine and not clock.is_shared:
            yield f"{n_photos(count)} of it also in {name}, the same files: counted here"


def _joined_notes(clock: SharedClock) -> Iterator[str]:
    for person in clock.people:
        if person.source.shared:
            yield "these are in folders of several people, and it is unknown whose device took them"
        if person.source.joined and len({photo.path.parent for photo in clock.part.photos}) > 1:
            folders = " and ".join(person.source.joined)
            yield f"{folders} belong to one person, by serial numbers or consecutive file numbers"


def _names(clocks: Sequence[SharedClock]) -> list[str]:
    """Name clocks by their people, by device too where people have several; all different."""
    n_of_owner = Counter(clock.owner for clock in clocks)
    wanted = [_wanted_name(clock, alone=n_of_owner[clock.owner] == 1) for clock in clocks]
    names = [""] * len(clocks)
    taken = set()
    n_wanted = Counter(wanted)
    order = sorted(range(len(clocks)), key=lambda index: _first(clocks[index].part))
    for index in order:
        name, number = wanted[index], 1
        separator = "-" if not clocks[index].owner else " "
        if n_wanted[name] > 1:
            name = f"{wanted[index]}{separator}{number}"
        while name in taken:
            number += 1
            name = f"{wanted[index]}{separator}{number}"
        names[index] = name
        taken.add(name)
    return names


def _first(part: DevicePhotos) -> tuple[str, float, str]:
    """Return an order of clocks that does not hang on the order of folders."""
    serial = part.serial[2] if part.serial else ""
    return serial, *min((photo.recorded_time_s, photo.key) for photo in part.photos)


def _wanted_name(clock: SharedClock, *, alone: bool) -> str:
    if not clock.owner:
        return slug(clock.part.label)
    return clock.owner if alone else f"{clock.owner} · {clock.part.label}"


def slug(label: str) -> str:
    """Write a device's label as one plain word.

    >>> slug("Canon EOS 40D"), slug("<Digimax i50 MP3>")
    ('canon-eos-40d', 'digimax-i50-mp3')
    """
    plain = unicodedata.normalize("NFKD", label).casefold()
    return re.sub(r"[^\w]+", "-", plain, flags=re.ASCII).strip("-") or "unknown-device"

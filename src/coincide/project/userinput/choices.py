"""What a person chose for an event: which clocks to trust, names, the anchor, what is one clock.

Choices are kept in the order they were made and applied in that order to the event as it is
found on disk, by a pure function: the command line and the review app see the same galleries.
Galleries are known by name, as they were called when the choice was made; photos by content. A
choice that no longer fits (its gallery is gone, a name is taken) says nothing.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from coincide.ingest.zones import to_one_clock
from coincide.model import Doubt, Event, Gallery, Photo
from coincide.storage.documents import Closed

ONE_CLOCK = "taken as one clock, as stated by a person"
ANOTHER_DEVICE = "split, since a person stated that these are two devices"
ANOTHER_CLOCK = "split here, since a person stated that its clock was changed"


class _Choice(Closed, frozen=True, tag_field="kind", tag=str.lower):
    gallery: str  # the gallery


class Trust(_Choice, frozen=True):
    """A gallery's clock is known to be right, or is not."""

    trusted: bool  # whether its clock is known to be right


class Rename(_Choice, frozen=True):
    """A gallery gets another name."""

    name: str  # its new name


class Anchor(_Choice, frozen=True):
    """A gallery's clock is the one that the others are brought to."""


class Merge(_Choice, frozen=True):
    """Two galleries are from one clock; the first gives the name."""

    other: str  # the gallery that is of the same clock


class Split(_Choice, frozen=True):
    """From a photo on, given by key, a gallery is from another clock, and is called ``name``."""

    photo: str  # sha256 of the first photo that is not
    name: str  # its new name


class Part(_Choice, frozen=True):
    """Some photos of a gallery, given by key, are from another clock, and are called ``name``."""

    photos: tuple[str, ...]  # sha256 of each
    name: str  # its new name


class Apart(_Choice, frozen=True):
    """What may be one device is two; or, without another, what may be two is one."""

    other: str | None  # the gallery that is not of the same clock


Choice = Trust | Rename | Anchor | Merge | Split | Part | Apart


@dataclass(frozen=True, slots=True)
class Choices:
    """All choices, the oldest first."""

    steps: tuple[Choice, ...] = ()

    empty: ClassVar["Choices"]

    def adding(self, choice: Choice) -> "Choices":
        """Return the choices with one more; an anchor or a trust replaces the last of its kind."""
        last = self.steps[-1] if self.steps else None
        again = isinstance(choice, Anchor | Trust) and type(last) is type(choice)
        if again and (isinstance(choice, Anchor) or getattr(last, "gallery", "") == choice.gallery):
            return Choices((*self.steps[:-1], choice))
        return Choices((*self.steps, choice))


Choices.empty = Choices()


def chosen(event: Event, choices: Choices) -> Event:
    """Return an event as a person wants it; its photos stay the same."""
    for step in choices.steps:
        names = {gallery.name for gallery in event.galleries}
        if fits(step, names):
            event = _apply(event, step)
    return event


def fits(choice: Choice, names: set[str]) -> bool:
    """Return whether a choice says something of galleries of these names."""
    if choice.gallery not in names:
        return False
    if isinstance(choice, Rename | Split | Part):
        return choice.name not in names
    if isinstance(choice, Apart):
        return choice.other is None or choice.other in names
    return not isinstance(choice, Merge) or (
        choice.other in names and choice.other != choice.gallery
    )


def _apply(event: Event, step: Choice) -> Event:
    if isinstance(step, Anchor):
        return replace(event, anchor=step.gallery)
    if isinstance(step, Apart):
        both = {step.gallery, step.other}
        left = tuple(doubt for doubt in event.doubts if {doubt.gallery, doubt.other} != both)
        return replace(event, doubts=left)
    if isinstance(step, Merge):
        other = next(gallery for gallery in event.galleries if gallery.name == step.other)
        galleries = [
            _merged(gallery, other) if gallery.name == step.gallery else gallery
            for gallery in event.galleries
            if gallery is not other
        ]
        renamed = {step.other: step.gallery}
    else:
        galleries = [
            part
            for gallery in event.galleries
            for part in (_changed(gallery, step) if gallery.name == step.gallery else [gallery])
        ]
        renamed = {step.gallery: step.name} if isinstance(step, Rename) else {}
    anchor = None if event.anchor is None else renamed.get(event.anchor, event.anchor)
    ordered = tuple(sorted(galleries, key=lambda gallery: gallery.name))
    doubts = tuple(_left_open(event.doubts, step, renamed))
    return replace(event, galleries=ordered, anchor=anchor, doubts=doubts)


def _left_open(
    doubts: Iterable[Doubt], step: Choice, renamed: Mapping[str, str]
) -> Iterator[Doubt]:
    """Yield the doubts that a choice leaves, under the names that galleries have then."""
    for doubt in doubts:
        if isinstance(step, Split | Part) and doubt.other is None and doubt.gallery == step.gallery:
            continue
        gallery = renamed.get(doubt.gallery, doubt.gallery)
        other = None if doubt.other is None else renamed.get(doubt.other, doubt.other)
        if gallery != other:
            yield replace(doubt, gallery=gallery, other=other)


def _changed(gallery: Gallery, step: Trust | Rename | Split | Part) -> Iterator[Gallery]:
    if isinstance(step, Trust):
        yield replace(gallery, trusted=step.trusted)
    elif isinstance(step, Rename):
        yield replace(gallery, name=step.name)
    elif isinstance(step, Part):
        yield from _parted(gallery, step)
    else:
        keys = [photo.key for photo in gallery.photos]
        row = keys.index(step.photo) if step.photo in keys else 0
        if row == 0:
            yield gallery
            return
        notes = (*gallery.notes, ANOTHER_CLOCK)
        yield _on_one_clock(gallery.name, gallery.photos[:row], notes, trusted=gallery.trusted)
        yield _on_one_clock(step.name, gallery.photos[row:], notes, trusted=gallery.trusted)


def _parted(gallery: Gallery, step: Part) -> Iterator[Gallery]:
    wanted = set(step.photos)
    taken = tuple(photo for photo in gallery.photos if photo.key in wanted)
    left = tuple(photo for photo in gallery.photos if photo.key not in wanted)
    if not taken or not left:
        yield gallery
        return
    notes = (*gallery.notes, ANOTHER_DEVICE)
    yield _on_one_clock(gallery.name, left, notes, trusted=gallery.trusted)
    yield _on_one_clock(step.name, taken, notes, trusted=gallery.trusted)


def _merged(gallery: Gallery, other: Gallery) -> Gallery:
    notes = tuple(dict.fromkeys((*gallery.notes, *other.notes, ONE_CLOCK)))
    photos = (*gallery.photos, *other.photos)
    return _on_one_clock(gallery.name, photos, notes, trusted=gallery.trusted or other.trusted)


def _on_one_clock(
    name: str, photos: tuple[Photo, ...], notes: tuple[str, ...], *, trusted: bool
) -> Gallery:
    ordered, zone_notes = to_one_clock(photos)
    return Gallery(name, ordered, trusted, tuple(dict.fromkeys((*notes, *zone_notes))))

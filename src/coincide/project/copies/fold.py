"""Count copies once: they become files that move with their original, wherever they lie."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from coincide.model import Companion, Event, Gallery, Photo, Place

# the original of each copy, by path
Originals = Mapping[Place, Place]


def fold_copies(event: Event, originals: Originals) -> Event:
    """Return an event in which each copy moves with its original, and has no say of its own.

    A copy shows the moment of its original by the clock of its original: as evidence it would
    bind two clocks that never met. A gallery of copies alone is gone, and the notes say so.
    """
    if not originals:
        return event
    owners = {photo.path: gallery.name for gallery in event.galleries for photo in gallery.photos}
    moving: dict[Place, list[Companion]] = {}
    for photo in event.photos:
        if photo.path in originals:
            copy = Companion(photo.path, photo.key, "copy", photo.recorded_time_s)
            own = (copy, *photo.companions)
            moving.setdefault(originals[photo.path], []).extend(own)
    folded = [_folded(gallery, originals, moving, owners) for gallery in event.galleries]
    galleries = tuple(gallery for gallery in folded if gallery.photos)
    left = {gallery.name for gallery in galleries}
    return replace(
        event,
        galleries=galleries,
        anchor=event.anchor if event.anchor in left else None,
        doubts=tuple(
            doubt for doubt in event.doubts if {doubt.gallery, doubt.other or doubt.gallery} <= left
        ),
    )


def _folded(
    gallery: Gallery,
    originals: Originals,
    moving: Mapping[Place, list[Companion]],
    owners: Mapping[Place, str],
) -> Gallery:
    photos = tuple(
        replace(photo, companions=_with(photo, moving.get(photo.path, [])))
        for photo in gallery.photos
        if photo.path not in originals
    )
    given = Counter(
        owners[originals[photo.path]] for photo in gallery.photos if photo.path in originals
    )
    got = Counter(
        owners[copy] for copy, original in originals.items() if owners[original] == gallery.name
    )
    notes = [
        f"{_pictures(count)} of {name} here too, as {_copies(count)}: counted there"
        for name, count in sorted(given.items())
        if name != gallery.name
    ]
    notes += [
        f"{_pictures(count)} of it also in {name}, as {_copies(count)}: counted here"
        if name != gallery.name
        else f"{_pictures(count)} here twice, smaller or edited: counted once"
        for name, count in sorted(got.items())
    ]
    return replace(gallery, photos=photos, notes=(*gallery.notes, *notes))


def _with(photo: Photo, moving: list[Companion]) -> tuple[Companion, ...]:
    return tuple(sorted((*photo.companions, *moving), key=lambda companion: companion.path))


def _pictures(count: int) -> str:
    return "1 picture" if count == 1 else f"{count} pictures"


def _copies(count: int) -> str:
    return "a copy" if count == 1 else "copies"


def fold_like(event: Event, before: Event) -> Event:
    """Return an event with the copies that were found when it was solved, as far as it has them."""
    there = {photo.path for photo in event.photos}
    originals = {
        copy.path: photo.path
        for photo in before.photos
        for copy in photo.companions
        if copy.role == "copy" and copy.path in there and photo.path in there
    }
    return fold_copies(event, originals)

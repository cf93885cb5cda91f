"""Changes of what a person said of an event: pure, from one UserInput to the next."""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import numpy as np

from coincide.errors import UsageError
from coincide.model import Clip, Event, Offsets, Photo
from coincide.model.explanation import Moment
from coincide.model.hints import Answer, ClipHint, Hint, Lock, NoJump, Pin, Rejection, SetRight
from coincide.model.knowntimes import KnownClock, KnownTime, TypedTime, parse_typed_time
from coincide.model.possible import is_possible
from coincide.model.times import (
    DAY_S,
    EARLIEST_S,
    LATEST_S,
    MINUTE_S,
    parse_zone_s,
    to_datetime,
    to_text,
)
from coincide.project.userinput.choices import (
    Anchor,
    Apart,
    Choice,
    Merge,
    Part,
    Rename,
    Split,
    Trust,
)
from coincide.project.userinput.document import UserInput
from coincide.project.userinput.people import keys_in
from coincide.project.userinput.statements import forgotten

PairKind = Moment | Literal["reject"]
Change = Callable[[UserInput], UserInput]
MAX_NAME = 80
# whoever says that a clock was an hour ahead has not looked at its minutes
WITHIN_S = 3 * MINUTE_S
# whoever knows a time less well does not know it
_MOST_WITHIN_S = 31 * DAY_S


def say_pair(event: Event, kind: PairKind, rows: Sequence[int], *, named: bool = False) -> Change:
    """Say something of two photos of different galleries; ``named``: a person chose these two."""
    a, b = _two_photos(event, rows)
    if kind == "reject":
        return _adding(Rejection(a.key, b.key))
    return _adding(Answer(a.key, b.key, kind, named))


def say_clips(event: Event, rows: Sequence[int], lag_s: float | None) -> Change:
    """Say how much later the second of two clips began; None: they heard nothing in common."""
    a, b = _two_photos(event, rows)
    return _adding(clip_hint(a, b, lag_s))


def clip_hint(a: Photo, b: Photo, lag_s: float | None) -> ClipHint:
    """Return what is said of two clips; raise UsageError where that cannot be."""
    if a.clip is None or b.clip is None:
        raise UsageError("Only videos have sound: give two videos.")
    if lag_s is not None:
        if not -_length_s(b.clip) < lag_s < _length_s(a.clip):
            raise UsageError(
                f"Two clips that began {abs(lag_s):.2f} s apart do not overlap. Give how much"
                " later the second began, in seconds."
            )
        lag_s = round(lag_s, 3)
    return ClipHint(a.key, b.key, lag_s)


def _length_s(clip: Clip) -> float:
    return np.inf if clip.duration_s is None else clip.duration_s


def _two_photos(event: Event, rows: Sequence[int]) -> tuple[Photo, Photo]:
    """Return two photos of different galleries by their rows."""
    a, b = (_photo_at(event, row) for row in rows)
    galleries = event.table.gallery_of(np.array(rows)).tolist()
    if galleries[0] == galleries[1] or a.key == b.key:
        raise UsageError("Both photos have the same clock, which says how far apart they are.")
    return a, b


def _photo_at(event: Event, row: int) -> Photo:
    photos = list(event.photos)
    if not 0 <= row < len(photos):
        raise UsageError(f"There is no such photo: rows go from 0 to {len(photos) - 1}.")
    return photos[row]


def pin(event: Event, gallery: str, offset_s: float) -> Change:
    """Set a gallery's offset."""
    if not abs(offset_s) <= LATEST_S - EARLIEST_S:
        raise UsageError("That is not an offset between two clocks.")
    return _adding(Pin(_known(event, gallery), offset_s))


def lock(event: Event, offsets: Offsets, gallery: str) -> Change:
    """Keep a gallery where it is."""
    name = _known(event, gallery)
    placed = {placement.gallery: placement.offset_s for placement in offsets.placements}
    offset_s = placed.get(name)
    if offset_s is None:
        raise UsageError(
            f"{name} is not placed yet, so there is no offset to lock. Set its offset instead."
        )
    return _adding(Lock(name, offset_s))


def unlock(event: Event, gallery: str) -> Change:
    """Forget what was set or kept of a gallery's offset."""
    name = _known(event, gallery)

    def change(said: UserInput) -> UserInput:
        pins = tuple(item for item in said.hints.pins if item.gallery != name)
        locks = tuple(item for item in said.hints.locks if item.gallery != name)
        return replace(said, hints=replace(said.hints, pins=pins, locks=locks))

    return change


def forget(number: int) -> Change:
    """Forget one thing that was said, by its number in the list."""
    return lambda said: forgotten(said, number)


def no_jump(event: Event, gallery: str) -> Change:
    """Say that a gallery's clock was never set anew."""
    return _adding(NoJump(_known(event, gallery)))


def set_right(event: Event, row: int) -> Change:
    """Say that a gallery's clock was wrong until a photo, and set right before it."""
    photo = _photo_at(event, row)
    gallery = int(event.table.gallery_of(np.array([row]))[0])
    name = event.table.names[gallery]
    if row == event.table.starts[gallery]:
        raise UsageError(
            f"That is the first photo of {name}: if its clock was right from there on, use"
            " coincide hint trust."
        )
    return _adding(SetRight(name, photo.key))


def known_time(event: Event, row: int, time_s: float, within_s: float) -> Change:
    """Say when a photo was taken, in local time, give or take some seconds."""
    photo = _photo_at(event, row)
    if not is_possible(time_s):
        raise UsageError(
            f"No digital photo was taken at {to_text(time_s)}. Give the right date before the time."
            if math.isfinite(time_s) and EARLIEST_S <= time_s <= LATEST_S
            else "A photo cannot have been taken at that time."
        )
    return _adding(KnownTime(photo.key, time_s, _within(within_s)))


def typed_time(text: str, near_s: float) -> TypedTime:
    """Return the time that a person wrote; one without a date is of the day nearest to a time."""
    typed = parse_typed_time(text, near_s=near_s)
    if typed is None:
        raise UsageError(
            f'{text!r} is not a time: write it like "2024-05-03 21:15", "2024-05-03 21:15:30",'
            " 2024-05-03 for some time that day, or 21:15."
        )
    return typed


def known_clock(event: Event, gallery: str, ahead_s: float, within_s: float = WITHIN_S) -> Change:
    """Say how far a gallery's clock was ahead; less than 0: it was behind."""
    if not abs(ahead_s) <= LATEST_S - EARLIEST_S:
        raise UsageError("A clock cannot be that far off.")
    return _adding(KnownClock(_known(event, gallery), _within(within_s), ahead_s=ahead_s))


def known_zone(event: Event, gallery: str, zone: str, within_s: float = WITHIN_S) -> Change:
    """Say which zone's time a gallery's clock showed: ``+09:00``, or ``America/New_York``.

    A zone by name is the one that was in use there when the gallery's photos say they were taken.
    """
    name = _known(event, gallery)
    (found,) = (item for item in event.galleries if item.name == name)
    zone_s = _zone_s(zone.strip(), found.photos[len(found.photos) // 2].camera_time_s)
    if zone_s is None:
        raise UsageError(
            f"{zone!r} is not a time zone: write it like +09:00, UTC or America/New_York."
        )
    return _adding(KnownClock(name, _within(within_s), zone_s=zone_s, zone=zone.strip()))


def _within(within_s: float) -> float:
    if not 0 < within_s <= _MOST_WITHIN_S:
        raise UsageError(
            "The uncertainty has to be more than 0 and at most 31 days. Anything less precise says"
            " nothing about a clock's error."
        )
    return float(within_s)


def _zone_s(zone: str, time_s: float) -> int | None:
    """Return a zone in seconds east of UTC at a time that a clock there shows."""
    if zone in ("UTC", "GMT"):
        return 0
    offset_s = parse_zone_s(zone)
    if offset_s is not None:
        return offset_s
    try:
        offset = to_datetime(time_s).replace(tzinfo=ZoneInfo(zone)).utcoffset()
    except (ZoneInfoNotFoundError, ValueError, OSError, OverflowError):
        return None
    return None if offset is None else round(offset.total_seconds())


def confirm(event: Event, gallery: str) -> Change:
    """Say a gallery's place again, though the photos say otherwise."""
    name = _known(event, gallery)

    def change(said: UserInput) -> UserInput:
        held: tuple[Pin | Lock, ...] = (*said.hints.pins, *said.hints.locks)
        hint = next((item for item in held if item.gallery == name), None)
        if hint is None:
            raise UsageError(
                f"{name} is neither pinned nor locked, so there is nothing to confirm. coincide"
                " hint pin sets its offset."
            )
        return replace(said, hints=said.hints.adding(replace(hint, confirmed=True)))

    return change


def trust(event: Event, gallery: str, *, trusted: bool) -> Change:
    """Trust a gallery's clock, or no longer."""
    return _choosing(Trust(_known(event, gallery), trusted))


def rename(event: Event, gallery: str, name: str) -> Change:
    """Give a gallery another name."""
    wanted = " ".join(name.split())
    if not wanted or len(wanted) > MAX_NAME or not wanted.isprintable():
        raise UsageError(f"A name has 1 to {MAX_NAME} characters, all of them printable.")
    if wanted != gallery and wanted in event.table.names:
        raise UsageError(f"Another gallery is named {wanted}.")
    if wanted == _known(event, gallery):
        return lambda said: said
    return _choosing(Rename(gallery, wanted))


def anchor(event: Event, gallery: str) -> Change:
    """Bring all others to a gallery's clock."""
    return _choosing(Anchor(_known(event, gallery)))


def merge(event: Event, galleries: Sequence[str]) -> Change:
    """Take two galleries for one clock."""
    one, other = (_known(event, gallery) for gallery in galleries)
    if one == other:
        raise UsageError("Name two galleries.")
    if len(event.galleries) == 2:
        raise UsageError(
            "There are only two clocks; merged into one, there would be nothing left to compare."
        )
    return _choosing(Merge(one, other))


def split(shown: Event, event: Event, gallery: str, row: int) -> Change:
    """Take a gallery for another clock from a photo on; ``shown`` is what the row counts in."""
    name = _known(event, gallery)
    first = _photo_at(shown, row).key
    keys = [photo.key for item in event.galleries if item.name == name for photo in item.photos]
    if first not in keys[1:]:
        raise UsageError(
            f"That is not a photo of {name}, or it is its first: nothing would be before it."
        )
    numbers = range(2, len(event.galleries) + 3)
    free = next(f"{name} ({n})" for n in numbers if f"{name} ({n})" not in event.table.names)
    return _choosing(Split(name, first, free))


def part(event: Event, gallery: str, folder: str) -> Change:
    """Take a gallery's photos in one folder for those of another device."""
    (found,) = (item for item in event.galleries if item.name == _known(event, gallery))
    keys = tuple(keys_in(found, folder, event.roots))
    if not keys or len(keys) == len(found.photos):
        raise UsageError(f"{gallery} has no photos outside {folder}, or none inside it.")
    wanted = f"{gallery} · {folder}"
    numbers = range(2, len(event.galleries) + 3)
    names = (wanted, *(f"{wanted} ({n})" for n in numbers))
    return _choosing(Part(gallery, keys, next(n for n in names if n not in event.table.names)))


def apart(event: Event, gallery: str, other: str | None) -> Change:
    """Settle a doubt: what may be one device is two, what may be two is one."""
    both = {_known(event, gallery), other}
    if not any({doubt.gallery, doubt.other} == both for doubt in event.doubts):
        raise UsageError("There is no such question. It may just have been answered.")
    return _choosing(Apart(gallery, other))


def _known(event: Event, gallery: str) -> str:
    if gallery not in event.table.names:
        raise UsageError(f"No gallery is named {gallery}. It may just have been renamed.")
    return gallery


def _adding(hint: Hint) -> Change:
    return lambda said: replace(said, hints=said.hints.adding(hint))


def _choosing(choice: Choice) -> Change:
    return lambda said: said.choosing(choice)

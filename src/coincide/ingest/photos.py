"""From one person's shots to photos, photos without a time, and what must be left out."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from coincide.ingest.devices import model_key
from coincide.ingest.shots import Shot
from coincide.media.file import MediaFile, TakenTime
from coincide.media.filenames import time_from_name
from coincide.media.record import FileRecord
from coincide.model import (
    Clip,
    Companion,
    Device,
    HeaderReading,
    Photo,
    Place,
    Position,
    SkippedPhoto,
    Timeless,
)
from coincide.model.times import DAY_S

# the copies of a file, by its content
Copies = Mapping[str, tuple[Companion, ...]]
T = TypeVar("T")


@dataclass(frozen=True)
class ReadShots:
    """What became of one person's shots; ``unsure`` photos may be in UTC or not."""

    photos: tuple[Photo, ...]
    unsure: frozenset[Place]
    timeless: tuple[Timeless, ...]
    skipped: tuple[SkippedPhoto, ...]


def show_shots(shots: Iterable[Shot], copies: Copies, owner: str) -> ReadShots:
    """Make photos of the shots that can be looked at, with all files that move with them."""
    photos: list[Photo] = []
    unsure: set[Place] = set()
    timeless: list[Timeless] = []
    skipped: list[SkippedPhoto] = []
    for shot in shots:
        if shot.main.record.viewable and shot.taken is not None:
            photos.append(photo_of(shot, shot.taken, copies))
            if not shot.taken.sure:
                unsure.add(shot.main.path)
            continue
        for file in (shot.main, *shot.others):
            if file.record.viewable:
                timeless.append(timeless_of(file, owner))
            else:
                skipped += _left_out(file, copies)
    return ReadShots(tuple(photos), frozenset(unsure), tuple(timeless), tuple(skipped))


def _left_out(file: MediaFile, copies: Copies) -> list[SkippedPhoto]:
    reason = file.record.unviewable_reason or "its picture cannot be read"
    paths = [file.path, *(copy.path for copy in copies.get(file.key, ()))]
    return [SkippedPhoto(path, reason) for path in paths]


def photo_of(shot: Shot, taken: TakenTime, copies: Copies) -> Photo:
    """Return the photo of a shot: its picture by the main file, the rest by the first to know."""
    main = shot.main.record
    moving = [copy for file in (shot.main, *shot.others) for copy in copies.get(file.key, ())]
    return Photo(
        path=shot.main.path,
        key=shot.main.key,
        camera_time_s=taken.time_s,
        recorded_time_s=taken.time_s,
        device=_first(shot, _device) or shot.main.device,
        zone_s=taken.zone_s,
        gps_time_s=_first(shot, lambda file: file.record.gps_time_s),
        position=_first(shot, _position),
        orientation=main.orientation,
        width_px=main.width_px,
        height_px=main.height_px,
        scene_ev=_first(shot, lambda file: file.record.scene_ev),
        time_from=taken.time_from,
        companions=tuple(sorted((*shot.companions, *moving), key=lambda companion: companion.path)),
        applied_s=shot.main.applied_s,
        taken_utc_s=_first(shot, lambda file: file.taken_utc_s),
        clip=clip_of(shot.main.record, taken),
        exact=main.exact,
        written_s=main.written_s,
    )


def clip_of(record: FileRecord, taken: TakenTime) -> Clip | None:
    """Return the clip that a video is, None of a photo.

    Whoever told its time but its own header, a sidecar or its name, told when it began.
    """
    if record.media != "video":
        return None
    if taken.time_from == "video":
        return Clip(record.duration_s, record.sound, record.readings, record.exact_unread or "")
    told = HeaderReading("start", "utc" if taken.zone_s == 0 else "local", taken.time_s, 0.0)
    return Clip(record.duration_s, record.sound, (told,), record.exact_unread or "")


def _first(shot: Shot, known: Callable[[MediaFile], T | None]) -> T | None:
    """Return what the first of a shot's pictures knows; editing programs drop much."""
    files = [file for file in shot.others if file.record.media != "video"]
    found = (known(file) for file in (shot.main, *files))
    return next((value for value in found if value is not None), None)


def _device(file: MediaFile) -> Device | None:
    return file.device if model_key(file.device) != ("", "") else None


def _position(file: MediaFile) -> Position | None:
    record = file.record
    if record.latitude_deg is None or record.longitude_deg is None:
        return None
    return Position(record.latitude_deg, record.longitude_deg)


NO_TIME = "no capture time"


def timeless_of(file: MediaFile, owner: str) -> Timeless:
    """Return a file without a time, with the reason, and the day that its name tells."""
    named = time_from_name(file.path.name)
    day_s = None if named is None else named.time_s - named.time_s % DAY_S
    reason, record = file.record.reason or NO_TIME, file.record
    clip = Clip(record.duration_s, record.sound) if record.media == "video" else None
    return Timeless(file.path, file.key, owner, reason, day_s, clip)

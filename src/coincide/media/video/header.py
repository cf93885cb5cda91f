"""Read a video of boxes: when it was begun and by which clock, its device and its place."""

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from coincide.media import metadata
from coincide.media.contenthash import file_key
from coincide.media.filenames import time_from_name
from coincide.media.isolated import isolated
from coincide.media.pictures.video import NEEDS_AV, frames_too_large, has_av
from coincide.media.record import FileRecord
from coincide.media.tagrecord import tagged_record
from coincide.media.video.boxes import BoxFile
from coincide.media.video.clock import VideoClock, video_clock
from coincide.media.video.gpmf import telemetry_time
from coincide.media.video.readings import header_readings
from coincide.media.video.reel import open_reel
from coincide.media.video.tags import VideoTags, read_video_tags
from coincide.media.video.timecode import timecode_time
from coincide.model import Device

__all__ = [
    "VideoTags",
    "measured",
    "read_video",
    "read_video_tags",
    "timed",
    "video_record",
    "with_frames",
]

_APPLE, _ANDROID = "com.apple.quicktime.", "com.android."
_MAKES = (f"{_APPLE}make", "©mak", f"{_ANDROID}manufacturer", "sony.make")
_MODELS = (f"{_APPLE}model", "©mod", f"{_ANDROID}model", "sony.model", "canon.model")
_SOFTWARE = (f"{_APPLE}software", "©swr")
_ZONED = (f"{_APPLE}creationdate", "sony.date", "©day")
_PLACES = (f"{_APPLE}location.ISO6709", "©xyz")
_CONTENT_ID = f"{_APPLE}content.identifier"
# latitude and longitude in degrees, with the digits that tell degrees from minutes
_ISO6709 = re.compile(r"([+-]\d{2}(?:\.\d+)?)([+-]\d{3}(?:\.\d+)?)(?=[+-/]|$)")


def read_video(path: Path, file: BinaryIO, format_: str) -> FileRecord:
    """Return the record of an open video; of its frames nothing is read."""
    key = file_key(file)
    try:
        tags = read_video_tags(file)
    except ValueError as error:
        return FileRecord(key=key, format=format_, reason=str(error))
    if not tags.has_picture:
        return FileRecord(key=key, format=format_, reason="sound without a picture")
    too_large = frames_too_large(tags.width_px or 0, tags.height_px or 0)
    if too_large is not None:
        return FileRecord(key=key, format=format_, reason=too_large)
    if tags.duration_s is None:
        tags = replace(tags, duration_s=measured(path)[0])
    record = replace(video_record(path.name, tags), key=key, format=format_)
    return with_frames(_with_exact(record, BoxFile(file)))


def _with_exact(record: FileRecord, boxes: BoxFile) -> FileRecord:
    """Return a video's record with when it began exactly, where it holds that.

    Satellites are asked before the camera's own timecode.
    """
    try:
        exact = telemetry_time(boxes)
        if exact is None and record.recorded_time_s is not None and record.clock == "local":
            exact = timecode_time(boxes, record.recorded_time_s)
    except ValueError as error:
        return replace(record, exact_unread=str(error))
    return replace(record, exact=exact)


def with_frames(record: FileRecord) -> FileRecord:
    """Return a video's record with whether its frames can be looked at."""
    if has_av():
        return replace(record, viewable=True)
    return replace(record, unviewable_reason=NEEDS_AV, lacks=(*record.lacks, "av"))


@isolated
def measured(path: Path) -> tuple[float | None, bool]:
    """Return a video's length and whether it has sound, as PyAV finds them, if it can."""
    try:
        with open_reel(path) as reel:
            return reel.duration_s, reel.has_sound
    except ValueError:
        return None, False


def video_record(name: str, tags: VideoTags) -> FileRecord:
    """Return what a video's tags and its name say."""
    canon = _canon_record(tags)
    device = _device(tags, canon)
    clock = _canon_clock(canon) or video_clock(
        tags.created_s,
        duration_s=tags.duration_s,
        zoned=_zoned(tags.texts),
        named=time_from_name(name),
        device=device,
        android=any(key.startswith(_ANDROID) for key in tags.texts),
    )
    place = _place(tags.texts)
    return timed(
        FileRecord(
            latitude_deg=place[0] if place else None,
            longitude_deg=place[1] if place else None,
            make=device.make,
            model=device.model,
            serial=device.serial,
            software=device.software,
            width_px=tags.width_px,
            height_px=tags.height_px,
            duration_s=tags.duration_s,
            content_id=tags.texts.get(_CONTENT_ID),
            sound=tags.has_sound,
        ),
        clock,
        tags.created_s,
    )


def timed(
    record: FileRecord, clock: VideoClock | None, container_time_s: float | None = None
) -> FileRecord:
    """Return a video's record with its time and what that may mean, or with why it has none."""
    if clock is None:
        return replace(record, reason="no creation time in its header")
    if not metadata.is_possible(clock.recorded_time_s):
        return replace(record, reason="absurd creation time in its header")
    device = Device(record.make, record.model, record.serial, record.software)
    return replace(
        record,
        readings=header_readings(
            clock, container_time_s, duration_s=record.duration_s, device=device
        ),
        recorded_time_s=clock.recorded_time_s,
        zone_s=clock.zone_s,
        clock=clock.clock,
        time_basis=clock.basis,
        time_from="video",
    )


def _canon_record(tags: VideoTags) -> FileRecord | None:
    """Return what Canon's newer cameras write into a video, as into a photo."""
    if tags.canon is None:
        return None
    try:
        return tagged_record(metadata.read_tags(tags.canon))
    except ValueError:  # damaged; the header tells the time as well, if less
        return None


def _canon_clock(canon: FileRecord | None) -> VideoClock | None:
    if canon is None or canon.recorded_time_s is None:
        return None
    return VideoClock(canon.recorded_time_s, canon.zone_s, "local", "the camera's own tags", "tags")


def _device(tags: VideoTags, canon: FileRecord | None) -> Device:
    if canon is not None and canon.make is not None:
        return Device(canon.make, canon.model, canon.serial, canon.software)
    texts = tags.texts
    return Device(
        make=_first(texts, _MAKES) or tags.maker,
        model=_first(texts, _MODELS),
        software=_first(texts, _SOFTWARE),
    )


def _first(texts: Mapping[str, str], keys: tuple[str, ...]) -> str | None:
    return next((texts[key] for key in keys if texts.get(key)), None)


def _zoned(texts: Mapping[str, str]) -> tuple[float, int] | None:
    for key in _ZONED:
        parsed = metadata.parse_zoned_time(texts.get(key, ""))
        if parsed is not None and parsed[1] is not None:
            return parsed[0], parsed[1]
    return None


def _place(texts: Mapping[str, str]) -> tuple[float, float] | None:
    match = _ISO6709.match(_first(texts, _PLACES) or "")
    if match is None:
        return None
    latitude, longitude = float(match[1]), float(match[2])
    possible = abs(latitude) <= 90 and abs(longitude) <= 180 and (latitude or longitude)
    return (latitude, longitude) if possible else None

"""Read with ExifTool what nothing else here can: videos without boxes, Sigma's RAW."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from coincide.errors import ExifToolError
from coincide.media import metadata
from coincide.media.exiftool import ExifTool, file_argument, find_exiftool, install_line
from coincide.media.formats import media_of
from coincide.media.record import FileRecord
from coincide.media.video.clock import VideoClock
from coincide.media.video.header import measured, timed

# of several times the first: the moment of capture, then what containers call creation
_TIMES = ("DateTimeOriginal", "CreationDate", "DateTimeDigitized", "CreateDate")
_OTHERS = ("Make", "Model", "SerialNumber", "Software", "ImageWidth", "ImageHeight", "Duration")
_TIMEOUT_S = 30.0


def read_by_tool(path: Path, format_: str, key: str, tool: ExifTool) -> FileRecord:
    """Return what ExifTool reads of a file; where it is not installed, how to get it."""
    record = FileRecord(key=key, format=format_)
    if find_exiftool() is None:
        reason = f"{format_} files need ExifTool, which is not installed: {install_line()}"
        return replace(record, reason=reason, lacks=("exiftool",))
    try:
        tags = _ask(path, tool)
    except (ExifToolError, ValueError) as error:
        return replace(record, reason=f"its metadata cannot be read: {error}")
    found_s = tags.get("Duration")
    tool_s = float(found_s) if isinstance(found_s, int | float) else None
    # ExifTool guesses the length of some streams by their rate
    length_s, sound = measured(path) if media_of(format_) == "video" else (None, False)
    known = _tagged(replace(record, duration_s=length_s or tool_s, sound=sound), tags)
    if known.width_px is None and known.recorded_time_s is None and length_s is None:
        return replace(record, reason=f"broken: not a {format_} that ExifTool can read")
    return known


def _ask(path: Path, tool: ExifTool) -> Mapping[str, Any]:
    """Return the tags ExifTool finds; raise ValueError where it finds no such file."""
    wanted = [f"-{name}" for name in (*_TIMES, *_OTHERS)]
    args = ["-j", "-n", "-api", "LargeFileSupport=1", *wanted, file_argument(path)]
    reply = tool.run(args, timeout_s=_TIMEOUT_S)
    found = json.loads(reply.out) if reply.out.strip() else []
    if not found or not isinstance(found[0], dict):
        raise ValueError(reply.err.strip() or "ExifTool says nothing")
    tags: dict[str, Any] = found[0]
    return tags


def _tagged(record: FileRecord, tags: Mapping[str, Any]) -> FileRecord:
    known = replace(
        record,
        make=_text(tags, "Make"),
        model=_text(tags, "Model"),
        serial=_text(tags, "SerialNumber"),
        software=_text(tags, "Software"),
        width_px=_count(tags, "ImageWidth"),
        height_px=_count(tags, "ImageHeight"),
    )
    timed_record = timed(known, _clock(tags))
    if media_of(record.format or "") == "raw" and timed_record.time_from is not None:
        return replace(timed_record, time_from="exif", time_basis=None, readings=())
    return timed_record


def _clock(tags: Mapping[str, Any]) -> VideoClock | None:
    for name in _TIMES:
        text = str(tags.get(name, ""))
        parsed = metadata.parse_zoned_time(text.removesuffix(" DST"))
        if parsed is None:
            continue
        time_s, zone_s = parsed
        if text.endswith("Z"):
            return VideoClock(time_s, 0, "utc", f"{name} is in UTC", "tool")
        told = "local time" if zone_s is None else "a zone"
        return VideoClock(time_s, zone_s, "local", f"{name} has {told}", "tool")
    return None


def _text(tags: Mapping[str, Any], name: str) -> str | None:
    text = " ".join("".join(c if c.isprintable() else " " for c in str(tags.get(name, ""))).split())
    return text[:200] or None


def _count(tags: Mapping[str, Any], name: str) -> int | None:
    number = tags.get(name)
    return number if isinstance(number, int) and number > 0 else None

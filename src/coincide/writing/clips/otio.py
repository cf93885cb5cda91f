"""An arrangement as OpenTimelineIO's own JSON, which keeps places between two frames.

Written by hand: the schema is small, and the library would be one more to install.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Literal

from coincide.writing.clips.model import Arrangement, ClipTrack, PlacedClip

Json = dict[str, object]
_NOTES = "coincide"


def otio_text(arranged: Arrangement) -> str:
    """Return the text of the file."""
    timeline = {
        "OTIO_SCHEMA": "Timeline.1",
        "name": arranged.name,
        "global_start_time": None,
        "metadata": _notes(arranged.notes),
        "tracks": _composed("Stack.1", "tracks", _tracks(arranged)),
    }
    return json.dumps(timeline, indent=1, ensure_ascii=False) + "\n"


def _tracks(arranged: Arrangement) -> list[Json]:
    """Return a track of picture for each camera, then one of sound for each that has any."""
    heard = (
        replace(track, clips=tuple(clip for clip in track.clips if clip.n_channels))
        for track in arranged.tracks
    )
    return [
        *(_track(track, "Video", arranged.rate) for track in arranged.tracks),
        *(_track(track, "Audio", arranged.rate) for track in heard if track.clips),
    ]


def _track(track: ClipTrack, kind: Literal["Video", "Audio"], rate: Fraction) -> Json:
    children = list(_children(track, rate))
    return _composed("Track.1", track.name, children, _notes(track.notes)) | {"kind": kind}


def _children(track: ClipTrack, rate: Fraction) -> Iterator[Json]:
    """Yield gaps and clips, one after another."""
    until_s = Fraction(0)
    for clip in track.clips:
        if clip.start_s > until_s:
            yield _item("Gap.1", "", Fraction(0), clip.start_s - until_s, rate)
        yield _clip(clip, rate, (*track.notes, *clip.notes))
        until_s = clip.end_s


def _clip(clip: PlacedClip, rate: Fraction, notes: Iterable[str]) -> Json:
    name = clip.path.name
    media = {
        "OTIO_SCHEMA": "ExternalReference.1",
        "metadata": {},
        "name": name,
        "available_range": _range(clip.timecode_s, clip.duration_s, clip.rate),
        "available_image_bounds": None,
        "target_url": clip.path.as_uri(),
    }
    made = _item("Clip.2", name, clip.timecode_s, clip.duration_s, rate)
    return made | {
        "metadata": _notes(clip.notes),
        "markers": [_marker(clip, rate, " ".join(notes))],
        "media_references": {"DEFAULT_MEDIA": media},
        "active_media_reference_key": "DEFAULT_MEDIA",
    }


def _marker(clip: PlacedClip, rate: Fraction, comment: str) -> Json:
    return {
        "OTIO_SCHEMA": "Marker.2",
        "metadata": {},
        "name": comment,
        "color": "GREEN",
        "marked_range": _range(clip.timecode_s, Fraction(0), rate),
        "comment": comment,
    }


def _item(schema: str, name: str, start_s: Fraction, length_s: Fraction, rate: Fraction) -> Json:
    return {
        "OTIO_SCHEMA": schema,
        "metadata": {},
        "name": name,
        "source_range": _range(start_s, length_s, rate),
        "effects": [],
        "markers": [],
        "enabled": True,
    }


def _composed(schema: str, name: str, children: list[Json], metadata: Json | None = None) -> Json:
    return {
        "OTIO_SCHEMA": schema,
        "metadata": metadata or {},
        "name": name,
        "source_range": None,
        "effects": [],
        "markers": [],
        "enabled": True,
        "children": children,
    }


def _range(start_s: Fraction, length_s: Fraction, rate: Fraction) -> Json:
    return {
        "OTIO_SCHEMA": "TimeRange.1",
        "start_time": _time(start_s, rate),
        "duration": _time(length_s, rate),
    }


def _time(seconds: Fraction, rate: Fraction) -> Json:
    """Return a time in frames, which need not be whole."""
    return {
        "OTIO_SCHEMA": "RationalTime.1",
        "rate": float(rate),
        "value": float(seconds * rate),
    }


def _notes(notes: Iterable[str]) -> Json:
    told = list(notes)
    return {_NOTES: {"notes": told}} if told else {}

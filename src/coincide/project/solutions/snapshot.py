"""An event as a document: what a solution was found of, photos as columns.

Paths are kept by the root they lie below, so that a folder that was moved or renamed is still the
same event. Whatever a file said is there, so nothing has to be read again to show it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from typing import Any

from coincide.model import (
    Clip,
    Companion,
    Device,
    Doubt,
    Event,
    ExactTime,
    Gallery,
    HeaderReading,
    Photo,
    Place,
    Position,
    SkippedPhoto,
    Timeless,
    place_of,
)
from coincide.model.places import way_to

Json = dict[str, Any]

# columns that are the same of a photo and of its document
_PLAIN = (
    "key",
    "camera_time_s",
    "recorded_time_s",
    "zone_s",
    "gps_time_s",
    "orientation",
    "width_px",
    "height_px",
    "scene_ev",
    "time_from",
    "applied_s",
    "taken_utc_s",
)
_BESIDE = ("path", "device", "position", "companions", "clip", "exact", "written_s")
if {field.name for field in fields(Photo)} != {*_PLAIN, *_BESIDE}:
    raise TypeError("a field of Photo is not kept with a solution")


class Paths:
    """Paths below an event's roots, as texts and back."""

    def __init__(self, roots: Sequence[Place]) -> None:
        self.roots = tuple(roots)

    def text(self, path: Place) -> str:
        """Return a path by its root: ``0/anna/IMG_1.jpg``; one that lies elsewhere as it is."""
        for number, root in enumerate(self.roots):
            way = way_to(path, root)
            if way is not None:
                return f"{number}/{way.as_posix()}"
        return f"={path}"

    def path(self, text: str) -> Place:
        """Return the path that a text stands for."""
        if text.startswith("="):
            return place_of(text[1:])
        number, _, rest = text.partition("/")
        return self.roots[int(number)] / rest


def event_document(event: Event) -> Json:
    """Return all of an event but its roots and its project folder, which are where they are."""
    paths, photos = Paths(event.roots), list(event.photos)
    devices = list(dict.fromkeys(photo.device for photo in photos))
    numbers = {device: number for number, device in enumerate(devices)}
    columns: Json = {name: [getattr(photo, name) for photo in photos] for name in _PLAIN}
    columns |= {
        "path": [paths.text(photo.path) for photo in photos],
        "device": [numbers[photo.device] for photo in photos],
        "position": [_position(photo.position) for photo in photos],
        "companions": {
            str(row): [
                [
                    paths.text(companion.path),
                    companion.key,
                    companion.role,
                    companion.recorded_time_s,
                ]
                for companion in photo.companions
            ]
            for row, photo in enumerate(photos)
            if photo.companions
        },
        "clip": {
            str(row): asdict(photo.clip)
            for row, photo in enumerate(photos)
            if photo.clip is not None
        },
    }
    exact = {
        str(row): asdict(photo.exact) for row, photo in enumerate(photos) if photo.exact is not None
    }
    if exact:
        columns["exact"] = exact
    written_s = {
        str(row): photo.written_s for row, photo in enumerate(photos) if photo.written_s is not None
    }
    if written_s:
        columns["written_s"] = written_s
    return {
        "name": event.name,
        "anchor": event.anchor,
        "true_time": event.true_time,
        "anchor_applied": event.anchor_applied,
        "galleries": [
            {
                "name": gallery.name,
                "n_photos": len(gallery.photos),
                "trusted": gallery.trusted,
                "notes": list(gallery.notes),
            }
            for gallery in event.galleries
        ],
        "devices": [asdict(device) for device in devices],
        "photos": columns,
        "skipped": [[paths.text(item.path), item.reason] for item in event.skipped],
        "timeless": [timeless_document(timeless, paths) for timeless in event.timeless],
        "doubts": [[doubt.gallery, doubt.other, doubt.reason] for doubt in event.doubts],
    }


def event_of(document: Json, roots: Sequence[Place], project: Place | None) -> Event:
    """Return the event of a document, its files below these roots."""
    paths = Paths(roots)
    photos = _photos(document["photos"], [Device(**entry) for entry in document["devices"]], paths)
    galleries, start = [], 0
    for item in document["galleries"]:
        own = photos[start : start + item["n_photos"]]
        galleries.append(Gallery(item["name"], tuple(own), item["trusted"], tuple(item["notes"])))
        start += item["n_photos"]
    return Event(
        name=document["name"],
        galleries=tuple(galleries),
        skipped=tuple(SkippedPhoto(paths.path(path), why) for path, why in document["skipped"]),
        project=project,
        anchor=document["anchor"],
        timeless=tuple(timeless_of(item, paths) for item in document["timeless"]),
        roots=tuple(roots),
        true_time=document["true_time"],
        anchor_applied=document["anchor_applied"],
        # solutions from before there were doubts have none
        doubts=tuple(Doubt(*item) for item in document.get("doubts", ())),
    )


def timeless_document(photo: Timeless, paths: Paths) -> Json:
    """Return a photo without a time as a document."""
    return {**asdict(photo), "path": paths.text(photo.path)}


def timeless_of(document: Json, paths: Paths) -> Timeless:
    """Return the photo without a time of a document."""
    # solutions from before clips without a time were heard have none
    clip = document.get("clip")
    more = {"path": paths.path(document["path"]), "clip": None if clip is None else _clip(clip)}
    return Timeless(**{**document, **more})


def _position(position: Position | None) -> list[float] | None:
    return None if position is None else [position.latitude_deg, position.longitude_deg]


def _clip(document: Json) -> Clip:
    readings = tuple(HeaderReading(**item) for item in document["readings"])
    return Clip(document["duration_s"], document["sound"], readings, document.get("unread", ""))


def _photos(columns: Mapping[str, Any], devices: Sequence[Device], paths: Paths) -> list[Photo]:
    companions = {
        int(row): tuple(Companion(paths.path(path), *rest) for path, *rest in listed)
        for row, listed in columns["companions"].items()
    }
    # solutions from before there were clips have none
    clips = {int(row): _clip(one) for row, one in columns.get("clip", {}).items()}
    # nor have those from before there were exact times any of these
    exact = {int(row): ExactTime(**one) for row, one in columns.get("exact", {}).items()}
    written_s = {int(row): at_s for row, at_s in columns.get("written_s", {}).items()}
    # a column that a solution from before it was known lacks
    unknown = [None] * len(columns["key"])
    plain = zip(*(columns.get(name, unknown) for name in _PLAIN), strict=True)
    beside = zip(columns["path"], columns["device"], columns["position"], strict=True)
    return [
        Photo(
            path=paths.path(path),
            device=devices[device],
            position=None if position is None else Position(*position),
            companions=companions.get(row, ()),
            clip=clips.get(row),
            exact=exact.get(row),
            written_s=written_s.get(row),
            **dict(zip(_PLAIN, values, strict=True)),
        )
        for row, (values, (path, device, position)) in enumerate(zip(plain, beside, strict=True))
    ]

"""An arrangement as MLT XML, which Shotcut and Kdenlive are built on and ``melt`` renders."""

from collections.abc import Iterable
from math import gcd
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from coincide.writing.clips.frames import FrameSpan, spans
from coincide.writing.clips.model import Arrangement, ClipTrack

_BACKGROUND = "background"


def mlt_text(arranged: Arrangement) -> str:
    """Return the text of the file."""
    root = Element("mlt", LC_NUMERIC="C", producer="main", title=arranged.name)
    _add_profile(root, arranged)
    placed = [list(spans(track, arranged.rate)) for track in arranged.tracks]
    length = max(span.end for track in placed for span in track)
    _add_background(root, length)
    for number, (track, clips) in enumerate(zip(arranged.tracks, placed, strict=True), start=1):
        _add_track(root, f"track{number}", track, clips)
    _add_tractor(root, arranged, length)
    indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + tostring(root, encoding="unicode") + "\n"


def _add_profile(root: Element, arranged: Arrangement) -> None:
    rate, (width, height) = arranged.rate, arranged.size_px
    shared = gcd(width, height)
    profile = {
        "description": arranged.name,
        "width": width,
        "height": height,
        "progressive": 1,
        "sample_aspect_num": 1,
        "sample_aspect_den": 1,
        "display_aspect_num": width // shared,
        "display_aspect_den": height // shared,
        "frame_rate_num": rate.numerator,
        "frame_rate_den": rate.denominator,
        "colorspace": 709,
    }
    SubElement(root, "profile", {name: str(value) for name, value in profile.items()})


def _add_background(root: Element, length: int) -> None:
    """Add a black track below all others, as Shotcut and Kdenlive have it."""
    last = str(length - 1)
    black = SubElement(root, "producer", {"id": "black", "in": "0", "out": last})
    _set(black, {"length": length, "resource": "black", "mlt_service": "color"}.items())
    playlist = SubElement(root, "playlist", id=_BACKGROUND)
    SubElement(playlist, "entry", {"producer": "black", "in": "0", "out": last})


def _add_track(root: Element, name: str, track: ClipTrack, clips: Iterable[FrameSpan]) -> None:
    """Add the files of a track, then the track: blanks and files one after another."""
    entries: list[tuple[str, dict[str, str]]] = []
    until = 0
    for number, span in enumerate(clips, start=1):
        producer = f"{name}clip{number}"
        _add_producer(root, producer, span)
        if span.start > until:
            entries.append(("blank", {"length": str(span.start - until)}))
        times = {"producer": producer, "in": "0", "out": str(span.length - 1)}
        entries.append(("entry", times))
        until = span.end
    playlist = SubElement(root, "playlist", id=name)
    notes = " ".join(track.notes)
    names = {"title": track.name, "shotcut:video": 1, "shotcut:name": track.name}
    _set(playlist, (names | {"kdenlive:track_name": track.name, "meta.attr.note": notes}).items())
    for kind, attributes in entries:
        SubElement(playlist, kind, attributes)


def _add_producer(root: Element, name: str, span: FrameSpan) -> None:
    last = str(span.length - 1)
    producer = SubElement(root, "producer", {"id": name, "in": "0", "out": last})
    clip = span.clip
    told = {
        "length": span.length,
        "resource": clip.path,
        "mlt_service": "avformat",
        "seekable": 1,
        "shotcut:caption": clip.path.name,
        "shotcut:comment": " ".join(clip.notes),
    }
    _set(producer, told.items())


def _add_tractor(root: Element, arranged: Arrangement, length: int) -> None:
    """Put the tracks over one another: the upper one is seen, all are heard."""
    last = str(length - 1)
    tractor = SubElement(root, "tractor", {"id": "main", "in": "0", "out": last})
    notes = " ".join(arranged.notes)
    _set(tractor, {"shotcut": 1, "title": arranged.name, "shotcut:projectNote": notes}.items())
    SubElement(tractor, "track", producer=_BACKGROUND)
    for number in range(1, len(arranged.tracks) + 1):
        SubElement(tractor, "track", producer=f"track{number}")
    for number in range(1, len(arranged.tracks) + 1):
        for service, more in (
            ("mix", {"always_active": 1, "sum": 1}),
            ("composite", {"progressive": 1, "fill": 1, "geometry": "0=0%/0%:100%x100%"}),
        ):
            transition = SubElement(tractor, "transition", {"in": "0", "out": last})
            tracks = {"a_track": 0, "b_track": number, "mlt_service": service}
            _set(transition, (tracks | more).items())


def _set(element: Element, properties: Iterable[tuple[str, object]]) -> None:
    for name, value in properties:
        if value != "":
            SubElement(element, "property", name=name).text = str(value)

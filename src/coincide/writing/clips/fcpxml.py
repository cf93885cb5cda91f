"""An arrangement as FCPXML 1.10, for Final Cut Pro and DaVinci Resolve.

Cameras are lanes over one long gap: what is connected to it stays where it is put. Final Cut Pro
takes edits on whole frames only; each file's own length and rate are exact.
"""

from collections.abc import Iterable
from fractions import Fraction
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from coincide.writing.clips.frames import FrameSpan, spans
from coincide.writing.clips.model import Arrangement, PlacedClip

_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE fcpxml>\n'
_SEQUENCE = "r1"
_Format = tuple[Fraction, tuple[int, int]]


def fcpxml_text(arranged: Arrangement) -> str:
    """Return the text of the file."""
    root = Element("fcpxml", version="1.10")
    resources = SubElement(root, "resources")
    formats = _add_formats(resources, arranged)
    assets = _add_assets(resources, arranged.clips, formats)
    event = SubElement(SubElement(root, "library"), "event", name=arranged.name)
    project = SubElement(event, "project", name=arranged.name)
    lanes = [list(spans(track, arranged.rate)) for track in arranged.tracks]
    length = _seconds(max(span.end for lane in lanes for span in lane) / arranged.rate)
    sequence = SubElement(
        project,
        "sequence",
        format=_SEQUENCE,
        duration=length,
        tcStart="0s",
        tcFormat="NDF",
        audioLayout="stereo",
        audioRate="48k",
    )
    SubElement(sequence, "note").text = " ".join(arranged.notes)
    gap = SubElement(
        SubElement(sequence, "spine"), "gap", name="Gap", offset="0s", start="0s", duration=length
    )
    for lane, (track, placed) in enumerate(zip(arranged.tracks, lanes, strict=True), start=1):
        for span in placed:
            clip = _add_clip(gap, span, lane, arranged, assets[span.clip])
            _add_notes(clip, track.name, (*track.notes, *span.clip.notes), span, arranged.rate)
    indent(root)
    return _HEAD + tostring(root, encoding="unicode") + "\n"


def _add_formats(resources: Element, arranged: Arrangement) -> dict[_Format, str]:
    """Add the sequence's format and those of the files; return their names."""
    wanted: list[_Format] = [(arranged.rate, arranged.size_px)]
    wanted += [(clip.rate, clip.size_px) for clip in arranged.clips]
    names: dict[_Format, str] = {}
    for rate, size_px in wanted:
        if (rate, size_px) not in names:
            name = names[rate, size_px] = f"r{len(names) + 1}"
            SubElement(
                resources,
                "format",
                id=name,
                frameDuration=_seconds(1 / rate),
                width=str(size_px[0]),
                height=str(size_px[1]),
            )
    return names


def _add_assets(
    resources: Element, clips: Iterable[PlacedClip], formats: dict[_Format, str]
) -> dict[PlacedClip, str]:
    names = {}
    for number, clip in enumerate(clips, start=len(formats) + 1):
        name = names[clip] = f"r{number}"
        asset = SubElement(
            resources,
            "asset",
            id=name,
            name=clip.path.name,
            start=_seconds(clip.timecode_s),
            duration=_seconds(clip.duration_s),
            hasVideo="1",
            videoSources="1",
            format=formats[clip.rate, clip.size_px],
        )
        if clip.n_channels:
            asset.attrib |= {
                "hasAudio": "1",
                "audioSources": "1",
                "audioChannels": str(clip.n_channels),
                "audioRate": str(clip.sample_rate),
            }
        SubElement(asset, "media-rep", kind="original-media", src=clip.path.as_uri())
    return names


def _add_clip(
    gap: Element, span: FrameSpan, lane: int, arranged: Arrangement, asset: str
) -> Element:
    clip = SubElement(
        gap,
        "asset-clip",
        ref=asset,
        lane=str(lane),
        offset=_seconds(span.start / arranged.rate),
        name=span.clip.path.name,
        start=_seconds(span.clip.timecode_s),
        duration=_seconds(span.length / arranged.rate),
        tcFormat="NDF",
    )
    if span.clip.rate != arranged.rate:  # or it would be played faster or slower to fit
        SubElement(clip, "conform-rate", scaleEnabled="0")
    return clip


def _add_notes(
    clip: Element, track: str, notes: Iterable[str], span: FrameSpan, rate: Fraction
) -> None:
    """Put a marker at a clip's beginning that says whose it is and what to know."""
    SubElement(
        clip,
        "marker",
        start=_seconds(span.clip.timecode_s),
        duration=_seconds(1 / rate),
        value=track,
        note=" ".join(notes),
    )


def _seconds(value: Fraction) -> str:
    """Return a time as FCPXML has it.

    >>> _seconds(Fraction(1001, 30000)), _seconds(Fraction(4, 2))
    ('1001/30000s', '2s')
    """
    return f"{value}s"

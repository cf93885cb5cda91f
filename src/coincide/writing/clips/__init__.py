"""An event's clips for editors: where each belongs, as files that editing programs read."""

import re

from coincide.errors import UsageError
from coincide.writing.choices import EDITORS, Editor
from coincide.writing.clips.arrange import MOST_S, Arranged, LeftOut, arrange
from coincide.writing.clips.edl import edl_text
from coincide.writing.clips.fcpxml import fcpxml_text
from coincide.writing.clips.mlt import mlt_text
from coincide.writing.clips.model import Arrangement, ClipTrack, PlacedClip
from coincide.writing.clips.otio import otio_text

__all__ = [
    "EDITORS",
    "Arranged",
    "Arrangement",
    "ClipTrack",
    "Editor",
    "LeftOut",
    "PlacedClip",
    "arrange",
    "clip_texts",
]


def clip_texts(arranged: Arrangement, to: Editor) -> dict[str, str]:
    """Return the texts of the files, each by what is added to the file's name before its ending.

    That is nothing where one file holds all tracks.
    """
    longest_s = max(clip.end_s for clip in arranged.clips)
    if longest_s > MOST_S:
        raise UsageError(
            f"From first clip to last it is {float(longest_s) / 86400:.0f} days: one of the"
            " galleries is in another year. Leave out what is not certain, or say where it"
            " belongs with coincide hint."
        )
    match to:
        case "edl":
            return dict(zip(_endings(arranged), _edls(arranged), strict=True))
        case "fcpxml":
            return {"": fcpxml_text(arranged)}
        case "mlt":
            return {"": mlt_text(arranged)}
        case "otio":
            return {"": otio_text(arranged)}


def _edls(arranged: Arrangement) -> list[str]:
    return [edl_text(arranged, track) for track in arranged.tracks]


def _endings(arranged: Arrangement) -> list[str]:
    """Return what each track's file is called by: its name as far as any disk takes it."""
    endings: list[str] = []
    for number, track in enumerate(arranged.tracks, start=1):
        ending = "-" + re.sub(r"[^\w.()-]+", "_", track.name)
        taken = ending.casefold() in (text.casefold() for text in endings)
        endings.append(f"{ending}-{number}" if taken else ending)
    return endings

"""A track as a CMX 3600 edit decision list: plain text that nearly every editor reads.

It knows one track of picture, whole frames, 24 hours and 999 events, and names of eight letters;
the rest is in comments.
"""

from fractions import Fraction
from itertools import chain

from coincide.errors import UsageError
from coincide.model.times import DAY_S
from coincide.writing.clips.frames import FrameSpan, round_half_up, spans, timecode
from coincide.writing.clips.model import Arrangement, ClipTrack, PlacedClip

_MOST_EVENTS = 999
_TITLE_LETTERS = 70
_OTHERS = "otio, fcpxml and mlt do not have this limit."


def edl_text(arranged: Arrangement, track: ClipTrack) -> str:
    """Return the text of the file of one track."""
    rate = arranged.rate
    placed = list(spans(track, rate))
    if len(placed) > _MOST_EVENTS:
        raise UsageError(f"{track.name} has {len(placed)} clips, an EDL {_MOST_EVENTS}: {_OTHERS}")
    if timecode_seconds(placed[-1].end, rate) >= DAY_S:
        raise UsageError(f"From first clip to last it is more than 24 hours: {_OTHERS}")
    head = [
        f"TITLE: {f'{arranged.name} {track.name}'[:_TITLE_LETTERS]}",
        "FCM: NON-DROP FRAME",
        *(f"* {note}" for note in (*arranged.notes, *track.notes)),
    ]
    events = (_event(number, span, rate) for number, span in enumerate(placed, start=1))
    return "\n".join([*head, "", *chain.from_iterable(events)])


def timecode_seconds(frame: int, rate: Fraction) -> int:
    """Return the seconds that a frame's time code shows."""
    return frame // round_half_up(rate)


def _event(number: int, span: FrameSpan, rate: Fraction) -> list[str]:
    clip = span.clip
    first = round_half_up(clip.timecode_s * rate)
    times = (first, first + span.length, span.start, span.end)
    codes = " ".join(timecode(frame, rate) for frame in times)
    return [
        f"{number:03d}  AX       {_channels(clip):<5} C        {codes}",
        f"* FROM CLIP NAME: {clip.path.name}",
        f"* SOURCE FILE: {clip.path}",
        *(f"* COMMENT: {note}" for note in clip.notes),
        "",
    ]


def _channels(clip: PlacedClip) -> str:
    """Name what is taken of a file: picture, with one channel of sound or with two."""
    if not clip.n_channels:
        return "V"
    return "B" if clip.n_channels == 1 else "AA/V"

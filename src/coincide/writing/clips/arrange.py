"""From an event's times to its clips on tracks; what is not certain is left out, and said so."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from coincide.media.video.streams import Streams
from coincide.model import (
    Event,
    Gallery,
    Offsets,
    Photo,
    Place,
    Placement,
    Timeline,
    TimelineEntry,
)
from coincide.model.times import DAY_S, HOUR_S, WallTime, offset_in_words, span_in_words, to_text
from coincide.model.words import (
    contradicted_in_words,
    finding_in_words,
    how_sure,
    interval,
    open_in_words,
    reasons_in_words,
)
from coincide.writing.clips.frames import timecode_s
from coincide.writing.clips.model import Arrangement, PlacedClip, Track, plain

# what no editor has on one time; a gallery in another year is no clip of this event
MOST_S = 31 * DAY_S
_MICROSECONDS = 1_000_000


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Clips that have no place on a track, by their gallery, and why."""

    gallery: str
    n_clips: int
    why: str


@dataclass(frozen=True, slots=True)
class Arranged:
    """The clips of an event on tracks, None where there is none to put there; and the others."""

    clips: Arrangement | None
    left: tuple[LeftOut, ...]


@dataclass(frozen=True, slots=True)
class _Placed:
    """A clip by event time, with what makes its place unsure, if anything."""

    photo: Photo
    streams: Streams
    start_s: Fraction
    local: WallTime
    doubt: str = ""


def arrange(
    event: Event,
    offsets: Offsets,
    timeline: Timeline,
    streams: Mapping[Place, Streams],
    *,
    unsure: bool = False,
) -> Arranged:
    """Return the clips that ``streams`` are of, where they belong, one track for each gallery.

    ``unsure``: also those that are placed and not certain. A camera that films twice at once,
    as times in whole seconds make it seem, gets a second track.
    """
    entries = {entry.photo.path: entry for entry in timeline}
    tracks: list[tuple[Gallery, list[_Placed]]] = []
    left: list[LeftOut] = []
    for gallery in event.galleries:
        placement = offsets[gallery.name]
        filmed = list(_filmed(gallery, placement, entries, streams))
        n_clips = sum(photo.path in streams for photo in gallery.photos)
        doubt = doubt_of(placement, is_anchor=gallery.name == offsets.anchor)
        if not n_clips:
            continue
        if not filmed or (doubt and not unsure):
            left.append(LeftOut(gallery.name, n_clips, doubt))
            continue
        kept = [one for one in filmed if unsure or not one.doubt]
        if len(kept) < len(filmed):
            (doubt,) = {one.doubt for one in filmed if one.doubt}
            left.append(LeftOut(gallery.name, len(filmed) - len(kept), doubt))
        if kept:
            tracks.append((gallery, kept))
    return Arranged(_arrangement(event, offsets, tracks) if tracks else None, tuple(left))


def doubt_of(placement: Placement, *, is_anchor: bool) -> str:
    """Say why a gallery's place is not certain; empty where it is."""
    verdict = placement.verdict
    if verdict.state == "unplaced":
        return "; ".join(reasons_in_words(placement)) or "nothing tells its offset"
    if placement.contradicted is not None and not placement.contradicted.confirmed:
        return contradicted_in_words(placement.contradicted)
    if placement.assumed is not None:
        return finding_in_words(placement.assumed)
    if is_anchor or verdict.state == "certain":
        return ""
    if verdict.state == "placed":
        return "this method does not say how sure it is"
    return how_sure(verdict)


def _filmed(
    gallery: Gallery,
    placement: Placement,
    entries: Mapping[Place, TimelineEntry],
    streams: Mapping[Place, Streams],
) -> Iterator[_Placed]:
    for row, photo in enumerate(gallery.photos):
        time_s, local = entries[photo.path].event_time_s, entries[photo.path].local
        if photo.path in streams and time_s is not None and local is not None:
            start_s = Fraction(round(time_s * _MICROSECONDS), _MICROSECONDS)
            doubt = open_in_words(placement, row, "clip") if placement.leaves_open(row) else ""
            yield _Placed(photo, streams[photo.path], start_s, local, doubt)


def _arrangement(
    event: Event, offsets: Offsets, tracks: Sequence[tuple[Gallery, Sequence[_Placed]]]
) -> Arrangement:
    first = min((one for _, filmed in tracks for one in filmed), key=lambda one: one.start_s)
    begins_s = first.start_s
    made: list[Track] = []
    for gallery, filmed in tracks:
        notes = _notes(offsets[gallery.name], is_anchor=gallery.name == offsets.anchor)
        clips = [_clip(one, begins_s) for one in sorted(filmed, key=lambda one: one.start_s)]
        made += _tracks(Track(plain(gallery.name), (), notes), clips)
    whose = f"the time of {plain(offsets.anchor)}'s clock"
    note = (
        f"It begins at {_begun(first)}, {'true time' if offsets.event_time == 'true' else whose}."
    )
    return Arrangement(plain(event.name), begins_s, tuple(made), (note,))


def _notes(placement: Placement, *, is_anchor: bool) -> tuple[str, ...]:
    """Say how a camera's clock was put right, how surely, and what it does over time."""
    estimate = placement.estimate
    if estimate is None:
        return ()
    doubt = plain(doubt_of(placement, is_anchor=is_anchor))
    if is_anchor:
        notes = ["The clock the others are brought to."]
    else:
        put = f"Clock {offset_in_words(estimate.offset_s)}, {interval(estimate)}"
        notes = [f"{put}: {f'NOT CERTAIN, {doubt}' if doubt else 'certain'}."]
    if placement.jumps:
        notes.append("Its clock was set anew during the event.")
    if placement.drift_ppm:
        an_hour_s = abs(placement.drift_ppm) * 1e-6 * HOUR_S
        notes.append(
            f"Its clock drifts by {placement.drift_ppm:+.1f} ppm, {span_in_words(an_hour_s)} an"
            f" hour ({1000 * an_hour_s:.0f} ms): clips begin where they belong and are not"
            " stretched."
        )
    return tuple(notes)


def _clip(one: _Placed, begins_s: Fraction) -> PlacedClip:
    streams = one.streams
    return PlacedClip(
        path=one.photo.file.absolute(),
        start_s=one.start_s - begins_s,
        duration_s=streams.duration_s,
        rate=streams.rate,
        size_px=streams.size_px,
        sample_rate=streams.sample_rate,
        n_channels=streams.n_channels,
        timecode_s=timecode_s(streams.timecode, streams.rate),
        notes=(f"Begins at {_begun(one)}.", *([f"NOT CERTAIN: {one.doubt}."] if one.doubt else [])),
    )


def _begun(one: _Placed) -> str:
    return to_text(one.local.time_s, milliseconds=True) + one.local.zone


def _tracks(empty: Track, clips: Sequence[PlacedClip]) -> Iterator[Track]:
    """Yield a camera's clips on as many tracks as it takes for no two to lie on one another."""
    lanes: list[list[PlacedClip]] = []
    for clip in clips:
        free = next((lane for lane in lanes if lane[-1].end_s <= clip.start_s), None)
        if free is None:
            lanes.append([clip])
        else:
            free.append(clip)
    for number, lane in enumerate(lanes, start=1):
        name = empty.name if number == 1 else f"{empty.name} ({number})"
        yield replace(empty, name=name, clips=tuple(lane))

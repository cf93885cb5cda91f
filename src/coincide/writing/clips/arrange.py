"""From an event's times to its clips on tracks; what is left out is said.

In go galleries whose clocks are certain, and all clips that certain sounds join with others.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

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
from coincide.model.places import file_of
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
from coincide.writing.clips.model import Arrangement, ClipTrack, PlacedClip, plain
from coincide.writing.clips.soundgroups import ClipTie, Joined, join, names_in_words

# what no editor has on one time; a gallery in another year is no clip of this event
MOST_S = 31 * DAY_S
_MICROSECONDS = 1_000_000
# a clock that sound has told closer than this has all of its clips where they belong, though only
# some are tied
_TOLD_S = 3.0
# what has no place in time comes last, so long after all else
_APART_S = Fraction(60)
BY_SOUND = "placed by sound: it has no time of its own"


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Clips that have no place on a track, by their gallery, and why.

    ``unsure``: they have a place all the same, and go in where that is asked for.
    """

    gallery: str
    n_clips: int
    why: str
    unsure: bool = True


@dataclass(frozen=True, slots=True)
class Arranged:
    """The clips of an event on tracks, None where there is none to put there; and the others."""

    clips: Arrangement | None
    left: tuple[LeftOut, ...]


@dataclass(frozen=True, slots=True)
class _Placed:
    """A clip by event time, with what makes its place unsure, if anything.

    ``local`` is None of what only its sound places; ``last``: it is beside nothing that has a time.
    """

    key: str
    path: Path
    streams: Streams
    start_s: Fraction
    local: WallTime | None
    doubt: str = ""
    note: str = ""
    last: bool = False


@dataclass(frozen=True, slots=True)
class _Filmed:
    """A camera's clips that go in, and what to know of it."""

    name: str
    clips: tuple[_Placed, ...]
    notes: tuple[str, ...]


def arrange(
    event: Event,
    offsets: Offsets,
    timeline: Timeline,
    streams: Mapping[Place, Streams],
    *,
    unsure: bool = False,
    ties: Iterable[ClipTie] = (),
) -> Arranged:
    """Return the clips that ``streams`` are of, where they belong, one track for each gallery.

    ``ties``: what sound vouches for, which joins clips whatever is known of their clocks.
    ``unsure``: also those that are placed and neither certain nor joined. A camera that films twice
    at once, as times in whole seconds make it seem, gets a second track.
    """
    placed = _by_gallery(event, offsets, timeline, streams)
    placed, joined = _joined(event, offsets, placed, tuple(ties))
    filmed: list[_Filmed] = []
    left: list[LeftOut] = []
    for gallery in event.galleries:
        clips = [photo for photo in gallery.photos if photo.path in streams]
        if not clips:
            continue
        placement, is_anchor = offsets[gallery.name], gallery.name == offsets.anchor
        doubt = doubt_of(placement, is_anchor=is_anchor)
        own = placed[gallery.name]
        may = _may_go_in(placement, joined, doubt, unsure=unsure)
        kept = [item for item in own if may(item)]
        out = [item for item in own if not may(item)]
        if out:
            left.append(LeftOut(gallery.name, len(out), out[0].doubt or doubt))
        if not own:
            kept = _in_islands(clips, joined, streams)
            n_left = len(clips) - len(kept)
            left += [LeftOut(gallery.name, n_left, doubt, unsure=False)] if n_left else []
        if kept:
            notes = _notes(placement, is_anchor=is_anchor, beside=joined.beside.get(gallery.name))
            filmed.append(_Filmed(gallery.name, tuple(kept), notes))
    filmed = [*_islands_last(filmed, joined), *_without_time(timeline, streams)]
    return Arranged(_arrangement(event, offsets, filmed) if filmed else None, tuple(left))


def _joined(
    event: Event,
    offsets: Offsets,
    placed: dict[str, list[_Placed]],
    ties: Sequence[ClipTie],
) -> tuple[dict[str, list[_Placed]], Joined]:
    """Return what ties join, without the places of galleries that are not certain and deny them.

    These lie where sound has them beside others, or are an island of their own.
    """
    joined = join(event, _starts_s(placed), ties)
    tied = {key for tie in ties for key in (tie.first, tie.second)}
    denied = {
        name
        for name, clips in placed.items()
        if doubt_of(offsets[name], is_anchor=name == offsets.anchor)
        and name not in joined.beside
        and any(clip.key in tied for clip in clips)
    }
    if not denied:
        return placed, joined
    kept = {name: [] if name in denied else clips for name, clips in placed.items()}
    return kept, join(event, _starts_s(kept), ties)


def _starts_s(placed: Mapping[str, Sequence[_Placed]]) -> dict[str, Fraction]:
    return {clip.key: clip.start_s for clips in placed.values() for clip in clips}


def _may_go_in(
    placement: Placement, joined: Joined, doubt: str, *, unsure: bool
) -> Callable[[_Placed], bool]:
    """Return what tells whether a clip of a gallery goes in."""
    estimate = placement.estimate
    told = bool(joined.beside.get(placement.gallery)) and (
        estimate is not None and estimate.reach_s <= _TOLD_S
    )

    def may(one: _Placed) -> bool:
        by_clock = (not doubt or told) and not one.doubt
        return unsure or by_clock or one.key in joined.keys

    return may


def _in_islands(
    clips: Sequence[Photo], joined: Joined, streams: Mapping[Place, Streams]
) -> list[_Placed]:
    """Return the clips of a gallery without a place that sound puts beside others."""
    return [
        _Placed(photo.key, photo.file, streams[photo.path], joined.start_s[photo.key], None)
        for photo in clips
        if photo.key in joined.keys
    ]


def _islands_last(filmed: Sequence[_Filmed], joined: Joined) -> Iterator[_Filmed]:
    """Yield the same with what has no place in time after all else, island by island."""
    timed = [clip for track in filmed for clip in track.clips if clip.key not in joined.island]
    last_s = max(
        (placed.start_s + placed.streams.duration_s for placed in timed), default=Fraction(0)
    )
    begins_s = dict[int, Fraction]()
    for number in sorted(set(joined.island.values())):
        begins_s[number] = last_s + (_APART_S if timed or number else 0)
        last_s = begins_s[number] + max(
            clip.start_s + clip.streams.duration_s
            for track in filmed
            for clip in track.clips
            if joined.island.get(clip.key) == number
        )
    for track in filmed:
        clips = tuple(
            replace(clip, start_s=clip.start_s + begins_s[joined.island[clip.key]], last=True)
            if clip.key in joined.island
            else clip
            for clip in track.clips
        )
        yield replace(track, clips=clips)


def _without_time(timeline: Timeline, streams: Mapping[Place, Streams]) -> Iterator[_Filmed]:
    """Yield the clips without a time of their own that sound has placed, by whose they are."""
    found: dict[str, list[_Placed]] = {}
    for guess in timeline.guesses:
        photo = guess.photo
        if guess.kind == "sound" and photo.path in streams:
            one = _Placed(
                *(photo.key, file_of(photo.path), streams[photo.path], _exact(guess.event_time_s)),
                *(guess.local, "", f"{BY_SOUND}."),
            )
            found.setdefault(photo.owner, []).append(one)
    for owner, clips in found.items():
        yield _Filmed(f"{owner} (without a time)", tuple(clips), ("Placed by sound.",))


def doubt_of(placement: Placement, *, is_anchor: bool) -> str:
    """Say why a gallery's place is not certain; empty where it is."""
    verdict = placement.verdict
    if verdict.state == "unplaced":
        return "; ".join(reasons_in_words(placement)) or "its offset is unknown"
    if placement.contradicted is not None and not placement.contradicted.confirmed:
        return contradicted_in_words(placement.contradicted)
    if placement.assumed is not None:
        return finding_in_words(placement.assumed)
    if is_anchor or verdict.state == "certain":
        return ""
    if verdict.state == "placed":
        return "this method does not say how sure it is"
    return how_sure(verdict)


def _by_gallery(
    event: Event, offsets: Offsets, timeline: Timeline, streams: Mapping[Place, Streams]
) -> dict[str, list[_Placed]]:
    """Return the clips that have an event time, by gallery."""
    entries = {entry.photo.path: entry for entry in timeline}
    return {
        gallery.name: list(_filmed(gallery, offsets[gallery.name], entries, streams))
        for gallery in event.galleries
    }


def _filmed(
    gallery: Gallery,
    placement: Placement,
    entries: Mapping[Place, TimelineEntry],
    streams: Mapping[Place, Streams],
) -> Iterator[_Placed]:
    for row, photo in enumerate(gallery.photos):
        time_s, local = entries[photo.path].event_time_s, entries[photo.path].local
        if photo.path in streams and time_s is not None and local is not None:
            doubt = open_in_words(placement, row, "clip") if placement.leaves_open(row) else ""
            found = streams[photo.path]
            yield _Placed(photo.key, photo.file, found, _exact(time_s), local, doubt)


def _exact(time_s: float) -> Fraction:
    return Fraction(round(time_s * _MICROSECONDS), _MICROSECONDS)


def _arrangement(event: Event, offsets: Offsets, filmed: Sequence[_Filmed]) -> Arrangement:
    first = min((clip for track in filmed for clip in track.clips), key=lambda one: one.start_s)
    begins_s = first.start_s
    made: list[ClipTrack] = []
    for track in filmed:
        clips = [
            _clip(clip, begins_s) for clip in sorted(track.clips, key=lambda clip: clip.start_s)
        ]
        made += _tracks(ClipTrack(plain(track.name), (), track.notes), clips)
    whose = f"the time of {plain(offsets.anchor)}'s clock"
    when = f", {'true time' if offsets.event_time == 'true' else whose}"
    notes = [f"It begins at {_begun(first)}{when}."] if first.local is not None else []
    alone = [track.name for track in filmed if any(clip.last for clip in track.clips)]
    if alone:
        notes.append(
            f"{plain(names_in_words(alone))}: aligned with each other by sound; it is unknown when"
            " that was, so they come last."
        )
    return Arrangement(plain(event.name), begins_s, tuple(made), tuple(notes))


def _notes(
    placement: Placement, *, is_anchor: bool, beside: Sequence[str] | None = None
) -> tuple[str, ...]:
    """Say how a camera's clock was put right, how surely, and what it does over time."""
    estimate = placement.estimate
    by_sound = f"Aligned by sound with {plain(names_in_words(beside))}." if beside else ""
    if estimate is None:
        return (by_sound,)
    doubt = plain(doubt_of(placement, is_anchor=is_anchor))
    if is_anchor:
        notes = ["The clock that the others are aligned to."]
    else:
        put = f"Clock {offset_in_words(estimate.offset_s)}, {interval(estimate)}"
        notes = [f"{put}: {f'NOT CERTAIN, {doubt}' if doubt else 'certain'}."]
    if by_sound and doubt:
        notes.insert(0, by_sound)
    if placement.jumps:
        notes.append("Its clock was changed during the event.")
    if placement.drift_ppm:
        an_hour_s = abs(placement.drift_ppm) * 1e-6 * HOUR_S
        notes.append(
            f"Its clock drifts by {placement.drift_ppm:+.1f} ppm, {span_in_words(an_hour_s)} an"
            f" hour ({1000 * an_hour_s:.0f} ms): clips begin at the right time and are not"
            " stretched."
        )
    return tuple(notes)


def _clip(one: _Placed, begins_s: Fraction) -> PlacedClip:
    streams = one.streams
    return PlacedClip(
        path=one.path.absolute(),
        start_s=one.start_s - begins_s,
        duration_s=streams.duration_s,
        rate=streams.rate,
        size_px=streams.size_px,
        sample_rate=streams.sample_rate,
        n_channels=streams.n_channels,
        timecode_s=timecode_s(streams.timecode, streams.rate),
        notes=tuple(_clip_notes(one)),
    )


def _clip_notes(one: _Placed) -> Iterator[str]:
    if one.local is not None:
        yield f"Begins at {_begun(one)}."
    if one.doubt:
        yield f"NOT CERTAIN: {one.doubt}."
    if one.note:
        yield one.note


def _begun(one: _Placed) -> str:
    assert one.local is not None
    return to_text(one.local.time_s, milliseconds=True) + one.local.zone


def _tracks(empty: ClipTrack, clips: Sequence[PlacedClip]) -> Iterator[ClipTrack]:
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

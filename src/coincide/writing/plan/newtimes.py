"""What each file of an event is to say, whatever is then written where."""

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from msgspec import structs

from coincide.model import Companion, Event, Guess, Offsets, Photo, Timeline, file_of
from coincide.model.times import WallTime, span_in_words
from coincide.model.words import open_in_words
from coincide.timeline.localtime import LocalTime
from coincide.writing.plan.decide import is_slight_by
from coincide.writing.plan.model import GalleryPlan, GalleryState

# a copy that is further off than this from its original has lost its time
_ANOTHER_S = 60.0
_BEFORE = "before the zone changed its clock may well be right: --slight corrects it anyway"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What one file is to say.

    ``photo`` is the shot it is of, None for one that had no time; ``key`` its own sha256.
    ``state`` is what becomes of its gallery; "guessed" is a time by look or sound alone.
    """

    path: Path
    key: str
    photo: Photo | None
    written: WallTime
    shift_s: float
    gallery: str
    state: GalleryState | str
    why: str
    # what it says itself, where that is not what its photo says
    own_s: float | None = None
    # by how much a clip moves besides its clock: its header meant something else
    clip_s: float = 0.0

    @property
    def recorded(self) -> WallTime | None:
        """What it says before anything is written; None of a photo that had no time."""
        if self.own_s is not None:
            return WallTime(self.own_s, None)
        return (
            None if self.photo is None else WallTime(self.photo.recorded_time_s, self.photo.zone_s)
        )


def wanted_files(
    event: Event,
    offsets: Offsets,
    timeline: Timeline,
    decided: Sequence[GalleryPlan],
    local: LocalTime,
    standing: Collection[str] = (),
) -> Iterator[Wanted]:
    """Yield what every file is to say; those of galleries that stay say what they said.

    ``standing``: galleries that move where the place's zone changed, and not otherwise.
    """
    event_time_s = {entry.photo.path: entry.event_time_s for entry in timeline}
    for gallery, plan in zip(event.galleries, decided, strict=True):
        follows = gallery.name in local.following
        placement = offsets[gallery.name]
        own_s = {clip.key: clip.shift_s for clip in placement.clips}
        for row, photo in enumerate(gallery.photos):
            written, shift_s, clip_s = WallTime(photo.recorded_time_s, photo.zone_s), 0.0, 0.0
            if plan.moved:
                if gallery.name not in standing:
                    whole_s = _shift_s(photo, event_time_s[photo.path])
                    # what a clock is off by is one thing, what this header means another
                    clip_s = float(round(own_s.get(photo.key, 0.0)))
                    shift_s = whole_s - clip_s
                written = local.of(photo, shift_s + clip_s, follows=follows)
            one = plan
            if plan.moved and placement.leaves_open(row):
                why = open_in_words(placement, row, "photo")
                one = structs.replace(plan, state="unsure", why=why)
            yield from (
                replace(file, clip_s=clip_s) for file in _shot(photo, written, shift_s, one)
            )
    for guess in timeline.guesses:
        yield _guessed(guess, local)


def left_by_zone(want: Wanted, offsets: Offsets) -> Wanted:
    """Return what a file is to say, which is what it says where its clock was right until then.

    A camera that stays on home time is hours off from the border on, and seconds before it:
    those may as well be none.
    """
    recorded = want.recorded
    if want.state != "moved" or want.own_s is not None or want.clip_s:
        return want
    if recorded is None or recorded.zone_s is not None:
        return want
    estimate, by_s = offsets[want.gallery].estimate, want.written.time_s - recorded.time_s
    # who moves as its clock does moves for good; this one only stands still beside a zone
    if estimate is None or by_s == want.shift_s or not is_slight_by(estimate, by_s):
        return want
    return replace(want, state="right", why=f"{want.gallery}: {_BEFORE}")


def _shot(photo: Photo, written: WallTime, shift_s: float, plan: GalleryPlan) -> Iterator[Wanted]:
    """Yield a photo and the files that move with it."""
    why = f"{plan.name}: {plan.why}"
    first = Wanted(photo.file, photo.key, photo, written, shift_s, plan.name, plan.state, why)
    yield first
    for other in photo.companions:
        why = f"{plan.name}: moves with {photo.path.name} ({other.role})"
        state, own_s = plan.state, _own_s(photo, other)
        if own_s is not None and state == "right":  # its original is right, and it is not
            why, state = f"the same picture as {photo.path.name}: it gets the same time", "moved"
        yield replace(
            first, path=file_of(other.path), key=other.key, why=why, state=state, own_s=own_s
        )


def _own_s(photo: Photo, other: Companion) -> float | None:
    """Return the time of a copy that says another than its original, such as an export's."""
    own_s = other.recorded_time_s
    return None if own_s is None or abs(own_s - photo.recorded_time_s) < _ANOTHER_S else own_s


def _shift_s(photo: Photo, event_time_s: float | None) -> float:
    """Return by how much a photo moves, in whole seconds.

    Offsets are known to seconds at best, and whole ones leave what cameras write behind the
    point as it is.
    """
    if event_time_s is None:
        raise ValueError(f"{photo.path} is in a gallery that is corrected, but has no event time")
    return float(round(event_time_s - photo.camera_time_s))


def _guessed(guess: Guess, local: LocalTime) -> Wanted:
    why, state = f"the same picture as {guess.like.name}: it gets the same time", "moved"
    if guess.kind == "look":
        why = f"estimated from photos that look like it, ± {span_in_words(guess.spread_s)}"
        state = "guessed"
    if guess.kind == "sound":
        why, state = f"it has the same sound as {guess.like.name}", "guessed"
    photo, written = guess.photo, local.at(float(math.floor(guess.event_time_s)))
    return Wanted(file_of(photo.path), photo.key, None, written, 0.0, photo.owner, state, why)

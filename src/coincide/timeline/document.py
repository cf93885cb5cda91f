"""offsets.json: the result for programs. Its classes are the one place that says what is in it."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

from coincide.model import (
    Contradicted,
    Event,
    Explanation,
    Gallery,
    Guess,
    Jump,
    Offsets,
    Photo,
    Placement,
)
from coincide.model.explanation import Moment
from coincide.model.times import WallTime
from coincide.model.verdicts import State
from coincide.model.words import basis_in_words, how_sure, reasons_in_words
from coincide.storage.documents import Count, EventTime, Sha256, Share, to_text
from coincide.timeline.display import displayed

# within a version keys are only added
SCHEMA = "coincide.offsets/2"


class ContradictedResult(Struct, frozen=True):
    """Where the photos have a gallery that a person said is elsewhere."""

    offset_s: float  # seconds to add to the camera time, by the photos
    interval_s: tuple[float, float]  # its 90 % interval
    n_pairs: Count  # pairs of photos that say so
    confirmed: bool  # whether the person said it again


class GalleryResult(Struct, frozen=True, kw_only=True):
    """One gallery: its offset and how sure it is, or why there is none."""

    offset_s: float | None  # seconds to add to the camera time; null when unplaced
    placed: bool  # whether there is an offset
    # how sure it is: certain, likely, unsure, assumed (its clock is taken to be right), placed (by
    # a method that states no probability) or unplaced; null where the result is older
    state: State | None = None
    # the same in words, with a figure where that is the reason; results that are older do not tell
    how_sure: str = ""
    # what was found of it, by kind; results that are older do not tell
    findings: tuple[str, ...] = ()
    # why not to trust it, or why there is none; empty: nothing against it
    reasons: tuple[str, ...]
    interval_s: tuple[float, float] | None  # 90 % interval, low and high; null when unplaced
    # P(error ≤ 300 s) against the anchor by the evidence alone; null where the method has no such
    # figure
    probability: Share | None
    basis: str | None  # what the offset rests on, in words
    # the probability that its clock is right as it is, by all clocks together; null where it is not
    # placed; results that are older do not tell
    clock_right: Share | None = None
    # P(harm): the probability that writing its times makes photos worse; null where no probability
    # tells it, because a person gave the offset or a fact speaks against it, and in older results
    harm: Share | None = None
    jumps: tuple[Jump, ...]  # where the clock was set anew
    # photos, counted from 0, as first and end, before or among which the clock may have been set
    # anew: no plan moves them; results that are older do not tell
    open_spans: tuple[tuple[Count, Count], ...] = ()
    # what is added as time goes on: seconds per million seconds since the gallery's first photo;
    # null when unplaced
    drift_ppm: float | None
    # what kind of error the clock has, in words, in true time or against the anchor's clock; null
    # where the evidence does not tell
    error: str | None
    # what the photos say where a person said otherwise and was obeyed; null: they agree, or
    # nothing was said; results that are older do not tell
    contradicted: ContradictedResult | None = None
    n_links: Count  # links used
    via: str | None  # the gallery they lead to, or the one with most to say
    n_photos: Count  # photos of the gallery
    device: str  # what most of its photos name as their device
    trusted: bool  # whether its clock is known to be right
    notes: tuple[str, ...]  # what was assumed when the gallery was read

    def __post_init__(self) -> None:
        known = self.offset_s is not None and self.interval_s is not None
        unknown = self.offset_s is None and self.interval_s is None and self.drift_ppm is None
        if not (known if self.placed else unknown):
            raise ValueError("placed without an offset and interval, or unplaced with them")


# the same for the schema: what __post_init__ refuses
_UNKNOWN = {key: {"type": "null"} for key in ("offset_s", "interval_s", "drift_ppm")}
_PLACED_OR_NOT = {
    "if": {"properties": {"placed": {"const": True}}},
    "then": {"properties": {"offset_s": {"type": "number"}, "interval_s": {"type": "array"}}},
    "else": {"properties": _UNKNOWN},
}


class ContradictionResult(Struct, frozen=True):
    """Two placed galleries of which photos look like one moment, and are not."""

    galleries: tuple[str, str]  # the two galleries
    n_pairs: Count  # how many pairs of photos
    photos: tuple[str, str]  # the most alike
    apart_s: float  # how far apart the result has these two


class QuestionResult(Struct, frozen=True):
    """A pair of photos to ask a person about."""

    gallery: str  # the gallery that it is about
    photos: tuple[str, str]  # the two photos
    gain: float  # how many nats surer all galleries together are expected to be
    # what their cameras displayed, in ISO 8601, with the zone where the photo names one; results
    # that are older do not tell
    camera_times: tuple[str, str] | None = None
    # how many photos of wrong times the answer is expected to mend; older results lack it
    mends: float | None = None


class OverruledResult(Struct, frozen=True):
    """Two photos of which a person said what all the rest makes unlikely."""

    photos: tuple[str, str]  # the two photos
    apart_s: float  # how far apart the result has them
    moment: Moment = "same"  # what was said


class DisputeResult(Struct, frozen=True):
    """Two clocks of which the pictures tell how they differ, and nothing tells which is right."""

    clocks: tuple[str, str]  # the reference's gallery, and the other one
    off_s: float  # what the other's clock is ahead by, if the reference's is right
    # photos that move if the reference's is right, and if the other is; older results lack it
    moves: tuple[Count, Count] | None = None


class WithoutEffectResult(Struct, frozen=True):
    """Exact times of a gallery, or what a person knows of them, that change nothing."""

    gallery: str  # the gallery
    reason: str  # why


class SkippedResult(Struct, frozen=True):
    """A file that was left out."""

    path: str  # the file
    reason: str  # why


class TimelessResult(Struct, frozen=True):
    """A photo without a camera time, and where it belongs if its look, or its sound, tells."""

    path: str  # the file
    key: Sha256  # sha256 of its bytes
    owner: str  # in whose folder it lies
    reason: str  # why it has no time
    # where it belongs, in seconds since 1970 by the event's clock; null, like all that follow,
    # where nothing tells
    event_time_s: float | None
    estimated: Literal["copy", "look", "sound"] | None  # as a copy, by its look, by its sound
    like: str | None  # the photo that it is like
    spread_s: float | None  # within how many seconds half of its look-alikes lie
    # where it belongs as local time, in ISO 8601, with the zone where it is known; results that
    # are older do not tell
    event_time: str | None = None


class OffsetsDocument(Struct, frozen=True, kw_only=True, tag_field="schema", tag=SCHEMA):
    """The result of a sync; unknown is null, never 0."""

    event: str  # what the event is called
    anchor: str  # the gallery the others are placed against
    event_time: EventTime
    method: str  # `joint`, `paper`, `median`, or one of another package
    photos: Sha256  # a digest of which photo was in which gallery
    # every gallery by its name
    galleries: dict[str, Annotated[GalleryResult, Meta(extra_json_schema=_PLACED_OR_NOT)]]
    # photos of two placed galleries that look like one moment, but are more than half an hour
    # apart in the result; null: the method does not look for them
    contradictions: tuple[ContradictionResult, ...] | None
    # pairs of photos whose "same moment?" would help most, the best first; null: the method asks
    # none
    questions: tuple[QuestionResult, ...] | None
    # how many hints say nothing of the photos that are there now; null: the method takes none
    hints_missing: Count | None
    skipped: tuple[SkippedResult, ...]  # every file that was left out
    # every photo without a camera time; results that are older do not tell
    timeless: tuple[TimelessResult, ...] = ()
    # answers that all the rest outweighs; results that are older do not tell
    overruled: tuple[OverruledResult, ...] = ()
    # whose clock a person is asked about; results that are older do not tell
    disputes: tuple[DisputeResult, ...] = ()
    # exact times that change nothing; results that are older do not tell
    without_effect: tuple[WithoutEffectResult, ...] = ()


def offsets_json(
    event: Event,
    offsets: Offsets,
    *,
    photos: str,
    why: Explanation | None = None,
    guesses: Iterable[Guess] = (),
) -> str:
    """Return the result as text; ``photos`` is a digest of which photos it is of.

    Without an explanation nobody knows of contradictions or questions.
    """
    shown, times = list(event.photos), displayed(event)
    document = OffsetsDocument(
        event=event.name,
        anchor=offsets.anchor,
        event_time=offsets.event_time,
        method=offsets.method,
        photos=photos,
        galleries={
            gallery.name: _gallery(gallery, offsets[gallery.name]) for gallery in event.galleries
        },
        contradictions=None if why is None else _contradictions(why, shown),
        questions=None if why is None else _questions(why, shown, times),
        hints_missing=None if why is None else why.n_hints_missing,
        skipped=tuple(SkippedResult(str(photo.path), photo.reason) for photo in event.skipped),
        timeless=_timeless(event, guesses),
        overruled=() if why is None else _overruled(why, shown),
        disputes=() if why is None else _disputes(why),
        without_effect=() if why is None else _without_effect(why),
    )
    return to_text(document, indent=2)


def _timeless(event: Event, guesses: Iterable[Guess]) -> tuple[TimelessResult, ...]:
    by_path = {guess.photo.path: guess for guess in guesses}
    listed = []
    for photo in event.timeless:
        guess = by_path.get(photo.path)
        listed.append(
            TimelessResult(
                str(photo.path),
                photo.key,
                photo.owner,
                photo.reason,
                event_time_s=None if guess is None else guess.event_time_s,
                estimated=None if guess is None else guess.kind,
                like=None if guess is None else str(guess.like),
                spread_s=None if guess is None else guess.spread_s,
                event_time=None if guess is None else guess.shown.iso,
            )
        )
    return tuple(listed)


def _contradictions(why: Explanation, photos: Sequence[Photo]) -> tuple[ContradictionResult, ...]:
    return tuple(
        ContradictionResult(
            (contradiction.gallery_a, contradiction.gallery_b),
            contradiction.n_pairs,
            (str(photos[contradiction.photo_a].path), str(photos[contradiction.photo_b].path)),
            contradiction.apart_s,
        )
        for contradiction in why.contradictions
    )


def _questions(
    why: Explanation, photos: Sequence[Photo], times: Sequence[WallTime]
) -> tuple[QuestionResult, ...]:
    return tuple(
        QuestionResult(
            question.gallery,
            (str(photos[question.photo_a].path), str(photos[question.photo_b].path)),
            question.gain,
            (times[question.photo_a].iso, times[question.photo_b].iso),
            question.mends,
        )
        for question in why.questions
    )


def _overruled(why: Explanation, photos: Sequence[Photo]) -> tuple[OverruledResult, ...]:
    return tuple(
        OverruledResult(
            (str(photos[answer.photo_a].path), str(photos[answer.photo_b].path)),
            answer.apart_s,
            answer.moment,
        )
        for answer in why.overruled
    )


def _disputes(why: Explanation) -> tuple[DisputeResult, ...]:
    return tuple(
        DisputeResult((dispute.reference, dispute.rival), dispute.off_s, dispute.moves)
        for dispute in why.disputes
    )


def _without_effect(why: Explanation) -> tuple[WithoutEffectResult, ...]:
    told = dict.fromkeys((effect.gallery, effect.reason) for effect in why.without_effect)
    return tuple(WithoutEffectResult(gallery, reason) for gallery, reason in told)


def _contradicted(told: Contradicted | None) -> ContradictedResult | None:
    if told is None:
        return None
    interval_s = (told.low_s, told.high_s)
    return ContradictedResult(told.offset_s, interval_s, told.n_pairs, told.confirmed)


def _gallery(gallery: Gallery, placement: Placement) -> GalleryResult:
    estimate = placement.estimate
    return GalleryResult(
        offset_s=placement.offset_s,
        placed=placement.placed,
        state=placement.verdict.state,
        how_sure=how_sure(placement.verdict),
        findings=tuple(finding.kind for finding in placement.findings),
        reasons=reasons_in_words(placement),
        clock_right=placement.right,
        harm=None if placement.harm is None else round(placement.harm, 6),
        interval_s=None if estimate is None else (estimate.low_s, estimate.high_s),
        probability=None if estimate is None else estimate.probability,
        basis=None if estimate is None else basis_in_words(estimate.basis),
        jumps=placement.jumps,
        open_spans=placement.open_spans,
        drift_ppm=None if estimate is None else placement.drift_ppm,
        error=placement.error or None,
        contradicted=_contradicted(placement.contradicted),
        n_links=placement.n_links,
        via=placement.via,
        n_photos=len(gallery.photos),
        device=gallery.device.label,
        trusted=gallery.trusted,
        notes=gallery.notes,
    )

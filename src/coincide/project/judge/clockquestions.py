"""What is not certain yet and no pair of photos could settle: who is to be asked about a clock."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from coincide.media.filenames import is_screenshot
from coincide.model import (
    Dispute,
    Event,
    Explanation,
    Finding,
    FindingKind,
    Gallery,
    Offsets,
    PhotoTable,
    Placement,
    Question,
)
from coincide.model.devices import is_phone
from coincide.model.hints import RowHints
from coincide.model.verdicts import is_likely


def worth_asking(event: Event, questions: Iterable[Question]) -> tuple[Question, ...]:
    """Return the questions that are about photos: a picture of a screen is of no moment."""
    screens = [is_screenshot(photo.path.name) for photo in event.photos]
    return tuple(
        question
        for question in questions
        if not (screens[question.photo_a] or screens[question.photo_b])
    )


def photos_of_dispute(table: PhotoTable, dispute: Dispute) -> tuple[int, int]:
    """Return the rows of two photos taken about the same time: the reference's, and the rival's.

    What each camera displayed then is what a person can compare.
    """
    mine, theirs = (table.rows(table.names.index(it)) for it in (dispute.reference, dispute.rival))
    mine_s, then_s = table.camera_time_s[mine], table.camera_time_s[theirs] - dispute.off_s
    after = np.clip(np.searchsorted(mine_s, then_s), 1, max(len(mine_s) - 1, 1))
    choices = np.minimum(np.stack([after - 1, after]), len(mine_s) - 1)
    apart_s = np.abs(mine_s[choices] - then_s)
    side, row = np.unravel_index(int(np.argmin(apart_s)), apart_s.shape)
    return mine.start + int(choices[side, row]), theirs.start + int(row)


def with_answers_counted(offsets: Offsets, event: Event, hints: RowHints) -> Offsets:
    """Offsets with the number of pairs and times that a person named, where they do not suffice.

    A person who names two photos of one moment and reads *unplaced* learns that the answer counts,
    and what is missing.
    """
    galleries = event.table.gallery_of(hints.pairs("instant", "same", "about"))
    placements = list(offsets.placements)
    for number, placement in enumerate(placements):
        if not placement.certain and placement.gallery != offsets.anchor:
            n_pairs = int((galleries == number).any(axis=1).sum())
            counted = (*_pairs_counted(n_pairs), *_times_counted(event.table, number, hints))
            placements[number] = placement.with_findings(*counted)
    return replace(offsets, placements=tuple(placements))


def _pairs_counted(n_pairs: int) -> tuple[Finding, ...]:
    return (Finding(FindingKind.PAIRS_COUNTED, count=n_pairs),) if n_pairs else ()


def _times_counted(table: PhotoTable, gallery: int, hints: RowHints) -> tuple[Finding, ...]:
    """The number of photos whose time is known, with the photo farthest from them in camera time.

    One photo is asked about once: of one device another time is a second witness.
    """
    rows = table.rows(gallery)
    dated = [row for row, _ in hints.times if rows.start <= row < rows.stop]
    if not dated:
        return ()
    apart_s = np.abs(table.camera_time_s[rows, None] - table.camera_time_s[dated]).min(axis=1)
    next_ = int(np.argmax(apart_s)) if len(dated) < MOST_TIMES and apart_s.any() else None
    return (Finding(FindingKind.TIMES_COUNTED, count=len(dated), photo=next_),)


Asked = Literal["whose", "photos", "clock"]

# what is asked about a clock: whether what was said of it is right, whether its photos are of two
# devices, whether it was set right on the way, whether a phone was right, or when a photo was taken
AskedOfClock = Literal["said", "devices", "set-right", "phone", "time"]

# when one of its photos was taken is remembered of perhaps every second camera, and in about half
# of these cases the pictures tell the rest (by hand)
REMEMBERED = 0.25
# two known times that do not settle a clock are contradicted by its pictures: a third is not asked
# for (by hand)
MOST_TIMES = 2


def asked_in_order(event: Event, offsets: Offsets, why: Explanation | None) -> tuple[Asked, ...]:
    """Return the kinds of questions that are open, by how many photos an answer may mend.

    Of photos that somebody could not tell is asked last.
    """
    rank = dict[Asked, tuple[int, float]]()
    if why is not None and why.disputes:
        rank["whose"] = 0, -mended_by_whose(why.disputes)
    if why is not None and why.questions:
        rank["photos"] = min((question.unclear, -question.mends) for question in why.questions)
    if clocks := open_galleries(event, offsets, why):
        rank["clock"] = 0, -mended_by_clock(event, offsets, clocks[0])
    return tuple(sorted(rank, key=lambda kind: rank[kind]))


@dataclass(frozen=True, slots=True)
class Waiting:
    """How many questions are open, and how many photos are not certain until they are answered."""

    n_questions: int
    n_photos: int


def waiting(event: Event, offsets: Offsets, why: Explanation | None) -> Waiting:
    """Return what waits for answers: all that is asked about one gallery is one question."""
    told = Explanation() if why is None else why
    asked = {
        *(question.gallery for question in told.questions),
        *open_galleries(event, offsets, why),
    }
    n_questions = len(asked) + bool(told.disputes)
    if n_questions == 0:
        return Waiting(0, 0)
    open_ = {placement.gallery for placement in offsets.placements if not is_settled(placement)} - {
        offsets.anchor
    }
    n_open = sum(len(gallery.photos) for gallery in event.galleries if gallery.name in open_)
    n_moved = max((n for dispute in told.disputes for n in dispute.moves), default=0)
    return Waiting(n_questions, min(n_open + n_moved, event.n_photos))


def asked_first(event: Event, offsets: Offsets, why: Explanation | None) -> Asked | None:
    """Return what a person is asked first; None where nothing is open."""
    return next(iter(asked_in_order(event, offsets, why)), None)


def mended_by_whose(disputes: Sequence[Dispute]) -> float:
    """Return how many photos are expected to be mended once it is known whose clock is right.

    All disputes are about one reference, so one answer settles all of them.
    """
    first = disputes[0]
    by_rival = (dispute.right[1] * dispute.moves[1] for dispute in disputes)
    return first.right[0] * first.moves[0] + sum(by_rival)


def asked_of_clock(event: Event, placement: Placement) -> AskedOfClock:
    """Return what is asked about a clock that is open."""
    if placement.contradicted is not None:
        return "said"
    if placement.of_two:
        return "devices"
    if placement.maybe_set_right is not None:
        return "set-right"
    right = placement.right
    may_be_right = right is None or is_likely(right)
    of_phone = is_phone(_gallery(event, placement.gallery).device)
    return "phone" if of_phone and may_be_right else "time"


def photo_asked_about(event: Event, placement: Placement) -> int:
    """The photo of a gallery that a question about its clock shows."""
    if asked_of_clock(event, placement) == "time":
        return placement.photo_to_date or 0
    return placement.maybe_set_right or 0


def mended_by_clock(event: Event, offsets: Offsets, gallery: str) -> float:
    """Return how many photos are expected to be mended by an answer about one clock."""
    placement, n_photos = offsets[gallery], _n_photos(event, gallery)
    match asked_of_clock(event, placement):
        case "devices":  # mostly it is one device, and then its place is certain
            return n_photos * (placement.verdict.probability or 0.0)
        case "set-right":
            return float(n_photos - (placement.maybe_set_right or 0))
        case "phone":
            # when its clock is known it is a second witness of event time: others are placed by it
            open_ = [item for item in offsets.placements if not is_settled(item)]
            n_wrong = sum(
                _n_photos(event, item.gallery) * (1 - (item.right or 0.0)) for item in open_
            )
            return (placement.right or 0.0) * n_wrong / len(open_)
        case "time" | "said":
            return n_photos * (1 - (placement.right or 0.0)) * REMEMBERED


def _gallery(event: Event, name: str) -> Gallery:
    return event.galleries[event.table.names.index(name)]


def _n_photos(event: Event, gallery: str) -> int:
    return len(_gallery(event, gallery).photos)


def _is_believed_phone(event: Event, placement: Placement) -> bool:
    """Tell whether a gallery's clock is a phone's and likely right: its owner can say so."""
    is_believed = placement.right is not None and is_likely(placement.right)
    return is_believed and is_phone(_gallery(event, placement.gallery).device)


def open_galleries(event: Event, offsets: Offsets, why: Explanation | None) -> tuple[str, ...]:
    """Return the galleries that are not certain and that no question is about, best first.

    Of phones that are likely right their owners are asked in any case. The others' pictures tell
    no more: a person may know the clock, or confirm what was said of it.
    Methods that state no probability leave nothing open that they could be told.
    """
    if not any(placement.verdict.probability is not None for placement in offsets.placements):
        return ()
    asked = set() if why is None else {question.gallery for question in why.questions}
    left = [
        placement
        for placement in offsets.placements
        if placement.gallery != offsets.anchor
        and not is_settled(placement)
        and (placement.gallery not in asked or _is_believed_phone(event, placement))
        and not _is_vouched_for(event, placement)
        and (placement.photo_to_date is not None or asked_of_clock(event, placement) != "time")
    ]
    left.sort(key=lambda one: (-mended_by_clock(event, offsets, one.gallery), one.verdict.sureness))
    return tuple(placement.gallery for placement in left)


def _is_vouched_for(event: Event, placement: Placement) -> bool:
    """Tell whether all that would be asked of a clock is what its owner vouches for already."""
    trusted = _gallery(event, placement.gallery).trusted
    return trusted and asked_of_clock(event, placement) in ("phone", "time")


def is_settled(placement: Placement) -> bool:
    """Tell whether a gallery's place is certain to its last photo, and nobody is contradicted."""
    told = placement.contradicted
    if told is not None:
        return told.confirmed
    return placement.certain and placement.maybe_set_right is None

"""Everything a page is told, live and in a report, in the shapes of ``shapes.py``.

Times are rounded to hundredths of a second. Without ``details`` a view holds no folder, only
names of files.
"""

import hashlib
import math
from collections.abc import Sequence
from dataclasses import replace

from coincide.app.review import answers, clipviews, shapes
from coincide.app.review.folders import Listing
from coincide.app.review.jobs import Job
from coincide.app.review.pictures import COLUMNS, PER_SHEET, TILE_PX
from coincide.model import (
    Estimate,
    Event,
    Explanation,
    Gallery,
    Jump,
    Offsets,
    Place,
    Placement,
    TimelineEntry,
)
from coincide.model.knowntimes import KnownClock, KnownTime
from coincide.model.places import way_to
from coincide.model.times import offset_in_words, whole_second_s
from coincide.model.words import (
    basis_in_words,
    contradicted_in_words,
    how_sure,
    interval,
    reasons_in_words,
)
from coincide.project import Solution, SolutionStatus, UserInput
from coincide.project.judge.clockquestions import asked_first, waiting
from coincide.project.solutions.why import EdgeView, EvidencePair, Peak, Strength
from coincide.project.userinput.statements import Told, listed, told_in_words
from coincide.timeline.display import displayed
from coincide.writing.album.words import title_text


def layout_of(event: Event) -> str:
    """Return what rows mean: it changes when photos, galleries or their order do."""
    lines = [
        f"{gallery.name}\n{photo.key}" for gallery in event.galleries for photo in gallery.photos
    ]
    return hashlib.sha256("\n".join(lines).encode(errors="replace")).hexdigest()[:16]


def event_view(look: SolutionStatus, version: int, *, details: bool = True) -> shapes.EventView:
    """Return all of an event but its pictures and its evidence."""
    solution = look.solution
    event, offsets = solution.event, solution.offsets
    return shapes.EventView(
        name=title_text(event.name),
        event_time=offsets.event_time,
        anchor=offsets.anchor,
        method=offsets.method,
        version=version,
        layout=layout_of(event),
        changed=look.changed,
        asks=asked_first(event, offsets, solution.why),
        waiting=_waiting(solution),
        galleries=_galleries(look),
        starts=tuple(event.table.starts.tolist()),
        photos=_photos(solution),
        zones=tuple(
            shapes.ZoneStepView(
                None if math.isinf(step.from_s) else _time(step.from_s), step.shift_s, step.zone_s
            )
            for step in solution.timeline.zones
        ),
        clips=clipviews.clips_view(solution),
        heard=clipviews.heard_view(solution),
        timeless=_timeless(solution),
        skipped=tuple(
            shapes.SkippedFile(
                _name(event, photo.path, details=details),
                _without_folders(event, photo.reason, details=details),
            )
            for photo in event.skipped
        ),
        contradictions=_contradictions(solution),
        overruled=_overruled(solution),
        hints=_hints(event, look.known.said, solution.why),
        sprites=sprites_view(event.n_photos),
    )


def _waiting(solution: Solution) -> shapes.WaitingView:
    found = waiting(solution.event, solution.offsets, solution.why)
    return shapes.WaitingView(found.n_questions, found.n_photos)


def _photos(solution: Solution) -> shapes.PhotoColumns:
    photos, displays = list(solution.event.photos), displayed(solution.event)
    entries = entries_of(solution)
    local = [entry.shown for entry in entries]
    return shapes.PhotoColumns(
        camera_time_s=tuple([_time(photo.camera_time_s) for photo in photos]),
        event_time_s=tuple([_time_or_none(entry.event_time_s) for entry in entries]),
        shown_s=tuple([int(whole_second_s(display.time_s)) for display in displays]),
        shown_zone_s=tuple([display.zone_s for display in displays]),
        local_s=tuple([None if time is None else int(time.time_s) for time in local]),
        local_zone_s=tuple([None if time is None else time.zone_s for time in local]),
        name=tuple([_shown(photo.path.name) for photo in photos]),
        companions=tuple([len(photo.companions) for photo in photos]),
    )


def sprites_view(n_photos: int) -> shapes.Sprites:
    """Return how photos are laid out on sheets."""
    return shapes.Sprites(TILE_PX, COLUMNS, PER_SHEET, n_sheets=-(-n_photos // PER_SHEET))


def entries_of(solution: Solution) -> list[TimelineEntry]:
    """Return where every row is on the timeline."""
    by_path = {entry.photo.path: entry for entry in solution.timeline}
    return [by_path[photo.path] for photo in solution.event.photos]


def _galleries(look: SolutionStatus) -> tuple[shapes.GalleryView, ...]:
    solution, hints = look.solution, look.known.said.hints
    held: dict[str, shapes.Held] = dict.fromkeys(look.corrected, "corrected")
    held |= {lock.gallery: "locked" for lock in hints.locks}
    held |= {pin.gallery: "pinned" for pin in hints.pins}
    open_: dict[str, list[str]] = {gallery.name: [] for gallery in solution.event.galleries}
    for doubt in solution.event.doubts:
        open_[doubt.gallery].append(doubt.question)
    return tuple(
        _gallery(
            replace(gallery, notes=(*gallery.notes, *open_[gallery.name])),
            solution.offsets,
            held.get(gallery.name),
            solution.clocks.get(gallery.name, ""),
        )
        for gallery in solution.event.galleries
    )


def _gallery(
    gallery: Gallery, offsets: Offsets, held: shapes.Held | None, clock: str
) -> shapes.GalleryView:
    placement = offsets[gallery.name]
    found = placement.estimate or Estimate(0.0, 0.0, 0.0)
    placed = placement.placed
    offset_s, told = placement.offset_s, placement.contradicted
    return shapes.GalleryView(
        name=gallery.name,
        device=gallery.device.label,
        n_photos=len(gallery.photos),
        trusted=gallery.trusted,
        held=held,
        offset_s=_time_or_none(offset_s),
        offset="" if offset_s is None else offset_in_words(offset_s),
        low_s=_time(found.low_s) if placed else None,
        high_s=_time(found.high_s) if placed else None,
        interval=interval(found) if placed else "",
        sure=sure_of(placement, is_anchor=gallery.name == offsets.anchor),
        how_sure=how_sure(placement.verdict),
        basis=basis_in_words(found.basis),
        error=placement.error,
        contradicted="" if told is None else contradicted_in_words(told),
        confirmed=told is not None and told.confirmed,
        reasons=reasons_in_words(placement),
        notes=gallery.notes,
        jumps=tuple(Jump(jump.row, _time(jump.step_s)) for jump in placement.jumps),
        drift_ppm=rounded(placement.drift_ppm, 2),
        n_links=placement.n_links,
        clock=clock,
    )


def sure_of(placement: Placement, *, is_anchor: bool) -> shapes.Sure:
    """Return how sure a placement is, in one word."""
    return "anchor" if is_anchor and placement.placed else placement.verdict.state


def _timeless(solution: Solution) -> tuple[shapes.TimelessPhoto, ...]:
    event = solution.event
    rows = {photo.path: row for row, photo in enumerate(event.photos)}
    guesses = {guess.photo.path: guess for guess in solution.timeline.guesses}
    listed = []
    for photo in event.timeless:
        guess = guesses.get(photo.path)
        listed.append(
            shapes.TimelessPhoto(
                name=_shown(photo.path.name),
                owner=photo.owner,
                reason=photo.reason,
                local_s=None if guess is None else guess.shown.time_s,
                kind=None if guess is None else guess.kind,
                like=None if guess is None else rows.get(guess.like),
            )
        )
    return tuple(listed)


def _contradictions(solution: Solution) -> tuple[shapes.ContradictionView, ...]:
    why = solution.why
    return tuple(
        shapes.ContradictionView(
            (contradiction.gallery_a, contradiction.gallery_b),
            contradiction.n_pairs,
            (contradiction.photo_a, contradiction.photo_b),
            _time(contradiction.apart_s),
        )
        for contradiction in (() if why is None else why.contradictions)
    )


def _overruled(solution: Solution) -> tuple[shapes.Overruled, ...]:
    why = solution.why
    return tuple(
        shapes.Overruled((answer.photo_a, answer.photo_b), _time(answer.apart_s), answer.moment)
        for answer in (() if why is None else why.overruled)
    )


def _hints(event: Event, said: UserInput, why: Explanation | None) -> tuple[shapes.HintLine, ...]:
    idle = (
        {}
        if why is None
        else {(effect.gallery, effect.photo): effect for effect in why.without_effect}
    )
    owner = {photo.key: gallery.name for gallery in event.galleries for photo in gallery.photos}

    def unused(one: Told) -> str:
        """Say why what was said of a time changes nothing, where that is so."""
        found = None
        if isinstance(one, KnownTime):
            found = idle.get((owner.get(one.photo, ""), one.photo))
        elif isinstance(one, KnownClock):
            found = idle.get((one.gallery, ""))
        return "" if found is None else f" ({found.reason})"

    names = {
        photo.key: f"{gallery.name}: {_shown(photo.path.name)}"
        for gallery in event.galleries
        for photo in gallery.photos
    }
    return tuple(
        shapes.HintLine(number, told_in_words(hint, names) + unused(hint))
        for number, hint in enumerate(listed(said), start=1)
    )


# what is said where a method does not have what a view shows
_ABSENT = {
    "evidence": "does not store pairs of photos, so there is no evidence to show",
    "questions": "has no questions, as it cannot tell which answer would help most",
    "graph": "does not store the evidence between pairs of galleries",
}


def absent(what: str, solution: Solution) -> str:
    """Say that a method lacks something, rather than show nothing."""
    method = solution.offsets.method
    if method == "joint":  # an event solved in parts keeps their results alone
        return f"This event is so large that it was solved in parts, which {_ABSENT[what]}."
    return f"The method {method} {_ABSENT[what]}."


def evidence_view(
    gallery: str, pairs: Sequence[EvidencePair] | None, solution: Solution
) -> shapes.EvidenceView:
    """Return the pairs behind a gallery's place."""
    shown = tuple(
        shapes.PairView(
            rows=(pair.mine, pair.theirs),
            other=pair.other,
            score=rounded(pair.score, 3),
            apart_s=_time(pair.apart_s),
            supports=pair.supports,
            answer=pair.answer,
        )
        for pair in pairs or ()
    )
    lacks = absent("evidence", solution) if pairs is None else None
    return shapes.EvidenceView(gallery, shown, lacks)


def strength_view(strength: Strength | None) -> shapes.ProfileView:
    """Return the evidence by offset; nothing where a method has none."""
    if strength is None:
        return shapes.ProfileView((), (), ())
    return shapes.ProfileView(
        tuple(map(_time, strength.offset_s.tolist())),
        tuple(rounded(item, 3) for item in strength.score.tolist()),
        tuple(Peak(_time(peak.offset_s), rounded(peak.score, 3)) for peak in strength.peaks),
    )


def graph_view(solution: Solution, edges: Sequence[EdgeView] | None) -> shapes.GraphView:
    """Return the galleries that were compared, two by two."""
    shown = tuple(
        replace(
            edge,
            strength=rounded(edge.strength, 3),
            disagreement_s=_time_or_none(edge.disagreement_s),
        )
        for edge in edges or ()
    )
    return shapes.GraphView(shown, absent("graph", solution) if edges is None else None)


def moves_view(before: Offsets | None, after: Offsets) -> tuple[shapes.GalleryMove, ...]:
    """Return which galleries a new result moved, or made more or less sure of."""
    was = {} if before is None else {item.gallery: item for item in before.placements}
    moved = [
        shapes.GalleryMove(
            gallery=placement.gallery,
            from_s=_time_or_none(was[placement.gallery].offset_s),
            to_s=_time_or_none(placement.offset_s),
            probability_from=_probability(was[placement.gallery]),
            probability_to=_probability(placement),
        )
        for placement in after.placements
        if placement.gallery in was
    ]
    return tuple(
        move
        for move in moved
        if (move.from_s, move.probability_from) != (move.to_s, move.probability_to)
    )


def _probability(placement: Placement) -> float | None:
    """Return the figure that is shown; where something else is the reason, there is none."""
    found = placement.verdict
    if found.probability is None or found.held_back:
        return None
    return rounded(found.probability, 4)


def job_view(job: Job) -> shapes.JobView:
    """Return how far a piece of work is."""
    left_s = job.seconds_left
    seconds_left = None if left_s is None else rounded(left_s, 1)
    return shapes.JobView(
        job.id, job.what, job.state, job.stage, job.done, job.total, seconds_left, job.error
    )


def listing_view(listing: Listing) -> answers.FoldersView:
    """Return the folders to choose from."""
    return answers.FoldersView(
        path=str(listing.path),
        parent=None if listing.parent is None else str(listing.parent),
        roots=tuple(str(root) for root in listing.roots),
        folders=tuple(
            answers.FolderEntry(
                _shown(folder.name), str(folder.path), folder.media.n, folder.media.is_all
            )
            for folder in listing.folders
        ),
        n_media=listing.media.n,
        is_all=listing.media.is_all,
    )


def rounded(value: float, digits: int) -> float:
    """Return a number as pages are told it; NaN and infinity are none."""
    if not math.isfinite(value):
        raise ValueError(f"{value} is no number that JSON could tell")
    return round(float(value), digits)


def _time(time_s: float) -> float:
    return rounded(time_s, 2)


def _time_or_none(time_s: float | None) -> float | None:
    return None if time_s is None else rounded(time_s, 2)


def _shown(name: str) -> str:
    return name.encode("utf-8", errors="backslashreplace").decode()


def _name(event: Event, path: Place, *, details: bool) -> str:
    """Return a file's name, with its folders below the event's where they may be told."""
    if details:
        for root in event.roots:
            way = way_to(path, root)
            if way is not None:
                return _shown(way.as_posix())
    return _shown(path.name)


def _without_folders(event: Event, text: str, *, details: bool) -> str:
    """Return a text that names no folder of the event, unless it may be told."""
    if details:
        return text
    for root in event.roots:
        text = text.replace(str(root), "…")
    return text

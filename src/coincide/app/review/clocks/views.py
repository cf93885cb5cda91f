"""A library's clocks, stretches and questions as the page is told them."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from coincide.app.review.clocks import shapes
from coincide.errors import CoincideError
from coincide.library.clocks import paths_of
from coincide.library.decide import Decision, support_in_words
from coincide.library.localtimes import local_of
from coincide.library.objections import objection_to, sessions_about
from coincide.library.openlibrary import REJECTED, Library
from coincide.library.questions import WhenTaken
from coincide.library.solve import Solved
from coincide.library.statements import Stated, statement_in_words
from coincide.library.suggestions import LibraryEvent
from coincide.model import Floats
from coincide.model.times import offset_in_words
from coincide.project import open_plan
from coincide.writing.apply.carry import plan_state

# photos that a card shows
_SHOWN = 8


def clocks_view(library: Library, plans: Mapping[int, Path]) -> shapes.ClocksView:
    """Return all clocks of a library by name, phones last, with their stretches and ties."""
    solved = lanes_of(library)
    lanes = {history.clock.key: number for number, history in enumerate(solved)}
    local_s = [local_of(history) for history in solved]
    stretches = [
        _stretch(number, lanes[decision.solved.clock.key], decision, plans.get(number))
        for number, decision in enumerate(library.decisions, start=1)
    ]
    ties = [
        shapes.ClockTie(
            (lanes[tie.here], lanes[tie.there]),
            (
                float(local_s[lanes[tie.here]][tie.here_session]),
                float(local_s[lanes[tie.there]][tie.there_session]),
            ),
            tie.weight,
        )
        for tie in library.ties
    ]
    return shapes.ClocksView(
        name=", ".join(root.folder.name for root in library.roots),
        lanes=tuple(_lane(one, times_s) for one, times_s in zip(solved, local_s, strict=True)),
        stretches=tuple(stretches),
        ties=tuple(ties),
        stated=tuple(_stated(library, one) for one in library.stated),
    )


def events_view(events: Sequence[LibraryEvent]) -> shapes.LibraryEventsView:
    """Return the events of a library."""
    return shapes.LibraryEventsView(
        tuple(
            shapes.LibraryEventView(
                number=number,
                name=event.name,
                synced=event.kind == "synced",
                first_s=event.first_s,
                last_s=event.last_s,
                people=tuple(shapes.EventPerson(*person) for person in event.people),
                n_photos=event.n_photos,
            )
            for number, event in enumerate(events, start=1)
        )
    )


def lanes_of(library: Library) -> list[Solved]:
    """Return the clocks of a library as their lanes are numbered."""
    return sorted(library.solved, key=lambda one: (one.clock.is_phone, one.clock.name))


def _stated(library: Library, stated: Stated) -> shapes.StatedView:
    about = set(sessions_about(library, stated))
    return shapes.StatedView(
        number=stated.number,
        words=statement_in_words(stated),
        objection=objection_to(library, stated),
        stretches=tuple(
            number
            for number, one in enumerate(library.decisions, start=1)
            if any((one.solved.clock.key, session) in about for session in one.stretch.sessions)
        ),
    )


def _lane(solved: Solved, local_s: Floats) -> shapes.ClockLane:
    clock = solved.clock
    order = np.argsort(local_s, kind="stable")
    return shapes.ClockLane(
        name=clock.name,
        owner=clock.owner,
        device=clock.device.label,
        phone=clock.is_phone,
        n_photos=len(clock.photos),
        session_s=tuple(local_s[order].astype(np.int64).tolist()),
        session_n=tuple(clock.n_photos[order].astype(np.int64).tolist()),
        session_sure=tuple(np.round(solved.history.certain[order], 3).tolist()),
    )


def _stretch(number: int, lane: int, decision: Decision, plan: Path | None) -> shapes.ClockStretch:
    solved, stretch = decision.solved, decision.stretch
    local_s = local_of(solved)[stretch.first : stretch.end]
    is_open = decision.state == "open"
    return shapes.ClockStretch(
        number=number,
        lane=lane,
        from_s=float(local_s.min()),
        to_s=float(local_s.max() + _length_s(solved, stretch.end - 1)),
        state="rejected" if decision.why == REJECTED else decision.state,
        certain=round(stretch.certain, 4),
        off=_off(decision),
        n_photos=0 if is_open else decision.n_photos,
        n_waiting=decision.n_waiting + (decision.n_photos if is_open else 0),
        rests=support_in_words(decision.support),
        why=decision.why,
        plan=None if plan is None else str(plan),
        planned=_planned(plan),
    )


def _off(decision: Decision) -> str:
    """Return what has to be added in words; nothing where that is nothing, or unknown."""
    if decision.state == "right" or (decision.state == "open" and decision.looks_right):
        return ""
    error_s = decision.pieces[0].error_s if decision.pieces else decision.error_s
    return "" if error_s is None else offset_in_words(error_s)


def _length_s(solved: Solved, session: int) -> float:
    times_s = solved.clock.photos.time_s[solved.clock.rows(session)]
    return float(np.ptp(times_s))


def _planned(plan: Path | None) -> shapes.StretchPlan:
    if plan is None:
        return "none"
    try:
        return plan_state(open_plan(plan))
    except CoincideError:
        return "none"


def photo_rows(decision: Decision) -> tuple[int, list[int]]:
    """Return the first row of a stretch's photos, and a few rows spread over it."""
    starts, stretch = decision.solved.clock.starts, decision.stretch
    first, end = starts[stretch.first], starts[stretch.end]
    chosen = np.unique(np.linspace(first, end - 1, _SHOWN).round().astype(np.int64))
    return first, chosen.tolist()


def card_view(decision: Decision, number: int, paths: Sequence[Path]) -> shapes.StretchCard:
    """Return a card with some photos."""
    clock = decision.solved.clock
    _, rows = photo_rows(decision)
    sessions = np.searchsorted(clock.starts, rows, side="right") - 1
    photos = []
    for row, session, path in zip(rows, sessions.tolist(), paths, strict=True):
        shown_s = float(clock.photos.time_s[row])
        error_s = _error_of(decision, session)
        true_s = None if error_s is None else shown_s + error_s
        photos.append(shapes.StretchPhoto(path.name, shown_s, true_s))
    near = _near(decision)
    return shapes.StretchCard(
        number=number,
        photos=tuple(photos),
        first=clock.starts[decision.stretch.first],
        end=clock.starts[decision.stretch.end],
        session_at=tuple(clock.starts[session] for session in near),
        session_s=tuple(local_of(decision.solved)[near.start : near.stop].tolist()),
    )


def _near(decision: Decision) -> range:
    """Return the sessions of a stretch and of those before and behind it."""
    stretches = decision.solved.history.stretches
    at = next(i for i, one in enumerate(stretches) if one.first == decision.stretch.first)
    return range(stretches[max(at - 1, 0)].first, stretches[min(at + 1, len(stretches) - 1)].end)


def border_view(library: Library, lane: int, at: int, paths: Sequence[Path]) -> shapes.BorderView:
    """Return two photos of a clock, one after the other, as a border between them is looked at."""
    solved = lanes_of(library)[lane]
    photos = []
    for row, path in zip((at - 1, at), paths, strict=True):
        session = int(np.searchsorted(solved.clock.starts, row, side="right")) - 1
        decision = next(
            one
            for one in library.decisions
            if one.solved is solved and session in one.stretch.sessions
        )
        shown_s, error_s = float(solved.clock.photos.time_s[row]), _error_of(decision, session)
        true_s = None if error_s is None else shown_s + error_s
        photos.append(shapes.StretchPhoto(path.name, shown_s, true_s))
    return shapes.BorderView(*photos)


def _error_of(decision: Decision, session: int) -> float | None:
    """Return what a plan would add to a session; None where it adds nothing."""
    found = [piece for piece in decision.pieces if piece.first <= session < piece.end]
    return found[0].error_s if found and decision.state == "wrong" else None


def question_view(
    library: Library, shown: Library, question: WhenTaken
) -> shapes.ClockQuestionView:
    """Return a question with the photo that it is asked of."""
    clock = question.solved.clock
    number, decision = next(
        (number, one)
        for number, one in enumerate(shown.decisions, start=1)
        if one.solved is question.solved and question.session in one.stretch.sessions
    )
    lanes = lanes_of(shown)
    return shapes.ClockQuestionView(
        number=number,
        lane=next(lane for lane, lane_solved in enumerate(lanes) if lane_solved is decision.solved),
        shown_s=float(clock.first_s[question.session]),
        photo=str(paths_of(library.store, clock, [question.session])[0]),
        worth=round(question.worth),
        decides=question.n_decided,
    )

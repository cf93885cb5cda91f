"""A library's clocks, stretches and questions as the page is told them."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from coincide.app.review.clocks import shapes
from coincide.errors import CoincideError
from coincide.library.clocks import paths_of
from coincide.library.decide import Decision, support_in_words
from coincide.library.openlibrary import REJECTED, Library
from coincide.library.questions import WhenTaken
from coincide.library.solve import Solved
from coincide.model import Floats
from coincide.model.times import offset_in_words
from coincide.project import open_plan
from coincide.writing.apply.carry import plan_state

# photos that a card shows
_SHOWN = 8


def clocks_view(library: Library, plans: Mapping[int, Path]) -> shapes.ClocksView:
    """Return all clocks of a library by name, phones last, with their stretches and ties."""
    solved = sorted(library.solved, key=lambda one: (one.clock.is_phone, one.clock.name))
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
    )


def local_of(solved: Solved) -> Floats:
    """Return when each session began, by the time of its place; where unknown, what it showed."""
    error_s = solved.history.to_utc_s + solved.zone_s
    found: Floats = solved.clock.first_s + np.where(np.isnan(error_s), 0.0, error_s)
    if solved.clock.is_phone:  # its sessions are told in UTC
        tags_s = solved.clock.photos.zone_s[np.array(solved.clock.starts[:-1], dtype=np.int64)]
        return np.where(np.isnan(tags_s), found, solved.clock.first_s)
    return found


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
    return shapes.StretchCard(number=number, photos=tuple(photos))


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
    lanes = sorted(shown.solved, key=lambda one: (one.clock.is_phone, one.clock.name))
    return shapes.ClockQuestionView(
        number=number,
        lane=next(lane for lane, lane_solved in enumerate(lanes) if lane_solved is decision.solved),
        shown_s=float(clock.first_s[question.session]),
        photo=str(paths_of(library.store, clock, [question.session])[0]),
        worth=round(question.worth),
        decides=question.n_decided,
    )

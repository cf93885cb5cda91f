"""What to ask a person of a result: two photos, two clips, a clock, or whose clock is right."""

from coincide.app.review import clipviews, shapes
from coincide.app.review.views import absent, rounded
from coincide.model import Offsets
from coincide.model.times import whole_second_s
from coincide.model.verdicts import percent
from coincide.model.words import contradicted_in_words, reasons_in_words
from coincide.project import Solution
from coincide.project.judge.clockquestions import (
    asked_in_order,
    asked_of_clock,
    open_galleries,
    photo_asked_about,
    photos_of_dispute,
)
from coincide.timeline.display import clocks_at_dispute


def questions_view(solution: Solution, *, settled: bool) -> shapes.QuestionsView:
    """Return what to ask a person, the most useful first, each with why."""
    why = solution.why
    questions = tuple(
        shapes.QuestionView(
            question.gallery,
            (question.photo_a, question.photo_b),
            rounded(question.mends, 2),
            _why_asked(solution.offsets, question.gallery),
        )
        for question in (() if why is None else why.questions)
    )
    lacks = absent("questions", solution) if why is None else None
    sounds, clocks = clipviews.sound_questions(solution), _clock_questions(solution)
    order = asked_in_order(solution.event, solution.offsets, why)
    return shapes.QuestionsView(questions, sounds, clocks, _whose(solution), order, settled, lacks)


def _whose(solution: Solution) -> tuple[shapes.WhoseClock, ...]:
    """Return whose clocks to ask about, each with a photo of either from about the same time."""
    event, why = solution.event, solution.why
    photos, found = list(event.photos), []
    for dispute in () if why is None else why.disputes:
        rows = photos_of_dispute(event.table, dispute)
        mine, theirs = clocks_at_dispute(event, dispute, photos[rows[1]])
        off_s = whole_second_s(theirs.time_s) - whole_second_s(mine.time_s)
        names = dispute.reference, dispute.rival
        found.append(shapes.WhoseClock(names, rows, off_s, dispute.moves))
    return tuple(found)


def _clock_questions(solution: Solution) -> tuple[shapes.ClockQuestion, ...]:
    table, offsets = solution.event.table, solution.offsets
    found = []
    for name in open_galleries(solution.event, offsets, solution.why):
        photo = photo_asked_about(solution.event, offsets[name])
        row = int(table.starts[table.names.index(name)]) + photo
        asks = asked_of_clock(solution.event, offsets[name])
        found.append(shapes.ClockQuestion(name, row, _why_asked(offsets, name), asks))
    return tuple(found)


def _why_asked(offsets: Offsets, gallery: str) -> str:
    placement = offsets[gallery]
    if gallery == offsets.anchor:
        return "the other clocks are aligned to this one, but it is only loosely connected"
    reasons, verdict = reasons_in_words(placement), placement.verdict
    doubt = f": {reasons[0]}" if reasons else ""
    if placement.contradicted is not None:
        return contradicted_in_words(placement.contradicted)
    if verdict.state == "unplaced":
        return f"{gallery} is not placed yet{doubt}"
    if placement.maybe_set_right is not None:
        return f"{gallery} is certain up to here{doubt}"
    if verdict.state == "certain":
        return f"other uncertain galleries depend on {gallery}"
    sure = "not certain" if verdict.held_back else f"{percent(verdict.probability or 0.0)} sure"
    return f"{gallery} is {sure}{doubt}"

"""What to ask a person of a result: two photos, two clips, a clock, or whose clock is right."""

import numpy as np

from coincide.app.review import heard, shapes
from coincide.app.review.views import absent, rounded
from coincide.model import Offsets
from coincide.model.certainty import CERTAIN
from coincide.model.times import whole_second_s
from coincide.model.words import contradicted_in_words
from coincide.project import Solution
from coincide.project.asking import open_galleries
from coincide.timeline.display import clocks_at_dispute


def questions_view(solution: Solution, *, settled: bool) -> shapes.QuestionsView:
    """Return what to ask a person, the most useful first, each with why."""
    why = solution.why
    questions = tuple(
        shapes.Question(
            one.gallery,
            (one.photo_a, one.photo_b),
            rounded(one.gain, 4),
            _why_asked(solution.offsets, one.gallery),
        )
        for one in (() if why is None else why.questions)
    )
    lacks = absent("questions", solution) if why is None else None
    sounds, clocks = heard.sound_questions(solution), _clock_questions(solution)
    return shapes.QuestionsView(questions, sounds, clocks, _whose(solution), settled, lacks)


def _whose(solution: Solution) -> tuple[shapes.WhoseClock, ...]:
    """Return whose clocks to ask about, each with the rival's first photo and one near it."""
    table, why = solution.event.table, solution.why
    found = []
    for one in () if why is None else why.disputes:
        _, shown, by_rival = clocks_at_dispute(solution.event, one)
        off_s = whole_second_s(by_rival.time_s) - whole_second_s(shown.time_s)
        mine, theirs = (table.rows(table.names.index(it)) for it in (one.reference, one.rival))
        then_s = table.camera_time_s[theirs.start] - one.off_s
        near = mine.start + int(np.argmin(np.abs(table.camera_time_s[mine] - then_s)))
        rows = near, theirs.start
        found.append(shapes.WhoseClock((one.reference, one.rival), rows, off_s))
    return tuple(found)


def _clock_questions(solution: Solution) -> tuple[shapes.ClockQuestion, ...]:
    table, offsets = solution.event.table, solution.offsets
    found = []
    for name in open_galleries(offsets, solution.why):
        open_from = offsets[name].maybe_set_right
        row = int(table.starts[table.names.index(name)]) + (open_from or 0)
        why, of_two = _why_asked(offsets, name), offsets[name].of_two
        found.append(shapes.ClockQuestion(name, row, why, of_two, open_from is not None))
    return tuple(found)


def _why_asked(offsets: Offsets, gallery: str) -> str:
    placement = offsets[gallery]
    if gallery == offsets.anchor:
        return "the others are brought to this clock, and it is loosely connected"
    doubt = f": {placement.reasons[0]}" if placement.reasons else ""
    if placement.contradicted is not None:
        return contradicted_in_words(placement.contradicted)
    if placement.estimate is None:
        return f"{gallery} has no place yet{doubt}"
    probability = placement.estimate.probability or 0.0
    if placement.maybe_set_right is not None:
        return f"{gallery} is certain up to here{doubt}"
    if probability >= CERTAIN:
        return f"others that are not certain go with {gallery}"
    return f"{gallery} is {100 * probability:.0f} % sure{doubt}"

"""What an answer about one session is worth: by how much it is expected to mend."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from coincide.library.history.course import ClockCourse, forward_backward
from coincide.library.history.witnesses import Reading
from coincide.model import Floats, Indices
from coincide.model.offsets import AGREE_S

# what an answer may be: of the offsets that a clock may have had, the likeliest
_MOST_ANSWERS = 3
# of an answer: how often it is right, and to how much
ANSWER_WEIGHT, _ANSWER_SD_S = 0.97, 60.0
# sessions that are as sure as this are written
_CERTAIN = 0.99


@dataclass(frozen=True)
class Worth:
    """Photos that one answer is expected to mend, and the sessions that it would decide."""

    n_photos: float
    sessions: Indices


def worth_of(
    course: ClockCourse,
    session: int,
    undecided: NDArray[np.bool_],
    unmeasured: NDArray[np.bool_],
) -> Worth:
    """Return what it is worth to know the offset of a session.

    ``undecided``, (n,): the sessions that wait. ``unmeasured``, (n,): those of them that are sure,
    and wait for a time that is known well, as an answer is. Each answer that a person may give is
    weighted by how likely it is.
    """
    chances = course.gamma[session]
    answers = np.argsort(-chances)[:_MOST_ANSWERS]
    total, decides = 0.0, np.zeros(len(course.gamma), dtype=bool)
    # what is sure already waits for something else than an answer, unless it waits for a good time
    before, _ = _sure_and_wrong(course, course.gamma)
    waits = undecided & (unmeasured | ~before)
    for number, answer in enumerate(answers.tolist()):
        sure, wrong = _after(course, session, answer)
        total += float(chances[answer]) * float(
            course.material.n_photos[sure & wrong & waits].sum()
        )
        if number == 0:
            decides = sure & waits
    return Worth(total, np.flatnonzero(decides).astype(np.int64))


def _after(
    course: ClockCourse, session: int, answer: int
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which sessions are certain after an answer, and which of all are wrong then."""
    emission = course.emission.copy()
    emission[session] += _said(course, session, answer)
    gamma, _, _ = forward_backward(emission, course.settings)
    return _sure_and_wrong(course, gamma)


def _sure_and_wrong(
    course: ClockCourse, gamma: Floats
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which sessions are certain by the probabilities of their states, and which wrong."""
    offsets_s = course.levels.to_utc_s
    near = np.eye(len(offsets_s) + 1)
    near[:-1, :-1] = course.levels.together
    together = gamma @ near
    best = np.argmax(together, axis=1)
    sure = together[np.arange(len(best)), best] >= _CERTAIN
    # an offset that is none of the levels is not that of the place
    errors_s = np.column_stack([course.errors_s, np.full(len(best), np.inf)])
    wrong = np.abs(errors_s[np.arange(len(best)), best]) > AGREE_S
    return sure, wrong


def _said(course: ClockCourse, session: int, answer: int) -> Floats:
    """Return what an answer says of each state of a session, in logarithms."""
    offsets_s = course.levels.at(course.material.first_s[session : session + 1])[0]
    if answer == len(offsets_s):
        said = np.full(len(offsets_s) + 1, np.log1p(-ANSWER_WEIGHT))
        # as much as an answer says of a level
        one = Reading("answer", "", 0.0, _ANSWER_SD_S, ANSWER_WEIGHT)
        said[-1] = float(one.log_likelihood(np.zeros(1))[0])
        return said
    one = Reading("answer", "", float(offsets_s[answer]), _ANSWER_SD_S, ANSWER_WEIGHT)
    return np.append(one.log_likelihood(offsets_s), one.unknown)

"""An answer to the question that is asked first, by somebody who knows the truth."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

import numpy as np

from coincide.model import Dispute, Event, Explanation, Placement
from coincide.model.devices import is_phone
from coincide.model.explanation import Moment
from coincide.model.times import DAY_S
from coincide.project import Project, Solution
from coincide.project.judge.clockquestions import (
    asked_in_order,
    asked_of_clock,
    open_galleries,
    photo_asked_about,
)
from coincide.project.userinput.changes import (
    Change,
    confirm,
    known_time,
    no_jump,
    say_pair,
    set_right,
    trust,
    unlock,
)
from coincide.solver.joint.answers import ANSWERED, CARELESS, AnswerModel, is_near
from coincide_bench.wholeplan.look import below
from coincide_bench.wholeplan.truth import KnownFile

# what is known of a gallery's photos, in order
_Known = Mapping[str, Sequence[KnownFile | None]]
# up to what distance people say what of two photos
_SAID: tuple[tuple[float, Moment], ...] = (
    (10.0, "instant"),
    (180.0, "same"),
    (900.0, "about"),
    (DAY_S, "different"),
)
# who was there notices that a clock is wrong from so much on; of phones people know that the
# network sets them
SEEN_S = 600.0
# who remembers when a photo was taken says it give or take so much, and errs by half of that
# (one standard deviation); a careless answer is of another time of that day. Assumed, not measured
WITHIN_S = 1800.0


@dataclass(frozen=True)
class Answerer:
    """Somebody who answers what is asked.

    ``model``: how often they say what of two photos; None: always the truth. Other answers are
    wrong as often as ``careless`` says. Of the galleries that they are asked about they remember
    of the share ``remembers`` when a photo was taken; ``asked`` are those that they were asked
    about, since nobody remembers more when asked again.
    """

    model: AnswerModel | None = None
    careless: float = 0.0
    rng: np.random.Generator = field(default_factory=lambda: np.random.default_rng(0))
    remembers: float = 0.0
    asked: set[str] = field(default_factory=set)

    def says(self, apart_s: float) -> Moment:
        """Return what they say of two photos so far apart."""
        if self.model is None:
            return next((moment for most_s, moment in _SAID if apart_s <= most_s), "other-day")
        if self.errs():
            return ANSWERED[int(self.rng.integers(len(ANSWERED)))]
        chances = self.model.attentive(np.array([apart_s]))[:, 0]
        return ANSWERED[int(self.rng.choice(len(ANSWERED), p=chances))]

    def picks(self, apart_s: Sequence[float]) -> tuple[int, Moment]:
        """Return which of several pairs of photos they answer about, and what they say of it.

        They look at all of them, as the strips of the app show them, and answer about the pair
        that they find nearest in time; where they find none near, about the first.
        """
        said = [self.says(value) for value in apart_s]
        best = min(range(len(said)), key=lambda one: ANSWERED.index(said[one]))
        return (best, said[best]) if is_near(said[best]) else (0, said[0])

    def remembered_s(self, gallery: str, wall_s: float) -> float | None:
        """Return when they say that a photo was taken; None where they cannot."""
        if gallery in self.asked:
            return None
        self.asked.add(gallery)
        if float(self.rng.random()) >= self.remembers:
            return None
        if self.errs():
            return wall_s + float(self.rng.uniform(-DAY_S / 2, DAY_S / 2))
        return wall_s + float(self.rng.normal(0.0, WITHIN_S / 2))

    def errs(self) -> bool:
        """Tell whether the next answer is a careless one."""
        return self.careless > 0 and float(self.rng.random()) < self.careless


TRUTHFUL = Answerer()


def person_by(model: AnswerModel, rng: np.random.Generator, remembers: float = 0.0) -> Answerer:
    """Return somebody who answers as readers do, mistakes included."""
    return Answerer(model, CARELESS, rng, remembers)


def answer_first(
    project: Project, folder: Path, files: Sequence[KnownFile], person: Answerer = TRUTHFUL
) -> bool:
    """Answer the first question that a person can answer; tell whether there is one.

    Whose clock is right is answered where just one of the two is; of two photos there is always
    an answer, be it that nobody can tell; of a clock whether it was right, whether it was set
    right, and whether its photos are of one device.
    """
    solution = project.shown().solution
    known = {file.path: file for file in files}
    change = next(_answers(solution, known, folder, person), None)
    if change is None:
        return False
    project.say(change)
    return True


def _answers(
    solution: Solution,
    known: Mapping[PurePosixPath, KnownFile],
    folder: Path,
    person: Answerer,
) -> Iterator[Change]:
    """Yield what can be answered, in the order in which it is asked."""
    event, why = solution.event, solution.why
    of = {
        gallery.name: [known.get(below(photo.path, folder)) for photo in gallery.photos]
        for gallery in event.galleries
    }
    for kind in asked_in_order(event, solution.offsets, why):
        if kind == "clock":
            yield from _clocks(solution, of, person)
        elif why is not None:
            yield from (_whose if kind == "whose" else _photos)(event, why, of, person)


def _whose(event: Event, why: Explanation, of: _Known, person: Answerer) -> Iterator[Change]:
    for dispute in why.disputes:
        right = right_clock(dispute, of)
        phones = {gallery.name for gallery in event.galleries if is_phone(gallery.device)}
        knows = abs(dispute.off_s) >= SEEN_S or phones & {dispute.reference, dispute.rival}
        if right is not None and (knows or person.model is None):
            names = dispute.reference, dispute.rival
            said = names[right == names[0]] if person.errs() else right
            yield trust(event, said, trusted=True)


def _photos(event: Event, why: Explanation, of: _Known, person: Answerer) -> Iterator[Change]:
    photos = [file for files in of.values() for file in files]
    asked = defaultdict[str, list[tuple[float, tuple[int, int]]]](list)
    for question in why.questions:
        rows = question.photo_a, question.photo_b
        apart_s = apart_of(photos[rows[0]], photos[rows[1]])
        if apart_s is not None:
            asked[question.gallery].append((apart_s, rows))
    for pairs in asked.values():
        chosen, moment = person.picks([apart_s for apart_s, _ in pairs])
        yield say_pair(event, moment, pairs[chosen][1])


def _clocks(solution: Solution, of: _Known, person: Answerer) -> Iterator[Change]:
    event = solution.event
    for name in open_galleries(event, solution.offsets, solution.why):
        placement, errs = solution.offsets[name], person.errs()
        asks = asked_of_clock(event, placement)
        if asks == "said":
            yield (confirm if _is_placed_right(placement, of[name]) != errs else unlock)(
                event, name
            )
        elif asks == "devices":
            if errs or len({None if file is None else file.clock for file in of[name]}) == 1:
                yield no_jump(event, name)
        elif asks == "set-right":
            waits = placement.maybe_set_right or 0
            row = event.table.rows(event.table.names.index(name)).start + waits
            was_set = _are_right(of[name][waits:]) != errs
            yield set_right(event, row) if was_set else no_jump(event, name)
        elif (person.model is None or asks == "phone") and _are_right(of[name]) != errs:
            yield trust(event, name, trusted=True)
        else:
            photo = photo_asked_about(event, placement)
            yield from _when(event, name, photo, of[name][photo], person)


def _is_placed_right(placement: Placement, files: Sequence[KnownFile | None]) -> bool:
    """Tell whether what was said of a clock is about what it was off by, as people notice."""
    off_s = [file.error_s for file in files if file is not None and file.error_s is not None]
    said_s = placement.offset_s
    if not off_s or said_s is None:
        return False
    return abs(said_s + float(np.median(off_s))) < SEEN_S


def _when(
    event: Event, name: str, photo: int, file: KnownFile | None, person: Answerer
) -> Iterator[Change]:
    """Yield when a photo of a gallery was taken, if the person remembers."""
    if file is None or file.truth is None:
        return
    said_s = person.remembered_s(name, file.truth.wall_s)
    if said_s is not None:
        row = event.table.rows(event.table.names.index(name)).start + photo
        yield known_time(event, row, said_s, WITHIN_S)


def right_clock(dispute: Dispute, of: Mapping[str, Sequence[KnownFile | None]]) -> str | None:
    """Return which of two clocks is right; None where both are, or neither."""
    right = [name for name in (dispute.reference, dispute.rival) if _are_right(of[name])]
    return right[0] if len(right) == 1 else None


def apart_of(one: KnownFile | None, other: KnownFile | None) -> float | None:
    """Return how far apart in true time two photos are; None where nobody knows."""
    if one is None or other is None or one.truth is None or other.truth is None:
        return None
    return abs(one.truth.instant_s - other.truth.instant_s)


def _are_right(files: Sequence[KnownFile | None]) -> bool:
    """Tell whether a clock was right for some photos; of unknown ones nobody can say."""
    return not any(file is None or file.wrong for file in files)

"""One answer to the question that is asked first, as a person gives it who knows the truth."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath

from coincide.model import Dispute, Event, Explanation
from coincide.model.explanation import Moment
from coincide.project import Project, Solution
from coincide.project.asking import asked_in_order, open_galleries
from coincide.project.changes import Change, no_jump, say_pair, set_right, trust
from coincide_bench.wholeplan.known import KnownFile
from coincide_bench.wholeplan.looked import below

# what is known of a gallery's photos, in order
_Known = Mapping[str, Sequence[KnownFile | None]]
# what people call the same moment, and about the same time
SAME_S, ABOUT_S = 60.0, 900.0


def answer_first(project: Project, folder: Path, files: Sequence[KnownFile]) -> bool:
    """Answer the first question that a person can answer who knows the truth; tell if there is one.

    Whose clock is right is answered where just one of the two is; of two photos it is always known
    how far apart they are; of a clock whether it was right, whether it was set right, and whether
    its photos are of one device.
    """
    solution = project.shown().solution
    known = {file.path: file for file in files}
    change = next(_answers(solution, known, folder), None)
    if change is None:
        return False
    project.say(change)
    return True


def _answers(
    solution: Solution, known: Mapping[PurePosixPath, KnownFile], folder: Path
) -> Iterator[Change]:
    """Yield what can be answered, in the order in which it is asked."""
    event, why = solution.event, solution.why
    of = {
        gallery.name: [known.get(below(photo.path, folder)) for photo in gallery.photos]
        for gallery in event.galleries
    }
    for kind in asked_in_order(event, solution.offsets, why):
        if kind == "clock":
            yield from _clocks(solution, of)
        elif why is not None:
            yield from (_whose if kind == "whose" else _photos)(event, why, of)


def _whose(event: Event, why: Explanation, of: _Known) -> Iterator[Change]:
    for dispute in why.disputes:
        right = right_clock(dispute, of)
        if right is not None:
            yield trust(event, right, trusted=True)


def _photos(event: Event, why: Explanation, of: _Known) -> Iterator[Change]:
    photos = [file for files in of.values() for file in files]
    for question in why.questions:
        moment = moment_of(photos[question.photo_a], photos[question.photo_b])
        if moment is not None:
            yield say_pair(event, moment, (question.photo_a, question.photo_b))


def _clocks(solution: Solution, of: _Known) -> Iterator[Change]:
    event = solution.event
    for name in open_galleries(event, solution.offsets, solution.why):
        number = event.table.names.index(name)
        waits = solution.offsets[name].maybe_set_right
        if solution.offsets[name].of_two:
            if len({None if file is None else file.clock for file in of[name]}) == 1:
                yield no_jump(event, name)
        elif waits is not None:
            row = event.table.rows(number).start + waits
            was_set = _are_right(of[name][waits:])
            yield set_right(event, row) if was_set else no_jump(event, name)
        elif _are_right(of[name]):
            yield trust(event, name, trusted=True)


def right_clock(dispute: Dispute, of: Mapping[str, Sequence[KnownFile | None]]) -> str | None:
    """Return which of two clocks is right; None where both are, or neither."""
    right = [name for name in (dispute.reference, dispute.rival) if _are_right(of[name])]
    return right[0] if len(right) == 1 else None


def moment_of(one: KnownFile | None, other: KnownFile | None) -> Moment | None:
    """Return how near in true time two photos are, as a person would say it."""
    if one is None or other is None or one.truth is None or other.truth is None:
        return None
    apart_s = abs(one.truth.instant_s - other.truth.instant_s)
    if apart_s <= SAME_S:
        return "same"
    return "about" if apart_s <= ABOUT_S else "different"


def _are_right(files: Sequence[KnownFile | None]) -> bool:
    """Tell whether a clock was right for some photos; of unknown ones nobody can say."""
    return not any(file is None or file.wrong for file in files)

"""A whole answer as lines of text: each clock, each question, and each file that is written.

Where these lines are the same, two versions of the code answer alike.
"""

from collections.abc import Iterator

from coincide.model import FindingKind, Offsets, Placement
from coincide.model.verdicts import HELD_BACK, is_sure_to
from coincide.project.judge.clockquestions import open_galleries
from coincide.project.solutions.solutions import Solution
from coincide.writing.plan import Plan


def whole_answer(solution: Solution, plan: Plan) -> tuple[str, ...]:
    """Return every clock's state and numbers, what is asked, and what would be written."""
    offsets = solution.offsets
    settled = all(placement.whose_clock is None for placement in offsets.placements)
    return (
        f"event {offsets.anchor} {offsets.event_time} settled={settled}",
        *(f"clock {placement_text(placement)}" for placement in offsets.placements),
        *(f"question {text}" for text in _questions(solution)),
        *(
            f"gallery {gallery.name} {gallery.state} {gallery.shift_s:.6f}"
            for gallery in plan.galleries
        ),
        *(f"file {text}" for text in _files(plan)),
    )


def placement_text(placement: Placement) -> str:
    """Return the state of one clock and every number that was found of it."""
    state = placement.verdict.state
    estimate = placement.estimate
    if estimate is None:
        return f"{placement.gallery} {state}"
    numbers = [estimate.offset_s, estimate.low_s, estimate.high_s, _probability(placement)]
    numbers.append(placement.drift_ppm)
    texts = ["-" if number is None else f"{float(number):.6f}" for number in numbers]
    texts += [f"jump {jump}" for jump in placement.jumps]
    texts += [f"{clip.key[:12]} {clip.shift_s:.6f}" for clip in placement.clips]
    texts += [f"open {first}-{end}" for first, end in placement.open_spans]
    return f"{placement.gallery} {state} {' '.join(texts)}"


def offsets_lines(offsets: Offsets) -> tuple[str, ...]:
    """Return the lines of clocks alone, where nothing is planned."""
    return tuple(placement_text(placement) for placement in offsets.placements)


def _probability(placement: Placement) -> float | None:
    """Return a probability as it was found; None where something else made the state."""
    verdict = placement.verdict
    replaced = verdict.held_back or placement.has(FindingKind.MEASURED)
    if placement.assumed is not None:
        replaced = is_sure_to(verdict.probability, HELD_BACK)
    return None if replaced else verdict.probability


def _questions(solution: Solution) -> Iterator[str]:
    why, offsets = solution.why, solution.offsets
    if why is not None:
        for dispute in why.disputes:
            yield f"whose {dispute.reference} {dispute.rival} {dispute.off_s:.3f} {dispute.moves}"
        for pair in why.questions:
            yield f"same {pair.gallery} {pair.photo_a} {pair.photo_b} {pair.gain:.6f}"
    for name in open_galleries(solution.event, offsets, why):
        of_two, row = offsets[name].of_two, offsets[name].maybe_set_right
        yield f"clock {name} two={of_two} set-right={row}"


def _files(plan: Plan) -> Iterator[str]:
    for change in plan.files:
        for tag in change.changes:
            yield f"{change.photo.path.as_posix()} {tag.tag} {tag.new}"

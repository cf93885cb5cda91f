"""Which galleries a plan moves, and why; what is not clearly wrong is left as it is."""

from dataclasses import dataclass

from coincide.model import Estimate, Gallery, Offsets, Placement
from coincide.model.times import offset_in_words
from coincide.model.verdicts import percent
from coincide.model.words import (
    basis_in_words,
    contradicted_in_words,
    finding_in_words,
    reasons_in_words,
)
from coincide.timeline.localtime import BY_HAND
from coincide.writing.plan.model import GalleryPlan, GalleryState

# photos of one moment are taken within a minute; fixes of satellites are seconds old
LEAST_SEEN_S = 60.0
LEAST_MEASURED_S = 15.0


@dataclass(frozen=True, slots=True)
class Caution:
    """What a plan may do beyond what is certain."""

    unsure: bool = False  # move galleries whose offset is found but not certain
    # move those too whose clock may as well be right, because their interval contains zero
    slight: bool = False


def decide(gallery: Gallery, offsets: Offsets, caution: Caution = Caution()) -> GalleryPlan:
    """Return what to do with one gallery."""
    placement = offsets[gallery.name]
    state, why = _judge(placement, caution, is_anchor=gallery.name == offsets.anchor)
    if offsets.method == BY_HAND and state == "right":
        why = "not asked for"
    device = gallery.device
    return GalleryPlan(
        name=gallery.name,
        state=state,
        shift_s=placement.offset_s or 0.0 if state == "moved" else 0.0,
        why=why,
        device=(device.make or "", device.model or "", device.serial or ""),
    )


def _judge(placement: Placement, caution: Caution, *, is_anchor: bool) -> tuple[GalleryState, str]:
    estimate = placement.estimate
    if estimate is None:
        return "unplaced", "; ".join(reasons_in_words(placement)) or "its offset is unknown"
    return _judge_placed(placement, estimate, caution, is_anchor=is_anchor)


def _judge_placed(
    placement: Placement, estimate: Estimate, caution: Caution, *, is_anchor: bool
) -> tuple[GalleryState, str]:
    steady = not placement.jumps and not placement.drift_ppm
    told = placement.contradicted
    if told is not None and not told.confirmed:
        return "unsure", f"{contradicted_in_words(told)}; coincide hint confirm corrects it"
    if placement.assumed is not None:  # nothing was seen that speaks for a change
        return "right", finding_in_words(placement.assumed)
    if steady and abs(estimate.offset_s) < 0.5:
        return "right", "the clock that the others are aligned to" if is_anchor else _right(
            placement
        )
    if not placement.certain and not caution.unsure:
        return "unsure", f"not certain ({_sure(placement)}): --unsure corrects it anyway"
    if steady and _is_slight(estimate) and not caution.slight:
        return "right", f"{_slight(estimate)}: --slight corrects it anyway"
    return _judge_off(placement, caution)


def _judge_off(placement: Placement, caution: Caution) -> tuple[GalleryState, str]:
    """Return what to do with a gallery that is certain to be off from the reference."""
    whose = placement.whose_clock
    if whose is not None and not caution.unsure:
        return "unsure", f"{finding_in_words(whose)}: say so with coincide hint trust"
    return "moved", _why(placement)


def _right(placement: Placement) -> str:
    """Say that nothing would move a gallery: what is not certain is not called right, either."""
    if placement.verdict.state in ("certain", "placed", "unplaced"):
        return "its clock is right"
    return f"its clock seems to be right ({_sure(placement)})"


def _slight(estimate: Estimate) -> str:
    """Say why a clock is left as it is though it may be off by little."""
    between = f"{offset_in_words(estimate.low_s)} to {offset_in_words(estimate.high_s)}"
    if estimate.low_s <= 0.0 <= estimate.high_s:
        return f"its clock may well be right ({between})"
    return f"its clock is right as far as the pictures show ({between})"


def _is_slight(estimate: Estimate) -> bool:
    """Tell whether a clock may as well be right: pictures of one moment are seconds apart.

    What a person says, or satellites do, is closer.
    """
    if estimate.low_s <= 0.0 <= estimate.high_s:
        return True
    measured = estimate.basis.is_given
    least_s = LEAST_MEASURED_S if measured else LEAST_SEEN_S + 2 * estimate.reach_s
    return abs(estimate.offset_s) < least_s and not _is_said(estimate)


def _is_said(estimate: Estimate) -> bool:
    """Tell whether a person gave the offset itself, which is meant to the second."""
    return estimate.basis.source in ("pinned", "by-hand")


def is_slight_by(estimate: Estimate, by_s: float) -> bool:
    """Tell whether a photo may as well be right that would move by so much, zone and all."""
    return _is_slight(estimate.shifted(by_s - estimate.offset_s))


def _why(placement: Placement) -> str:
    words = [f"{offset_in_words(placement.offset_s or 0.0)} ({_sure(placement)})"]
    if placement.error:
        words.append(placement.error)
    if placement.jumps:
        n_jumps = len(placement.jumps)
        words.append(f"its clock was changed {n_jumps} time{'s' if n_jumps > 1 else ''}")
    return "; ".join(words)


def _sure(placement: Placement) -> str:
    estimate, verdict = placement.estimate, placement.verdict
    if estimate is None or verdict.probability is None:
        return "this method does not say how sure it is"
    if estimate.basis.is_given:
        return basis_in_words(estimate.basis)
    if verdict.held_back and verdict.against:
        return finding_in_words(verdict.against[0])
    return f"{percent(verdict.probability)} sure"

"""Clocks that were set anew during the event: which were found, and which were imagined."""

from dataclasses import dataclass

from coincide.model import Jump, Offsets
from coincide_bench.event import BenchEvent, PlantedJump

# fewer photos that share a moment with another gallery leave room for chance
MIN_LINKED = 10
# a jump counts as found this many photos from its place, and this far from its step
WITHIN_PHOTOS = 3
WITHIN_S = 300.0


@dataclass(frozen=True, slots=True)
class ClockOutcome:
    """What was said of one clock of the event, the anchor's too.

    ``n_visible`` of the ``n_planted`` jumps have enough linked photos on either side;
    ``n_found`` of the visible were found. ``split``: whether any jump was claimed.
    """

    gallery: str
    recoverable: bool
    n_planted: int
    n_visible: int
    n_found: int
    split: bool


def judge_clocks(event: BenchEvent, offsets: Offsets) -> tuple[ClockOutcome, ...]:
    """Hold the jumps a method claims against those that were planted."""
    claimed = {placement.gallery: placement.jumps for placement in offsets.placements}
    return tuple(
        _judge_clock(event, gallery, claimed.get(gallery, ()))
        for gallery in event.table.names
        if gallery in event.truth
    )


def _judge_clock(event: BenchEvent, gallery: str, claimed: tuple[Jump, ...]) -> ClockOutcome:
    planted = [jump for jump in event.jumps if jump.gallery == gallery]
    visible = [jump for jump in planted if is_visible(jump)]
    return ClockOutcome(
        gallery=gallery,
        # the anchor's clock is looked at like any other
        recoverable=gallery in event.recoverable or gallery == event.anchor,
        n_planted=len(planted),
        n_visible=len(visible),
        n_found=sum(any(is_found(jump, claim) for claim in claimed) for jump in visible),
        split=bool(claimed),
    )


def is_visible(jump: PlantedJump) -> bool:
    """Tell whether the pictures can show the jump: enough linked photos on either side."""
    return min(jump.n_linked_before, jump.n_linked_after) >= MIN_LINKED


def is_found(jump: PlantedJump, claimed: Jump) -> bool:
    """Tell whether a claimed jump is the planted one."""
    near = abs(claimed.row - jump.photo) <= WITHIN_PHOTOS
    return near and abs(claimed.step_s - jump.step_s) <= WITHIN_S

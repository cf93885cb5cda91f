"""Options of clocks that are set anew during the event."""

from dataclasses import dataclass

from coincide.solver.options.setting import BY_HAND, setting


@dataclass(frozen=True, slots=True)
class CourseOptions:
    """How clocks are set anew during an event, or two devices share a folder."""

    set_share: float = setting(
        0.05, BY_HAND, "of clocks that are set by hand, so many are set anew during an event"
    )
    two_share: float = setting(
        0.005, BY_HAND, "of galleries so many are of two devices that no tag tells apart"
    )
    states: int = setting(14, BY_HAND, "offsets that a clock may have had, at most")

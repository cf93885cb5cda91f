"""The words of the suites "as-is" and "mess": what wrong, harmed and mended mean, photo by photo.

They were fixed before the solver was changed by them. *Truth* is an instant; where a time is
written without a zone, or nobody knows the true one, it is what a clock on the wall showed.
"""

import math
from dataclasses import dataclass
from typing import Literal

# a clock is wrong beyond this, or beyond what the truth itself is good for
WRONG_S = 60.0
# what is written within this is right
RIGHT_S = 120.0
# a photo that is left so much further off than before was moved for the worse
WORSE_S = 2.0
# nothing may be written further off than this, however wrong it was before
HARM_S = 300.0

# "moved": written, neither harmed nor mended
Fate = Literal["harmed", "mended", "moved", "left alone"]


@dataclass(frozen=True, slots=True)
class Told:
    """A time as it is written: a clock's face, and its zone, None where none is written."""

    time_s: float
    zone_s: int | None = None


@dataclass(frozen=True, slots=True)
class Truth:
    """When a photo was taken: what a right clock on the wall showed, in which zone, how exactly."""

    wall_s: float
    zone_s: int | None = None
    tolerance_s: float = 0.0

    @property
    def instant_s(self) -> float:
        """Seconds of one clock for the whole event: UTC, or the wall's where no zone is known."""
        return self.wall_s - (self.zone_s or 0)


@dataclass(frozen=True, slots=True)
class Chance:
    """A probability that was stated, and whether what it is of was so."""

    stated: float
    true: bool


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one photo whose truth is known.

    ``certain``: whether the time that was found for it was called certain; ``certain_wrong``:
    and it is not right. ``chance``: P(harm) of writing that time, where it moves the photo.
    ``if_written``: what writing that time would do to it, whatever the plan does.
    """

    wrong: bool
    knowable: bool
    fate: Fate
    certain: bool
    certain_wrong: bool
    chance: Chance | None = None
    if_written: Fate = "left alone"


def off_s(told: Told | None, truth: Truth) -> float:
    """Return how far a time is from the truth: between instants where both tell their zones.

    A photo without a time is as far off as can be.

    >>> off_s(Told(36000.0, 7200), Truth(32400.0, 3600)), off_s(Told(36000.0), Truth(32400.0, 3600))
    (0.0, 3600.0)
    """
    if told is None:
        return math.inf
    if told.zone_s is None or truth.zone_s is None:
        return abs(told.time_s - truth.wall_s)
    return abs(told.time_s - told.zone_s - truth.instant_s)


def is_wrong(told: Told | None, truth: Truth) -> bool:
    """Tell whether a photo's time is wrong, as it stands."""
    return off_s(told, truth) > max(WRONG_S, truth.tolerance_s)


def is_right(told: Told | None, truth: Truth) -> bool:
    """Tell whether a time that is called certain, or was written, is right."""
    return off_s(told, truth) <= max(RIGHT_S, truth.tolerance_s)


def is_harmed(before: Told | None, truth: Truth, written: Told | None) -> bool:
    """Tell whether a plan left a photo worse than it was, or wrote what cannot be right."""
    if written is None:
        return False
    after_s, before_s = off_s(written, truth), off_s(before, truth)
    worse = after_s - before_s > WORSE_S and after_s > truth.tolerance_s
    return worse or after_s > max(HARM_S, truth.tolerance_s)


def fate_of(before: Told | None, truth: Truth, written: Told | None) -> Fate:
    """Return what a plan did to a photo; a photo that is worse than before is never mended."""
    if written is None:
        return "left alone"
    if is_harmed(before, truth, written):
        return "harmed"
    mended = is_wrong(before, truth) and is_right(written, truth)
    return "mended" if mended else "moved"


def judge(
    before: Told | None,
    truth: Truth,
    *,
    written: Told | None,
    certain: Told | None,
    knowable: bool,
    found: Told | None = None,
    harm: float | None = None,
) -> Verdict:
    """Return the verdict on a photo.

    ``written``: what the default plan writes, None where it leaves the photo alone. ``certain``:
    the time that was found for it, None where that was not called certain; ``found``: that time,
    whether or not, and ``harm`` the stated probability that writing it harms.
    """
    return Verdict(
        wrong=is_wrong(before, truth),
        knowable=knowable,
        fate=fate_of(before, truth, written),
        certain=certain is not None,
        certain_wrong=certain is not None and not is_right(certain, truth),
        chance=_chance(before, truth, found, harm),
        if_written=fate_of(before, truth, found),
    )


def _chance(
    before: Told | None, truth: Truth, found: Told | None, harm: float | None
) -> Chance | None:
    if found is None or harm is None or before is None:
        return None
    moves = abs(off_s(found, truth) - off_s(before, truth)) > WRONG_S
    return Chance(harm, is_harmed(before, truth, found)) if moves else None

"""What is likely of offsets before any photo is looked at."""

import numpy as np

from coincide.model import Floats
from coincide.model.times import HOUR_S
from coincide.solver.normal import normal_density
from coincide.solver.options import JointOptions

# middles may be anywhere, only less and less likely: a heavy tail
_OVERLAP_TAIL = 3.0
# however long galleries are, their middles may lie a minute further apart
_MORE_SD_S = 60.0
# photos of a moment do not tell how long the event was: that two galleries are that short must
# never be enough to be certain of 300 s. The longer they are, the less this leaves open
_MOMENT_SD_S = 300.0
# how often a clock is whole hours off: it is in the wrong zone
_WHOLE_HOURS_SHARE = 0.05
# how often it is half an hour off: few zones are
_HALF_HOURS_SHARE = 0.01
# whole and half hours are meant to the minute or so
_ROUND_SD_S = 45.0


def shifted_overlap(
    span: tuple[float, float],
    others: tuple[float, float],
    shifts_s: Floats,
    options: JointOptions,
) -> Floats:
    """Return the log-odds of shifting one span against another, both of one event.

    Galleries of one event overlap: their middles are apart by a share of their length.
    """
    apart_s = (span[0] + span[1]) / 2 + shifts_s - (others[0] + others[1]) / 2
    usual_s = options.overlap_share * ((span[1] - span[0]) + (others[1] - others[0])) / 2
    sd_s = max(_MORE_SD_S + usual_s, _MOMENT_SD_S - usual_s)
    odds: Floats = -_OVERLAP_TAIL * np.log1p((apart_s / sd_s) ** 2 / 2)
    return odds


def round_hours_odds(relative_s: Floats) -> Floats:
    """Return the log-odds of relative offsets for being whole or half hours."""
    whole = _near_multiple(relative_s, HOUR_S, _ROUND_SD_S)
    half = _near_multiple(relative_s - HOUR_S / 2, HOUR_S, _ROUND_SD_S)
    wholes, halves = _WHOLE_HOURS_SHARE, _HALF_HOURS_SHARE
    odds: Floats = np.log(1 - wholes - halves + wholes * whole + halves * half)
    return odds


def _near_multiple(value_s: Floats, step_s: float, sd_s: float) -> Floats:
    """Return how much denser than anywhere offsets are, so near a multiple of a step."""
    off_s = value_s - np.round(value_s / step_s) * step_s
    return step_s * normal_density(off_s, sd_s)

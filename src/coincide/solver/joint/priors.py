"""What is likely of offsets before any photo is looked at."""

import numpy as np

from coincide.model import Floats
from coincide.model.times import HOUR_S

# middles may be anywhere, only less and less likely: a heavy tail
TAIL = 3.0
# however long galleries are, their middles may lie a minute further apart
MORE_SD_S = 60.0
# photos of a moment do not tell how long the event was: that two galleries are that short must
# never be enough to be certain of 300 s. The longer they are, the less is left open so
MOMENT_SD_S = 300.0

# a clock in the wrong zone is a whole hour off, rarely a half, to the minute or so
WHOLE_SHARE, HALF_SHARE = 0.05, 0.01
ROUND_SD_S = 45.0


def shifted_overlap(
    span: tuple[float, float], others: tuple[float, float], shifts_s: Floats, share: float
) -> Floats:
    """Return the log-odds of shifting one span against another, both of one event.

    Galleries of one event overlap: their middles are apart by a share of their length.
    """
    apart_s = (span[0] + span[1]) / 2 + shifts_s - (others[0] + others[1]) / 2
    usual_s = share * ((span[1] - span[0]) + (others[1] - others[0])) / 2
    sd_s = max(MORE_SD_S + usual_s, MOMENT_SD_S - usual_s)
    odds: Floats = -TAIL * np.log1p((apart_s / sd_s) ** 2 / 2)
    return odds


def round_hours_odds(relative_s: Floats) -> Floats:
    """Return the log-odds of relative offsets for being whole or half hours."""
    whole = _near_multiple(relative_s, HOUR_S)
    half = _near_multiple(relative_s - HOUR_S / 2, HOUR_S)
    odds: Floats = np.log(1 - WHOLE_SHARE - HALF_SHARE + WHOLE_SHARE * whole + HALF_SHARE * half)
    return odds


def _near_multiple(value_s: Floats, step_s: float) -> Floats:
    """Return how much denser than anywhere offsets are, so near a multiple of a step."""
    off_s = value_s - np.round(value_s / step_s) * step_s
    density: Floats = (
        step_s / (ROUND_SD_S * np.sqrt(2 * np.pi)) * np.exp(-((off_s / ROUND_SD_S) ** 2) / 2)
    )
    return density

"""What is likely of offsets before any photo is looked at."""

import numpy as np

from coincide.model import Floats
from coincide.model.times import HOUR_S
from coincide.solver.normal import normal_density
from coincide.solver.options import JointOptions, PriorOptions


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
    sd_s = max(options.prior.more_sd_s + usual_s, options.prior.moment_sd_s - usual_s)
    odds: Floats = -options.prior.overlap_tail * np.log1p((apart_s / sd_s) ** 2 / 2)
    return odds


def round_hours_odds(relative_s: Floats, options: PriorOptions) -> Floats:
    """Return the log-odds of relative offsets for being whole or half hours."""
    whole = _near_multiple(relative_s, HOUR_S, options.round_sd_s)
    half = _near_multiple(relative_s - HOUR_S / 2, HOUR_S, options.round_sd_s)
    wholes, halves = options.whole_hours_share, options.half_hours_share
    odds: Floats = np.log(1 - wholes - halves + wholes * whole + halves * half)
    return odds


def _near_multiple(value_s: Floats, step_s: float, sd_s: float) -> Floats:
    """Return how much denser than anywhere offsets are, so near a multiple of a step."""
    off_s = value_s - np.round(value_s / step_s) * step_s
    return step_s * normal_density(off_s, sd_s)

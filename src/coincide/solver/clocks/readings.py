"""Settle what the headers of one device mean, by where its clips truly began.

Headers tell the start, the end, or when a file was saved, in UTC or as the clock shows. The clips
of one device share that choice c and the error d of its clock, so that for each clip i

    true start_i = start_i(c) + d + noise,

where start_i(end) = start_i(start) − length_i. If c is wrong, what is left over grows with the
length of the clips, and no d explains clips of different length: that is how start is told from
end. Clips of one length, or a single one, leave it to the prior. UTC is told from local time by
the zone, as far as d is known: from the device's photos, or because phones are right.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from scipy.special import log_ndtr, logsumexp

from coincide.model import Clip, ClockFace, Floats, HeaderReading, ReadingKind
from coincide.solver.clocks.options import ClipOptions
from coincide.solver.clocks.zones import ZONES_IN_USE_S

Choice = tuple[ReadingKind, ClockFace]


@dataclass(frozen=True, slots=True)
class PlacedClip:
    """A clip of a device, and when it began in event time by ties or photos; None: not placed."""

    clip: Clip
    start_s: float | None = None
    sigma_s: float = 0.0


@dataclass(frozen=True, slots=True)
class MeaningShare:
    """One thing that a device's headers may mean, and how probable it is."""

    kind: ReadingKind
    clock: ClockFace
    probability: float


@dataclass(frozen=True, slots=True)
class Settled:
    """What a device's headers mean, likeliest first, and when each clip then began.

    ``starts_s`` are in the clock of the likeliest meaning; None where that is when it was saved,
    of which one only knows that it was later.
    """

    shares: tuple[MeaningShare, ...]
    starts_s: tuple[float | None, ...]


def settle_reading(
    clips: Sequence[PlacedClip],
    *,
    zone_s: float | None = None,
    offset_s: float = 0.0,
    offset_sd_s: float | None = None,
    options: ClipOptions = ClipOptions(),
) -> Settled:
    """Return the posterior over what the headers of one device mean.

    ``zone_s`` takes UTC to the local time that event time is in; None: any zone on Earth may.
    ``offset_s`` ± ``offset_sd_s`` is what takes the device's clock to event time, as its photos
    or its kind say; left out, nothing is known of it.
    """
    choices = _choices(clips)
    if not choices:
        return Settled((), tuple(None for _ in clips))
    sd_s = options.unknown_sd_s if offset_sd_s is None else offset_sd_s
    placed = [one for one in clips if one.start_s is not None and one.clip.readings]
    logs = np.array(
        [
            _log_prior(clips, choice, options)
            + _log_likelihood(placed, choice, zone_s, (offset_s, sd_s), options)
            for choice in choices
        ]
    )
    probabilities = np.exp(logs - logsumexp(logs))
    order: list[int] = np.argsort(-probabilities, kind="stable").tolist()
    ranked = [(choices[n], float(probabilities[n])) for n in order]
    shares = tuple(MeaningShare(kind, clock, share) for (kind, clock), share in ranked)
    best = choices[order[0]]
    return Settled(shares, tuple(_start_s(one.clip, best) for one in clips))


def _choices(clips: Sequence[PlacedClip]) -> list[Choice]:
    """Return everything that any clip's header may mean, the likeliest of the first clip first."""
    found = ((read.kind, read.clock) for one in clips for read in one.clip.readings)
    return list(dict.fromkeys(found))


def _reading(clip: Clip, choice: Choice) -> HeaderReading | None:
    """Return what a clip's time means by a choice; told in another clock if only that is known."""
    exact = (one for one in clip.readings if (one.kind, one.clock) == choice)
    alike = (one for one in clip.readings if one.kind == choice[0])
    return next(chain(exact, alike), None)


def _start_s(clip: Clip, choice: Choice) -> float | None:
    found = _reading(clip, choice)
    return None if found is None or found.kind == "saved" else found.start_s


def _log_prior(clips: Sequence[PlacedClip], choice: Choice, options: ClipOptions) -> float:
    """Return the mean over clips: they have one maker, which counts once and not for each."""
    absent = float(np.log(options.absent_share))
    found = [_reading(one.clip, choice) for one in clips if one.clip.readings]
    return float(np.mean([absent if one is None else one.log_prior for one in found]))


def _log_likelihood(
    placed: Sequence[PlacedClip],
    choice: Choice,
    zone_s: float | None,
    clock: tuple[float, float],
    options: ClipOptions,
) -> float:
    """Return log p(true starts | choice), the clock's error and the zone integrated out."""
    known = [(one, read) for one in placed if (read := _reading(one.clip, choice)) is not None]
    if not known:
        return 0.0
    true_s = np.array([one.start_s for one, _ in known], dtype=np.float64)
    said_s = np.array([read.start_s for _, read in known])
    in_utc = np.array([read.clock == "utc" for _, read in known])
    sd_s = np.hypot([one.sigma_s for one, _ in known], options.header_sd_s)
    zones_s = [zone_s] if zone_s is not None else sorted(ZONES_IN_USE_S)
    zones_s = zones_s if in_utc.any() else [0.0]
    saved = choice[0] == "saved"
    logs = [
        _log_marginal(true_s - said_s - in_utc * one_s, sd_s, clock, options, saved=saved)
        for one_s in zones_s
    ]
    return float(logsumexp(logs) - np.log(len(logs)))


def _log_marginal(
    apart_s: Floats,
    sd_s: Floats,
    clock: tuple[float, float],
    options: ClipOptions,
    *,
    saved: bool,
) -> float:
    """Return log ∫ p(d) Π p(apart_i | d) dd, by a sum over a grid that is dense at every clip."""
    around_sds = np.linspace(-options.grid_sds, options.grid_sds, options.grid_points)
    centres, widths = np.append(apart_s, clock[0]), np.append(sd_s, clock[1])
    grid_s = np.unique(centres[:, None] + widths[:, None] * around_sds[None, :])
    from_clock_s = apart_s[None, :] - grid_s[:, None]
    if saved:  # it began at any time before what the header allows
        fits = log_ndtr(-from_clock_s / sd_s) - np.log(options.saved_within_s)
    else:
        fits = _log_normal(from_clock_s, sd_s)
    right, wrong = np.log1p(-options.wrong_share), np.log(options.wrong_share)
    each = np.logaddexp(right + fits, wrong - np.log(options.wrong_within_s))
    logs = _log_normal(grid_s - clock[0], clock[1]) + each.sum(axis=1)
    steps = np.gradient(grid_s) if len(grid_s) > 1 else np.ones(1)
    return float(logsumexp(logs, b=np.abs(steps)))


def _log_normal(from_mean_s: Floats, sd_s: Floats | float) -> Floats:
    density: Floats = -((from_mean_s / sd_s) ** 2) / 2 - np.log(sd_s * np.sqrt(2 * np.pi))
    return density

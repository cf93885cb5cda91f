"""Look closer at a lag of two clips: whether phases of their sounds agree, block by block."""

from dataclasses import dataclass

import numpy as np
import scipy  # its parts are loaded where they are first used: looking needs none
from numpy.typing import NDArray

from coincide.sound.features import Samples
from coincide.sound.options import PPM, RATE, FeatureOptions

# blocks of sound are longer than a room's echoes, and shorter than a phrase
_BLOCK_S = 0.512
# blocks overlap by half: each sample counts once
_BLOCK_HOP_S = 0.256
# how far from the candidate's lag the true one may be
_REACH_S = 0.09
# clocks of two clips differ by no more: two quartzes, each of up to 55 ppm
_MOST_PPM = 110.0
# ways to pair blocks wrongly, to see what chance gives
_N_WRONG = 8
# blocks so far apart have nothing in common
_WRONG_S = 1.5
# more overlap than this adds time, not certainty
_MOST_S = 60.0
# groups of blocks between which drift is looked for
_N_GROUPS = 16


@dataclass(frozen=True, slots=True)
class Blocks:
    """Cross-spectra of two clips' blocks at a lag, phases alone: blocks × bins.

    ``starts_s``: each block's start on the first's time. ``lag``: in samples, as paired.
    """

    phases: NDArray[np.complex64]
    first: NDArray[np.complex64]
    second: NDArray[np.complex64]
    starts_s: NDArray[np.float64]
    lag: int
    size: int


@dataclass(frozen=True, slots=True)
class Match:
    """How well two clips agree near a lag: the peak's height above wrongly paired blocks."""

    lag_s: float
    z: float
    drift_ppm: float
    start_s: float
    end_s: float


def cut_blocks(
    first: Samples,
    second: Samples,
    lag_s: float,
    bands: FeatureOptions = FeatureOptions(),
    rate: int = RATE,
) -> Blocks:
    """Cut what two clips have in common at a lag to blocks, and compare their phases."""
    size, hop = round(_BLOCK_S * rate), round(_BLOCK_HOP_S * rate)
    lag = round(lag_s * rate)
    start, end = max(0, lag), min(len(first), len(second) + lag)
    end = min(end, start + round(_MOST_S * rate))
    at = np.arange(start, end - size + 1, hop)
    hz = np.fft.rfftfreq(size, 1 / rate)
    inside = (hz >= bands.low_hz) & (hz <= bands.high_hz)
    window = np.hanning(size).astype(np.float32)
    a, b = (
        _unit(scipy.fft.rfft(sound[from_[:, None] + np.arange(size)] * window, axis=1), inside)
        for sound, from_ in ((first, at), (second, at - lag))
    )
    return Blocks(a * np.conj(b), a, b, at / rate, lag, size)


def _unit(spectra: NDArray[np.complex64], inside: NDArray[np.bool_]) -> NDArray[np.complex64]:
    """Return phases alone, of the bins that count."""
    size = np.abs(spectra)
    return np.asarray(
        np.where(inside & (size > 0), spectra / np.maximum(size, np.finfo(np.float32).tiny), 0)
    )


def verify(blocks: Blocks, rate: int = RATE) -> Match:
    """Return the lag near the candidate at which stacked blocks agree best, and how well."""
    reach = round(_REACH_S * rate)
    n = len(blocks.starts_s)
    curves = _curves(blocks.phases, blocks.size, reach)
    spread = chance_spread(blocks, reach)
    height, best, drift_ppm = _peak(curves, blocks.starts_s, rate)
    start_s = float(blocks.starts_s[0])
    return Match(
        lag_s=(blocks.lag + best) / rate,
        z=height / spread if spread > 0 else 0.0,
        drift_ppm=drift_ppm,
        start_s=start_s,
        end_s=float(blocks.starts_s[n - 1]) + blocks.size / rate,
    )


def _curves(phases: NDArray[np.complex64], size: int, reach: int) -> NDArray[np.float32]:
    """Return blocks × lags from −reach to reach."""
    curves = scipy.fft.irfft(phases, size, axis=1)
    return np.concatenate((curves[:, -reach:], curves[:, : reach + 1]), axis=1)


def chance_spread(blocks: Blocks, reach: int) -> float:
    """Return the spread of stacked blocks that are wrongly paired."""
    n = len(blocks.starts_s)
    least = min(max(1, round(_WRONG_S / _BLOCK_HOP_S)), max(1, n // 2))
    shifts = np.unique(np.linspace(least, max(n - least, least), _N_WRONG).astype(int))
    stacks = [
        _curves(
            np.mean(blocks.first * np.conj(np.roll(blocks.second, k, axis=0)), axis=0)[None],
            blocks.size,
            reach,
        )
        for k in shifts
    ]
    return float(np.sqrt(np.mean(np.square(stacks))))


def _peak(
    curves: NDArray[np.float32], starts_s: NDArray[np.float64], rate: int
) -> tuple[float, int, float]:
    """Return height, lag and drift of the highest stack over all drifts that quartzes have.

    Blocks are stacked in groups first: within one, the greatest drift moves little.
    """
    n, width = curves.shape
    groups = np.array_split(np.arange(n), min(n, _N_GROUPS))
    sums = np.stack([curves[group].sum(axis=0) for group in groups])
    middles_s = np.array([np.mean(starts_s[group]) for group in groups]) - np.mean(starts_s)
    step_ppm = 2 / PPM / max((starts_s[-1] - starts_s[0]) * rate, 1)
    n_steps = int(_MOST_PPM / step_ppm)
    drifts_ppm = np.arange(-n_steps, n_steps + 1) * step_ppm
    stacks = np.zeros((len(drifts_ppm), width), np.float32)
    for middle_s, row in zip(middles_s, sums, strict=True):
        shifts = np.rint(middle_s * drifts_ppm * PPM * rate).astype(int)
        for shift in np.unique(shifts):
            stacks[shifts == shift] += np.roll(row, -shift)
    drift, at = np.unravel_index(np.argmax(stacks), stacks.shape)
    return float(stacks[drift, at]) / n, int(at) - width // 2, float(drifts_ppm[drift])

"""What a clip's sound is searched by: its log spectrum in time, without level and room."""

from functools import cache

import numpy as np
import scipy  # its parts are loaded where they are first used: looking needs none
from numpy.typing import NDArray

from coincide.sound.options import RATE, FeatureOptions

# power is averaged so long: finer grain is the room's, other for each phone
_SMOOTH_S = 0.1
# bands, evenly on a log scale: more tell nothing more
_N_BANDS = 96
# slower changes are the level's and the room's
_HIGHPASS_S = 2.0
# a band is no narrower than the window can tell
_LEAST_BINS = 1.5
# frames transformed at once: bounds memory
_FRAMES_AT_ONCE = 2048
# power below this part of the median is as good as silence
_FLOOR = 1e-3

Samples = NDArray[np.float32]
# frames × cosines; float16: what is kept
Features = NDArray[np.float16]


def sound_features(samples: Samples, options: FeatureOptions = FeatureOptions()) -> Features:
    """Return features of a clip, a row for each hop; they depend on no other clip.

    A fixed projection (cosines over the bands) rather than one that is learned: what is kept of
    a clip stays valid whatever other clips come.
    """
    bands = scipy.ndimage.uniform_filter1d(
        _band_powers(samples, options), round(_SMOOTH_S / options.hop_s), axis=0
    )
    if len(bands) == 0:
        return np.zeros((0, options.n_kept), np.float16)
    floor = _FLOOR * max(float(np.median(bands)), float(np.finfo(np.float32).tiny))
    logs = np.log(bands + floor)
    logs -= scipy.ndimage.uniform_filter1d(
        logs, round(_HIGHPASS_S / options.hop_s), axis=0, mode="nearest"
    )
    shape = scipy.fft.dct(logs, axis=1, norm="ortho")[:, : options.n_kept]
    spread = np.std(shape, axis=0)
    return np.asarray(shape / np.where(spread > 0, spread, 1), np.float16)


def _band_powers(samples: Samples, options: FeatureOptions) -> NDArray[np.float32]:
    """Return the power in each band of each frame."""
    window, hop = round(options.window_s * RATE), round(options.hop_s * RATE)
    n_frames = max(0, 1 + (len(samples) - window) // hop)
    matrix, shape = _bands(options), np.hanning(window).astype(np.float32)
    out = np.empty((n_frames, _N_BANDS), np.float32)
    for first in range(0, n_frames, _FRAMES_AT_ONCE):
        last = min(first + _FRAMES_AT_ONCE, n_frames)
        part = samples[first * hop : (last - 1) * hop + window]
        frames = np.lib.stride_tricks.sliding_window_view(part, window)[::hop]
        spectra = np.fft.rfft(frames * shape, axis=1)
        out[first:last] = (spectra.real**2 + spectra.imag**2) @ matrix
    return out


@cache
def _bands(options: FeatureOptions) -> NDArray[np.float32]:
    """Return bins × bands: triangles on a log scale, each at least as wide as a bin."""
    window = round(options.window_s * RATE)
    hz = np.fft.rfftfreq(window, 1 / RATE)
    centres = np.geomspace(options.low_hz, options.high_hz, _N_BANDS)
    widths = np.maximum(np.gradient(centres), _LEAST_BINS * RATE / window)
    weights = np.clip(1 - np.abs(hz[:, None] - centres) / widths, 0, None)
    return np.asarray(weights / weights.sum(axis=0), np.float32)


# columns of a shape: as many as a bar on a screen has room for
N_COLUMNS = 160
# one letter for each column, from silent to loudest
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


def sound_shape(samples: NDArray[np.float32], n_columns: int = N_COLUMNS) -> str:
    """Return a sound as so many letters, each how loud a stretch is; empty of no sound.

    What is told is the amplitude, beside the loudest.

    >>> sound_shape(np.array([0, 0, 1, 1], np.float32), 2)
    'A_'
    """
    if not len(samples):
        return ""
    edges = np.linspace(0, len(samples), n_columns + 1).astype(np.int64)
    total = np.concatenate([[0.0], np.cumsum(samples.astype(np.float64) ** 2)])
    power = (total[edges[1:]] - total[edges[:-1]]) / np.maximum(np.diff(edges), 1)
    if power.max() <= 0.0:
        return LETTERS[0] * n_columns
    level = np.sqrt(np.maximum(power, 0.0) / power.max())
    return "".join(
        LETTERS[item] for item in np.rint(level * (len(LETTERS) - 1)).astype(int).tolist()
    )

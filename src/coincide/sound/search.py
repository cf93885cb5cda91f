"""Search all pairs of clips for lags at which they may have heard the same."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import scipy  # its parts are loaded where they are first used: looking needs none
from numpy.typing import NDArray

from coincide.engine.local import Threads
from coincide.sound.features import Features
from coincide.sound.options import FeatureOptions, SearchOptions

# longer clips are cut to such pieces: bounds memory
_PIECE_S = 30.0
# less sound in common is never enough
_LEAST_OVERLAP_S = 2.0
# lags kept of each two pieces
_PER_PAIR = 4
# nearer lags are one
_LAG_APART_S = 0.2

# which lags of two clips are possible: from, to in seconds; None: they cannot have met
Gate = Callable[[int, int], tuple[float, float] | None]
EVERY_LAG = (-np.inf, np.inf)
# the mean of |x| beside a standard deviation, of a normal distribution
_MEAN_ABSOLUTE = float(np.sqrt(2 / np.pi))


@dataclass(frozen=True, slots=True)
class Candidate:
    """A lag at which two clips may have heard the same; by their numbers, the lower first.

    ``lag_s``: where the second's sample 0 is on the first's time.
    """

    first: int
    second: int
    lag_s: float
    z: float


@dataclass(frozen=True, slots=True)
class _Piece:
    clip: int
    start: int
    rows: NDArray[np.float16]


def find_candidates(
    features: Sequence[Features],
    *,
    options: SearchOptions = SearchOptions(),
    feature_options: FeatureOptions = FeatureOptions(),
    gate: Gate = lambda first, second: EVERY_LAG,
    threads: int = 1,
) -> list[Candidate]:
    """Return the lags worth verifying of all pairs of clips, by clip and lag.

    Memory is that of a few tiles of pieces, however many clips there are.
    """
    pieces = _pieces(features, feature_options)
    search = _Search(pieces, options, feature_options, gate)
    with Threads(threads) as pool:
        rows = pool.map(search.row, range(0, len(pieces), options.piece_tile))
        found = [candidate for row in rows for candidate in row]
    return _best(_joined(found), len(features), options)


def _pieces(features: Sequence[Features], feature_options: FeatureOptions) -> list[_Piece]:
    """Cut clips to pieces, the longest first: tiles of like lengths waste least."""
    size = round(_PIECE_S / feature_options.hop_s)
    least = round(_LEAST_OVERLAP_S / feature_options.hop_s)
    pieces = [
        _Piece(clip, start, rows[start : start + size])
        for clip, rows in enumerate(features)
        for start in range(0, len(rows), size)
        if len(rows) - start >= least
    ]
    return sorted(pieces, key=lambda piece: (-len(piece.rows), piece.clip, piece.start))


@dataclass(frozen=True)
class _Search:
    pieces: list[_Piece]
    options: SearchOptions
    feature_options: FeatureOptions
    gate: Gate

    def row(self, first: int) -> list[Candidate]:
        """Return what some pieces have in common with themselves and all after them."""
        size = self.options.piece_tile
        left = self.pieces[first : first + size]
        found: list[Candidate] = []
        spectra, n_spectra = None, 0
        for second in range(first, len(self.pieces), size):
            right = self.pieces[second : second + size]
            wanted = self._wanted(left, right, same=first == second)
            if not wanted:
                continue
            n = scipy.fft.next_fast_len(len(left[0].rows) + len(right[0].rows), real=True)
            if spectra is None or n != n_spectra:
                spectra, n_spectra = _spectra(left, n), n
            found += self._tile(left, right, spectra, n, wanted)
        return found

    def _wanted(
        self, left: list[_Piece], right: list[_Piece], *, same: bool
    ) -> list[tuple[int, int]]:
        return [
            (i, j)
            for i, a in enumerate(left)
            for j, b in enumerate(right)
            if (i < j or not same) and a.clip != b.clip and self._gate(a, b) is not None
        ]

    def _gate(self, a: _Piece, b: _Piece) -> tuple[float, float] | None:
        """Return the lags of two pieces that are possible, in seconds of their clips' lag."""
        if a.clip < b.clip:
            return self.gate(a.clip, b.clip)
        turned = self.gate(b.clip, a.clip)
        return None if turned is None else (-turned[1], -turned[0])

    def _tile(
        self,
        left: list[_Piece],
        right: list[_Piece],
        spectra: NDArray[np.complex64],
        n: int,
        wanted: list[tuple[int, int]],
    ) -> Iterator[Candidate]:
        """Yield the candidates of a tile of pairs."""
        products = np.matmul(spectra, np.conj(_spectra(right, n)).transpose(0, 2, 1))
        for i in range(len(left)):
            columns = [j for k, j in wanted if k == i]
            if not columns:
                continue
            curves = scipy.fft.irfft(np.ascontiguousarray(products[:, i, columns].T), n, axis=1)
            for j, curve in zip(columns, curves, strict=True):
                yield from self._peaks(left[i], right[j], curve)

    def _peaks(self, a: _Piece, b: _Piece, curve: NDArray[np.float32]) -> Iterator[Candidate]:
        """Yield the highest lags of two pieces, each a while from the next."""
        hop_s = self.feature_options.hop_s
        n_a, n_b = len(a.rows), len(b.rows)
        lags = np.arange(1 - n_b, n_a)
        shared = np.minimum(n_a, lags + n_b) - np.maximum(0, lags)
        usable = shared >= _LEAST_OVERLAP_S / hop_s
        low, high = self._gate(a, b) or EVERY_LAG
        clip_lags_s = (lags + a.start - b.start) * hop_s
        scores = curve[lags] / np.sqrt(shared)
        spread = float(np.mean(np.abs(scores[usable]))) / _MEAN_ABSOLUTE
        usable &= (clip_lags_s >= low) & (clip_lags_s <= high)
        if spread == 0:
            return
        scores = np.where(usable, scores / spread, 0.0)
        apart = round(_LAG_APART_S / hop_s)
        for _ in range(_PER_PAIR):
            best = int(np.argmax(scores))
            if scores[best] < self.options.least_z:
                return
            yield _candidate(a, b, float(clip_lags_s[best]), float(scores[best]))
            scores[max(0, best - apart) : best + apart + 1] = 0.0


def _candidate(a: _Piece, b: _Piece, lag_s: float, z: float) -> Candidate:
    if a.clip < b.clip:
        return Candidate(a.clip, b.clip, lag_s, z)
    return Candidate(b.clip, a.clip, -lag_s, z)


def _spectra(pieces: Sequence[_Piece], n: int) -> NDArray[np.complex64]:
    """Return frequencies × pieces × cosines."""
    padded = np.zeros((len(pieces), n, pieces[0].rows.shape[1]), np.float32)
    for k, piece in enumerate(pieces):
        padded[k, : len(piece.rows)] = piece.rows
    return np.ascontiguousarray(scipy.fft.rfft(padded, axis=1).transpose(1, 0, 2))


def _joined(found: Sequence[Candidate]) -> list[Candidate]:
    """Return candidates of clips from those of their pieces: lags that are one become one."""
    kept: list[Candidate] = []
    for candidate in sorted(found, key=lambda c: (c.first, c.second, c.lag_s)):
        last = kept[-1] if kept else None
        same = last is not None and (last.first, last.second) == (candidate.first, candidate.second)
        if last is not None and same and candidate.lag_s - last.lag_s <= _LAG_APART_S:
            kept[-1] = max(last, candidate, key=lambda c: c.z)
        else:
            kept.append(candidate)
    return kept


def _best(found: list[Candidate], n_clips: int, options: SearchOptions) -> list[Candidate]:
    """Return the best candidates of each clip."""
    left = [options.per_clip] * n_clips
    kept = []
    for candidate in sorted(found, key=lambda c: -c.z):
        if left[candidate.first] > 0 or left[candidate.second] > 0:
            left[candidate.first] -= 1
            left[candidate.second] -= 1
            kept.append(candidate)
    return sorted(kept, key=lambda c: (c.first, c.second, c.lag_s))

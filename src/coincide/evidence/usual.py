"""What likeness says about nearness in events at large: where every event starts from.

Made by ``python -m coincide.bench.evidence_fit`` from development events (dealt photos of
three sets and simulated ones, each counted alike); never from what results are reported on.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from coincide.model import Floats


@dataclass(frozen=True)
class UsualTable:
    """Shares of pairs by bin of likeness: ``far`` (bins,), and ``log_ratio`` (scales, bins)."""

    edges: Floats
    scales_s: tuple[float, ...]
    far: Floats
    log_ratio: Floats

    def near(self, scale_s: float) -> Floats:
        """Return the shares of the pairs within a scale, that of the nearest scale known."""
        nearest = int(np.argmin(np.abs(np.log(np.array(self.scales_s) / scale_s))))
        share = self.far * np.exp(self.log_ratio[nearest])
        near: Floats = share / share.sum()
        return near


def flat(edges: Floats) -> UsualTable:
    """Return a table that says nothing: each bin as usual near as far."""
    n_bins = len(edges) + 1
    return UsualTable(edges, (1.0,), np.full(n_bins, 1.0 / n_bins), np.zeros((1, n_bins)))


LOOK = UsualTable(
    edges=np.arange(-6, 21) / 4,
    scales_s=(15.0, 60.0, 240.0, 960.0, 3600.0),
    far=np.array(
        [
            0.0227,
            0.0369,
            0.0711,
            0.103,
            0.121,
            0.122,
            0.114,
            0.0988,
            0.081,
            0.0646,
            0.0488,
            0.0369,
            0.0269,
            0.0189,
            0.013,
            0.00845,
            0.00537,
            0.00311,
            0.00181,
            0.000981,
            0.00052,
            0.000203,
            0.000104,
            3.33e-05,
            3.29e-05,
            1.07e-05,
            1.31e-05,
            1e-05,
        ]
    ),
    log_ratio=np.array(
        [
            [
                -2.77,
                -4.06,
                -3.81,
                -3.2,
                -2.42,
                -2.48,
                -1.8,
                -1.2,
                -0.98,
                -0.56,
                -0.01,
                0.04,
                0.69,
                0.87,
                1.57,
                1.92,
                2.49,
                3.31,
                3.88,
                4.38,
                4.92,
                5.68,
                6.14,
                6.7,
                6.1,
                6.5,
                5.62,
                5.62,
            ],
            [
                -2.32,
                -2.61,
                -2.44,
                -2.35,
                -1.96,
                -1.92,
                -1.35,
                -1.05,
                -0.55,
                -0.32,
                0.22,
                0.44,
                0.88,
                1.13,
                1.67,
                2.03,
                2.58,
                3.21,
                3.69,
                4.1,
                4.48,
                5.19,
                5.46,
                5.98,
                5.29,
                5.56,
                4.67,
                4.52,
            ],
            [
                -1.94,
                -1.82,
                -1.76,
                -1.62,
                -1.38,
                -1.28,
                -0.94,
                -0.76,
                -0.36,
                -0.15,
                0.24,
                0.53,
                0.91,
                1.32,
                1.74,
                2.11,
                2.46,
                2.93,
                3.37,
                3.66,
                4.01,
                4.62,
                4.8,
                5.28,
                4.58,
                4.82,
                3.88,
                3.84,
            ],
            [
                -1.1,
                -1.09,
                -0.98,
                -0.9,
                -0.84,
                -0.77,
                -0.6,
                -0.45,
                -0.22,
                -0.04,
                0.23,
                0.47,
                0.81,
                1.16,
                1.51,
                1.84,
                2.22,
                2.59,
                2.96,
                3.3,
                3.56,
                4.08,
                4.29,
                4.69,
                3.99,
                4.2,
                3.2,
                3.1,
            ],
            [
                -0.54,
                -0.47,
                -0.47,
                -0.42,
                -0.38,
                -0.35,
                -0.27,
                -0.22,
                -0.11,
                0.01,
                0.17,
                0.34,
                0.59,
                0.87,
                1.15,
                1.4,
                1.68,
                1.94,
                2.26,
                2.56,
                2.78,
                3.27,
                3.45,
                3.82,
                3.12,
                3.36,
                2.36,
                2.3,
            ],
        ]
    ),
)

TABLES: Mapping[str, UsualTable] = {"look": LOOK}

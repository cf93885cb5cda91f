"""What likeness says about nearness in events at large: where every event starts from.

Made by ``python -m coincide_bench.evidence_fit`` from development events (dealt photos of
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
            0.0192,
            0.0332,
            0.0694,
            0.108,
            0.13,
            0.129,
            0.117,
            0.0981,
            0.0786,
            0.0606,
            0.0458,
            0.0342,
            0.0251,
            0.0179,
            0.0126,
            0.00817,
            0.0055,
            0.00318,
            0.00198,
            0.00104,
            0.000567,
            0.000258,
            0.000106,
            6.72e-05,
            2.68e-05,
            1.37e-05,
            1.31e-05,
            1e-05,
        ]
    ),
    log_ratio=np.array(
        [
            [
                -2.9,
                -3.58,
                -4.23,
                -3.89,
                -2.87,
                -2.39,
                -2.08,
                -1.21,
                -0.93,
                -0.42,
                -0.07,
                0.23,
                0.69,
                1.04,
                1.37,
                1.96,
                2.55,
                3.3,
                3.77,
                4.23,
                4.93,
                5.6,
                6.0,
                6.13,
                6.37,
                6.53,
                5.73,
                5.7,
            ],
            [
                -2.9,
                -2.28,
                -2.48,
                -3.01,
                -2.38,
                -1.87,
                -1.55,
                -0.99,
                -0.6,
                -0.16,
                0.3,
                0.5,
                0.91,
                1.25,
                1.6,
                2.16,
                2.55,
                3.19,
                3.6,
                4.02,
                4.52,
                5.04,
                5.38,
                5.4,
                5.58,
                5.62,
                4.84,
                4.65,
            ],
            [
                -2.25,
                -1.88,
                -1.91,
                -1.78,
                -1.57,
                -1.39,
                -1.01,
                -0.67,
                -0.38,
                -0.09,
                0.31,
                0.59,
                1.01,
                1.37,
                1.76,
                2.17,
                2.45,
                2.93,
                3.28,
                3.62,
                4.02,
                4.44,
                4.81,
                4.66,
                4.89,
                4.86,
                3.98,
                4.0,
            ],
            [
                -1.34,
                -1.11,
                -1.02,
                -0.98,
                -0.92,
                -0.82,
                -0.61,
                -0.42,
                -0.21,
                0.01,
                0.28,
                0.54,
                0.89,
                1.2,
                1.54,
                1.91,
                2.2,
                2.62,
                2.88,
                3.24,
                3.57,
                3.92,
                4.29,
                4.09,
                4.28,
                4.13,
                3.26,
                3.21,
            ],
            [
                -0.58,
                -0.51,
                -0.45,
                -0.43,
                -0.42,
                -0.38,
                -0.28,
                -0.21,
                -0.08,
                0.01,
                0.2,
                0.4,
                0.64,
                0.92,
                1.18,
                1.46,
                1.66,
                2.0,
                2.18,
                2.52,
                2.81,
                3.13,
                3.45,
                3.24,
                3.41,
                3.29,
                2.42,
                2.4,
            ],
        ]
    ),
)

TABLES: Mapping[str, UsualTable] = {"look": LOOK}

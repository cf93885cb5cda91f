"""Each photo's best matches in other galleries, as far as there are any."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from coincide.model.arrays import Singles


@dataclass(frozen=True)
class Neighbours:
    """The best matches of N photos in other galleries, best first.

    ``rows``: (N, K) int32, −1 where fewer are alike; ``similarity``: (N, K), 0 there.
    ``floor``: what photos that have nothing in common reach by chance; nothing below is kept.
    """

    rows: NDArray[np.int32]
    similarity: Singles
    floor: float

    @property
    def found(self) -> NDArray[np.bool_]:
        """Where there is a match, (N, K)."""
        there: NDArray[np.bool_] = self.rows >= 0
        return there

"""What tests of simulated families share."""

import numpy as np
import pytest

from coincide_bench.library.family import Simulated, draw_family
from coincide_bench.library.lives import LifeOptions

SMALL = LifeOptions(years=2, people=2, cameras_each=1, shared=0.6)


@pytest.fixture
def rng() -> np.random.Generator:
    """Return a source of randomness that is the same in every run."""
    return np.random.default_rng(5)


@pytest.fixture(scope="session")
def small_family() -> Simulated:
    """Return two people with a camera each, over two years."""
    return draw_family(SMALL, "drawn", (), np.random.default_rng(5))

"""What tests of libraries share."""

import numpy as np
import pytest


@pytest.fixture
def rng() -> np.random.Generator:
    """Return a source of randomness that is the same in every run."""
    return np.random.default_rng(33)

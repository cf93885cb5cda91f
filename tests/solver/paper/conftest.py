"""Whatever solves does so on one core."""

from collections.abc import Iterator

import pytest
from threadpoolctl import threadpool_limits


@pytest.fixture(scope="module", autouse=True)
def one_core() -> Iterator[None]:
    """Many small products: threads that wait for each other take several times the CPU."""
    with threadpool_limits(1, user_api="blas"):
        yield

"""A plug-in of pytest for mutmut: 3.8 asks a test for ``_nodeid``, which pytest 9.2 has no more."""

import pytest


def pytest_configure() -> None:
    """Give tests the old name back; goes when mutmut asks for ``nodeid``."""
    if not hasattr(pytest.Item, "_nodeid"):
        pytest.Item._nodeid = property(lambda item: item.nodeid)  # type: ignore[attr-defined]

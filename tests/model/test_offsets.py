import pytest

from coincide.model import Estimate, Offsets, Placement


def test_a_placement_is_found_by_its_gallery() -> None:
    placed = Placement("bob", Estimate(60.0, 50.0, 70.0))
    offsets = Offsets("ann", "joint", (Placement("ann", Estimate(0.0, 0.0, 0.0)), placed))
    assert offsets["bob"] is placed
    with pytest.raises(KeyError, match="cyd"):
        offsets["cyd"]

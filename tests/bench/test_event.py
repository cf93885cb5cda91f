from dataclasses import replace

import numpy as np
import pytest

from coincide.solver.clocks import ClockBelief
from coincide_bench.event import (
    BenchEvent,
    PlantedJump,
    hide_offsets,
    keep_photos,
)
from tests.bench.trials import make_event
from tests.conftest import full_columns


def with_vectors(event: BenchEvent) -> BenchEvent:
    """Give every photo a vector that names its row."""
    rows = np.arange(event.table.n_photos, dtype=np.float32)[:, None]
    return BenchEvent(**{**vars(event), "features": {"pooled": rows}})


EVENT = with_vectors(make_event({"a": 0.0, "b": 3600.0, "c": -60.0}, strangers=2))


def test_hidden_offsets_move_clocks_and_truth_alike() -> None:
    hidden_s = np.array([10.0, -20.0, 30.0, 5.0, 6.0])
    event = hide_offsets(EVENT, hidden_s, "hours")
    assert event.truth == {"a": -10.0, "b": 3620.0, "c": -90.0}
    assert event.offsets_kind == "hours"
    assert event.span_s == EVENT.span_s
    moved_s = event.table.camera_time_s - EVENT.table.camera_time_s
    assert moved_s.tolist() == [10, 10, -20, -20, 30, 30, 5, 5, 6, 6]


def test_hidden_offsets_move_what_is_believed_of_the_clocks() -> None:
    believed = (ClockBelief("b", 3600.0, 2.0, 0.9, "a phone"),)
    event = hide_offsets(
        BenchEvent(**{**vars(EVENT), "beliefs": believed}),
        np.array([10.0, -20.0, 30.0, 5.0, 6.0]),
        "continuous",
    )
    (moved,) = event.beliefs
    assert moved.offset_s == event.truth["b"] == 3620.0
    assert (moved.sd_s, moved.weight, moved.reason) == (2.0, 0.9, "a phone")


def test_kept_photos_keep_their_columns_and_empty_galleries_go() -> None:
    event = keep_photos(EVENT, np.array([0, 4, 5, 9]))
    assert event.table.names == ("a", "c", "stranger1")
    assert event.table.starts.tolist() == [0, 1, 3, 4]
    assert event.features["pooled"][:, 0].tolist() == [0, 4, 5, 9]
    assert event.table.camera_time_s.tolist() == EVENT.table.camera_time_s[[0, 4, 5, 9]].tolist()
    columns = full_columns(EVENT.table)
    full = replace(EVENT, table=replace(EVENT.table, **columns))
    kept = keep_photos(full, np.array([0, 4, 5, 9])).table
    for name, values in columns.items():
        np.testing.assert_array_equal(getattr(kept, name), values[[0, 4, 5, 9]], err_msg=name)


def test_photos_are_not_dropped_from_under_a_jump() -> None:
    jumped = BenchEvent(**{**vars(EVENT), "jumps": (PlantedJump("b", 1, 60.0, 10, 10),)})
    with pytest.raises(ValueError, match="jumps"):
        keep_photos(jumped, np.array([0, 2]))

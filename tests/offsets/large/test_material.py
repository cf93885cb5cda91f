from dataclasses import replace

import numpy as np

from coincide.evidence import Verified
from coincide.offsets.joint.told import NO_HINTS
from coincide.offsets.large.material import LargeMaterial, Part, hints_of, take
from tests.conftest import full_columns, make_table

TABLE = make_table([0.0, 10.0, 20.0], [5.0, 6.0], [7.0, 8.0, 9.0])
VECTORS = np.arange(16, dtype=np.float16).reshape(8, 2)
PART = Part.of_galleries(TABLE, [0, 2], [np.array([0, 2]), np.array([5, 6, 7])])


def test_a_part_is_an_event_of_its_own() -> None:
    material = LargeMaterial(
        TABLE,
        {"look": VECTORS},
        rejected=np.array([[0, 5], [1, 5], [0, 3]]),
        verified=Verified(np.array([[1, 6], [2, 7]]), np.array([1.0, 2.0])),
    )
    taken = take(material, PART, TABLE.camera_time_s[PART.rows])
    assert taken.table.names == ("g0", "g2")
    assert taken.table.starts.tolist() == [0, 2, 5]
    assert taken.table.camera_time_s.tolist() == [0.0, 20.0, 7.0, 8.0, 9.0]
    assert taken.vectors["look"].dtype == np.float32
    assert taken.vectors["look"].tolist() == VECTORS[[0, 2, 5, 6, 7]].tolist()
    assert taken.rejected.tolist() == [[0, 2]]
    assert taken.verified is not None
    assert taken.verified.pairs.tolist() == [[1, 4]]
    assert taken.verified.log_ratio.tolist() == [2.0]


def test_no_column_of_the_table_is_lost() -> None:
    """One that is left out would be unknown of all photos, and nothing else would tell."""
    columns = full_columns(TABLE)
    full = replace(TABLE, **columns)
    taken = take(LargeMaterial(full, {}), PART, full.camera_time_s[PART.rows]).table
    for name, values in columns.items():
        np.testing.assert_array_equal(getattr(taken, name), values[PART.rows], err_msg=name)


def test_answers_go_with_their_photos() -> None:
    hints = replace(
        NO_HINTS,
        same=np.array([[0, 7], [1, 7]]),
        different=np.array([[0, 3]]),
        pinned=((1, 4.0),),
    )
    found = hints_of(hints, PART, {1: 2.5})
    assert found.same.tolist() == [[0, 4]]
    assert found.different.tolist() == []
    assert found.pinned == ((1, 2.5),)


def test_photos_of_one_gallery_are_no_pair() -> None:
    joined = Part(("g0",), np.array([0, 3]), np.array([6, 0, 3]))
    assert joined.local(np.array([0, 3, 6, 1])).tolist() == [1, 2, 0, -1]
    pairs, there = joined.pairs(np.array([[0, 3]]))
    assert pairs.tolist() == []
    assert there.tolist() == []

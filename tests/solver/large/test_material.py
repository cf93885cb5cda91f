from dataclasses import replace

import numpy as np
import pytest

from coincide.model.hints import AnswerKind, Lock, RowHints
from coincide.solver.evidence import VerifiedPairs
from coincide.solver.joint.knowledge import NO_HINTS
from coincide.solver.large.material import EventPart, LargeMaterial, hints_of, take
from tests.conftest import full_columns, make_table
from tests.scenes import answered

TABLE = make_table([0.0, 10.0, 20.0], [5.0, 6.0], [7.0, 8.0, 9.0])
VECTORS = np.arange(16, dtype=np.float16).reshape(8, 2)
PART = EventPart.of_galleries(TABLE, [0, 2], [np.array([0, 2]), np.array([5, 6, 7])])


def test_a_part_is_an_event_of_its_own() -> None:
    material = LargeMaterial(
        TABLE,
        {"look": VECTORS},
        rejected=np.array([[0, 5], [1, 5], [0, 3]]),
        verified=VerifiedPairs(np.array([[1, 6], [2, 7]]), np.array([1.0, 2.0])),
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
    said = answered(same=np.array([[0, 7], [1, 7]]), different=np.array([[0, 3]]))
    found = hints_of(replace(said, pinned=((1, 4.0),)), PART, {1: 2.5})
    assert found.pairs("same").tolist() == [[0, 4]]
    assert found.pairs("different").tolist() == []
    assert found.pinned == ((1, 2.5),)


def test_photos_of_one_gallery_are_no_pair() -> None:
    joined = EventPart(("g0",), np.array([0, 3]), np.array([6, 0, 3]))
    assert joined.local(np.array([0, 3, 6, 1])).tolist() == [1, 2, 0, -1]
    pairs, there = joined.pairs(np.array([[0, 3]]))
    assert pairs.tolist() == []
    assert there.tolist() == []


@pytest.mark.parametrize("n_kept", [0, 1, 7, 20])
def test_rows_are_found_wherever_they_are(n_kept: int) -> None:
    """In a part of any order, with rows before, between and after those that are there."""
    kept = np.random.default_rng(n_kept).permutation(np.arange(5, 25))[:n_kept]
    part = EventPart(("g0",), np.array([0, n_kept]), kept)
    where = {row: place for place, row in enumerate(kept.tolist())}
    assert part.local(np.arange(30)).tolist() == [where.get(row, -1) for row in range(30)]
    assert part.local(np.arange(30).reshape(15, 2)).shape == (15, 2)


def test_pairs_are_of_two_galleries_that_are_there_the_smaller_row_first() -> None:
    """Rows of a part that is a gallery for each cluster are in no order."""
    part = EventPart(("g0", "g1", "g2"), np.array([0, 2, 3, 5]), np.array([7, 3, 5, 1, 4]))
    pairs = np.array([[1, 7], [3, 7], [5, 3], [1, 4], [4, 5], [2, 7], [7, 6], [0, 2]])
    found, there = part.pairs(pairs)
    assert found.tolist() == [[0, 3], [1, 2], [2, 4]]
    assert there.tolist() == [0, 2, 4]
    assert [sorted(pair) for pair in part.rows[found].tolist()] == [[1, 7], [3, 5], [4, 5]]


def test_no_pairs_are_none_of_a_part() -> None:
    found, there = PART.pairs(NO_HINTS.answered)
    assert found.shape == (0, 2)
    assert there.shape == (0,)


def test_a_part_begins_each_gallery_where_the_last_one_ended() -> None:
    assert PART.names == ("g0", "g2")
    assert PART.starts.tolist() == [0, 2, 5]
    assert PART.starts.dtype == np.int64
    assert PART.rows.tolist() == [0, 2, 5, 6, 7]


def test_what_is_not_known_of_an_event_is_not_known_of_a_part() -> None:
    taken = take(LargeMaterial(TABLE, {}), PART, np.array([5.0, 4.0, 3.0, 2.0, 1.0]))
    assert LargeMaterial(TABLE, {}).rejected.shape == (0, 2)
    assert taken.verified is None
    assert taken.rejected.shape == (0, 2)
    assert taken.vectors == {}
    assert taken.table.camera_time_s.tolist() == [5.0, 4.0, 3.0, 2.0, 1.0]


def test_every_kind_of_answer_is_taken_and_pins_are_in_order() -> None:
    same, before = AnswerKind("same"), AnswerKind("before", named=True)
    hints = RowHints(
        {same: np.array([[0, 5], [3, 5]]), before: np.array([[0, 1], [2, 6]])},
        rejected=np.array([[2, 7], [2, 3]]),
        missing=(Lock("elsewhere", 3.0),),
    )
    found = hints_of(hints, PART, {1: 2.5, 0: 8.0})
    assert found.pairs("same").tolist() == [[0, 2]]
    assert found.answers[before].tolist() == [[1, 3]]
    # a part may have the galleries in another order
    other = EventPart(("g2", "g0"), np.array([0, 3, 5]), np.array([5, 6, 7, 0, 2]))
    turned = hints_of(hints, other, {})
    assert turned.answers[before.swapped].tolist() == [[1, 4]]
    assert len(turned.answers[before]) == 0
    assert found.rejected.tolist() == [[1, 4]]
    assert found.pinned == ((0, 8.0), (1, 2.5))
    assert found.missing == ()

from pathlib import Path

import pytest

from coincide.ingest.numbering import above_jump, continues, disorder, number_of


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("IMG_0012.JPG", 12),
        ("IMG_E1234.HEIC", 1234),
        ("_MG_4711.jpg", 4711),
        ("DSC00186.jpg", 186),
        ("P1010023.JPG", 23),
        ("100_4711.jpg", 4711),
        ("IMG_0012 (2).jpg", 12),
        ("IMG_0012-edited.jpg", 12),
        ("20240504_140000.jpg", None),
        ("IMG_20171220_094344.jpg", None),
        ("2024-05-04 14.00.00.jpg", None),
        ("C808516F-4322-4D7F-B83B-A47EFFC7C959.JPG", None),
        ("1624642646044.jpg", None),
        ("anna.jpg", None),
        ("a1.jpg", None),
    ],
)
def test_number_in_a_name(name: str, number: int | None) -> None:
    assert number_of(Path("folder 123") / name) == number


def test_a_counter_may_begin_again() -> None:
    assert continues(9999, 1)
    assert disorder([9990, 9999, 1, 20]) == 0.0


def test_numbers_all_alike_have_no_gap() -> None:
    assert above_jump([5, 5, 5]) == [False] * 3
    assert above_jump([]) == []

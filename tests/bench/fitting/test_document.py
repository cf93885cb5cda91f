"""The module of fitted numbers: whatever is written is what is read."""

from typing import Any

import numpy as np

from coincide_bench.fitting.document import PATH, Fitted, in_use, module_text, rounded_table
from coincide_bench.fitting.monotone import Knots


def read_back(text: str) -> dict[str, Any]:
    namespace: dict[str, Any] = {}
    exec(compile(text, "fitted.py", "exec"), namespace)
    return namespace


def test_what_is_stored_is_what_the_code_would_write_again() -> None:
    assert module_text(in_use()) == PATH.read_text("utf-8")


def test_numbers_come_back_as_they_were_written() -> None:
    now = in_use()
    knots = Knots((-1.0, 2.5), (-0.25, 4.0))
    record = {"photos": 7, "sets": {"walk": "ab12"}, "recipes": ("splits 10000",)}
    found = read_back(module_text(Fitted(now.look, knots, now.answers, record)))
    assert (found["POSTERIOR"], found["FOUND"]) == (knots.posterior, knots.found)
    assert found["RECORD"] == record
    np.testing.assert_array_equal(found["LOOK_LOG_RATIO"], now.look.log_ratio)
    np.testing.assert_array_equal(found["LOOK_FAR"], now.look.far)
    np.testing.assert_array_equal(found["ANSWERS"], now.answers.coefficients)


def test_no_line_is_longer_than_the_linter_allows() -> None:
    assert max(map(len, module_text(in_use()).splitlines())) <= 100


def test_a_table_is_written_to_so_many_digits_as_it_has() -> None:
    now = in_use().look
    again = rounded_table(now)
    np.testing.assert_array_equal(again.far, now.far)
    np.testing.assert_array_equal(again.log_ratio, now.log_ratio)

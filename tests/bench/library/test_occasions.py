"""What the real solver makes of a gallery, as a draw."""

from pathlib import Path

import numpy as np
import pytest

from coincide_bench.event import hide_offsets
from coincide_bench.library.occasions import OccasionDraw, _draws, as_document
from coincide_bench.suites.context import BenchContext
from coincide_bench.suites.simulated import simulated_events


@pytest.mark.slow
def test_a_draw_is_off_by_what_the_solver_errs_whatever_was_hidden(tmp_path: Path) -> None:
    context = BenchContext(tmp_path, None, False, lambda *_: None)
    event = next(simulated_events((3,), context))
    draws = [one for one in _draws(event) if one.shared and one.probability > 0.9]
    assert draws
    assert np.median([abs(one.error_s) for one in draws]) < 120.0
    moved = hide_offsets(event, np.full(len(event.table.names), 3600.0), event.offsets_kind)
    again = [one for one in _draws(moved) if one.shared and one.probability > 0.9]
    assert np.median([abs(one.error_s) for one in again]) < 120.0


def test_draws_are_written_apart_by_photographers() -> None:
    one, other = (OccasionDraw(name, 1.0, 2.0, 0.5, True) for name in ("odm", "newyork_2021"))
    document = as_document([one, other])
    assert [OccasionDraw(**row) for row in document["tune"]] == [one]  # type: ignore[arg-type]
    assert [OccasionDraw(**row) for row in document["report"]] == [other]  # type: ignore[arg-type]

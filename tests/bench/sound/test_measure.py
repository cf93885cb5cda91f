from dataclasses import replace
from pathlib import Path

import pytest

from coincide_bench.sound.large import measure_large
from coincide_bench.sound.measure import Judged, Task, judge, judge_unrelated, tasks
from coincide_bench.sound.real import real_lags
from coincide_bench.sound.tables import all_certain, moment_table, repeat_table, sound_document
from coincide_bench.sound.tune import quantile_lines

SEED = 10_004
RIGHT = Judged(Task(SEED, 0), "talk", True, 0.02, 12.0, 0.6, 0.1, ())
WRONG = replace(RIGHT, error_s=0.9)
AGAIN = replace(RIGHT, task=Task(SEED, 0, "again"), what="again", error_s=None)


def test_a_pair_of_one_moment_is_judged_by_its_lag() -> None:
    found = judge(Task(SEED, 3, overlap_s=12.0))
    assert found.error_s == pytest.approx(0.0, abs=0.2)
    assert not found.wrong
    assert found.z > 5


def test_what_is_certain_of_two_moments_is_wrong() -> None:
    assert [one.wrong for one in (RIGHT, WRONG, AGAIN)] == [False, True, True]
    assert not replace(WRONG, certain=False).wrong


def test_strangers_are_compared_each_with_each() -> None:
    found = judge_unrelated([SEED], 4, workers=1)
    assert (found.n_pairs, found.n_certain) == (6, 0)


def test_tables_and_document_count_what_was_judged() -> None:
    found = [RIGHT, WRONG, replace(RIGHT, certain=False), AGAIN]
    assert all_certain(found) == (2, 1)
    assert moment_table(found).rows[0][:4] == ("10 dB, 20 s", "3", "66.7", "1")
    assert repeat_table(found, None).rows == (("the same song again", "1", "1"),)
    written = sound_document("tune", found, None, [], None)
    assert [pair["wrong"] for pair in written["pairs"]] == [False, True, False, True]  # type: ignore[attr-defined]


def test_the_whole_suite_has_the_pairs_that_the_bars_ask_for() -> None:
    wanted = tasks([1, 2], 1.0)
    counts = {
        kind: sum(task.kind == kind for task in wanted)
        for kind in ("again", "loop", "elsewhere", "bells")
    }
    assert counts == {"again": 200, "loop": 200, "elsewhere": 200, "bells": 300}
    assert len(set(wanted)) == len(wanted)


def test_tuning_tells_the_spread_of_each_measure() -> None:
    assert len(quantile_lines([RIGHT, AGAIN])) == 6


def test_real_recordings_have_the_lags_that_are_known(shared: Path) -> None:
    found = {one.name: one for one in real_lags(shared / "datasets")}
    if not found:
        pytest.skip("no real recordings on this machine")
    lecture = [one for one in found.values() if one.name.startswith("timbl")]
    recorders = [one for one in found.values() if one.name.startswith("recorder")]
    assert all(one.error_s is not None and abs(one.error_s) < 0.010 for one in lecture)
    assert all(one.error_s is not None and abs(one.error_s) < 0.015 for one in recorders)
    assert all(one.certain for one in lecture)


@pytest.mark.slow
def test_a_large_event_is_measured() -> None:
    found = measure_large(SEED, 40, threads=1)
    assert found.n_clips == 40
    assert found.n_certain - found.n_wrong <= found.n_overlapping
    assert found.peak_gb < 2

from dataclasses import fields
from pathlib import PurePosixPath

import pytest

from coincide_bench.wholeplan.figures import Figures, judge_event
from coincide_bench.wholeplan.look import Looked, LookedFile, LookedGallery
from coincide_bench.wholeplan.truth import KnownFile
from coincide_bench.wholeplan.words import Told, Truth

HOUR_S = 3600.0


def files(errors_s: list[float], zones_s: list[int] | None = None) -> list[KnownFile]:
    found = []
    for number, error_s in enumerate(errors_s):
        zone_s = None if zones_s is None else zones_s[number]
        wall_s = 1000.0 * number + (zone_s or 0)
        path = PurePosixPath(f"a/{number:02d}.jpg")
        found.append(KnownFile(path, "a", Truth(wall_s, zone_s), Told(wall_s + error_s)))
    return found


def looked(known: list[KnownFile], *jumps: tuple[int, float]) -> Looked:
    paths = tuple(file.path for file in known)
    gallery = LookedGallery("a", paths, "certain", "0 s", "because", jumps)
    return Looked({path: LookedFile(None) for path in paths}, (gallery,), 3, "a")


def test_figures_add_up() -> None:
    one = Figures(*range(len(fields(Figures))))
    assert one + Figures() == one
    assert (one + one).photos == 2 * one.photos
    assert (one + one).questions == 2 * one.questions


def test_fates_are_counted_photo_by_photo() -> None:
    known = files([0.0, HOUR_S, HOUR_S, HOUR_S])
    seen = looked(known)
    true_s = [file.truth.wall_s for file in known if file.truth]
    told = dict(seen.files)
    told[known[1].path] = LookedFile(None, Told(true_s[1]), Told(true_s[1]))
    told[known[2].path] = LookedFile(None, Told(0.0), Told(true_s[2] + 2 * HOUR_S))
    figures = judge_event(known, Looked(told, seen.galleries, 3, "a")).figures
    assert (figures.photos, figures.judged, figures.wrong) == (4, 4, 3)
    assert (figures.mended, figures.harmed, figures.left_alone) == (1, 1, 2)
    assert (figures.certain, figures.certain_wrong, figures.questions) == (2, 1, 3)


def test_a_file_without_a_truth_is_counted_and_not_judged() -> None:
    known = [KnownFile(PurePosixPath("a/x.jpg"), "a", None, Told(0.0))]
    figures = judge_event(known, looked(known)).figures
    assert (figures.photos, figures.judged, figures.left_alone) == (1, 0, 0)


@pytest.mark.parametrize(("row", "false"), [(4, 0), (6, 0), (12, 1)])
def test_a_jump_is_true_near_where_the_clock_was_set_anew(row: int, false: int) -> None:
    known = files([0.0] * 4 + [HOUR_S] * 12)
    figures = judge_event(known, looked(known, (row, -HOUR_S))).figures
    assert (figures.jumps, figures.false_jumps) == (1, false)


def test_a_zone_that_was_really_crossed_is_no_false_jump() -> None:
    known = files([0.0] * 10, [32400] * 5 + [7200] * 5)
    assert judge_event(known, looked(known, (5, 7 * HOUR_S))).figures.false_jumps == 0


def test_whole_hours_are_listed_where_a_trip_crosses_zones() -> None:
    known = files([0.0] * 10)
    seen = looked(known, (5, HOUR_S + 50.0), (7, HOUR_S + 500.0))
    figures = judge_event(known, seen, crosses_zones=True).figures
    assert (figures.hour_steps, figures.false_jumps) == (1, 1)
    assert judge_event(known, seen).figures.false_jumps == 2


def test_of_an_unknown_clock_no_jump_is_called_false() -> None:
    known = [KnownFile(PurePosixPath(f"a/{n}.jpg"), "a", None, Told(0.0)) for n in range(9)]
    figures = judge_event(known, looked(known, (4, 60.0))).figures
    assert (figures.jumps, figures.false_jumps) == (1, 0)

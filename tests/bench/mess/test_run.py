import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from coincide.demo import DemoOptions
from coincide.model import Device
from coincide.model.devices import is_phone
from coincide_bench.mess import run
from coincide_bench.mess.bases import real_base, rendered_base, thinned
from coincide_bench.mess.cases import CASES, run_cases
from coincide_bench.mess.event import CAMERAS, PHONES, Base
from coincide_bench.mess.kinds import KINDS
from coincide_bench.mess.photos import photos_of
from coincide_bench.mess.run import Material, base_names, choose_base, judge_case, run_mess, run_one
from coincide_bench.mess.tables import (
    answer_table,
    bar_table,
    case_table,
    kind_table,
    mess_document,
    rule_table,
)
from coincide_bench.suites.context import BenchContext
from coincide_bench.wholeplan.truth import knowable_files
from tests.bench.mess.bases import GEAR, tiny_base

TINY = DemoOptions(n_galleries=3, n_photos=30, n_phones=1)


@pytest.mark.parametrize("gear", [*PHONES, *CAMERAS], ids=lambda gear: gear.model)
def test_devices_are_told_truthfully(gear: object) -> None:
    assert isinstance(gear, type(PHONES[0]))
    assert is_phone(Device(gear.make, gear.model, gear.serial, gear.software)) == gear.phone


def test_an_event_begins_without_trouble(tmp_path: Path) -> None:
    base = tiny_base(tmp_path)
    photos = photos_of(base, np.random.default_rng(0))
    assert len(photos) == len(base.shots)
    assert len({photo.folder for photo in photos}) == len(GEAR)
    for photo in photos:
        assert photo.truth is not None
        assert photo.told_s is not None
        assert abs(photo.told_s - photo.truth.wall_s) <= 21.0
        if photo.gps_s is not None:
            assert 0.0 <= photo.truth.instant_s - photo.gps_s <= 900.0


def test_phones_are_dressed_as_cameras_where_there_are_too_few(tmp_path: Path) -> None:
    base = tiny_base(tmp_path)
    alone = replace(base, gear=dict.fromkeys(GEAR, PHONES[0]))
    for n_cameras in (1, 2, 9):
        photos = photos_of(alone, np.random.default_rng(0), n_cameras=n_cameras)
        clocks = {photo.clock: photo.phone for photo in photos}
        assert sum(not phone for phone in clocks.values()) == min(n_cameras, 3)
    photos = photos_of(alone, np.random.default_rng(0), n_cameras=9, n_phones=0)
    assert not any(photo.phone for photo in photos)


def test_a_long_event_is_cut_to_a_stretch_without_tiny_clocks(tmp_path: Path) -> None:
    base = tiny_base(tmp_path)
    few = tuple(shot for shot in base.shots if shot.owner != "a")[:30]
    lonely = tuple(shot for shot in base.shots if shot.owner == "a")[:2]
    cut = thinned(replace(base, shots=few + lonely), np.random.default_rng(0), most=40)
    assert {shot.owner for shot in cut.shots} == set(cut.gear) == {"b", "c", "d"}
    assert len(thinned(base, np.random.default_rng(0), most=20).shots) <= 20


def test_without_photo_sets_trouble_comes_to_rendered_events(tmp_path: Path) -> None:
    tune, report = (Material(None, tmp_path, report=one) for one in (False, True))
    ((*tuned,), (*reported,)) = (*base_names(tune), *base_names(report))
    assert all(name.startswith("rendered ") for name in (*tuned, *reported))
    assert set(tuned).isdisjoint(reported)
    assert len(base_names(Material(tmp_path, tmp_path, report=True))) == 3


def test_a_stranger_cannot_come_without_photo_sets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    alone = tiny_base(tmp_path, guests=False)
    monkeypatch.setattr(run, "open_base", lambda *_: alone)
    material = Material(None, tmp_path, report=False)
    assert choose_base(KINDS["stranger"], material, np.random.default_rng(0)) is None
    assert run_one(("stranger", 1, material)) is None
    assert "stranger needs photo sets" in caplog.text
    assert choose_base(KINDS["hours-off"], material, np.random.default_rng(0)) is alone


def test_a_case_is_run_and_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "open_base", lambda *_: tiny_base(tmp_path / "base"))
    context = BenchContext(tmp_path / "cache", None, False, lambda *_: None)
    kinds = {name: KINDS[name] for name in ("hours-off", "messenger-bare", "wrong-pin")}
    found = list(run_mess(context, kinds, [10_000], answers=2))
    assert [one.kind for one in found] == list(kinds)
    for one in found:
        figures = one.judged.figures
        fates = figures.harmed + figures.mended + figures.moved + figures.left_alone
        assert fates == figures.judged == figures.photos
        assert figures.wrong >= 12
    pinned = found[-1].judged
    assert {gallery.name for gallery in pinned.galleries if gallery.offset != "–"}
    table = kind_table(found, "tune")
    assert table.caption.endswith(f"Development seeds: {found[0].seed}.")
    assert [row[0] for row in table.rows] == [*kinds, "all, together"]
    assert all(len(row) == len(table.header) for row in table.rows)
    assert len(bar_table(found, []).rows) == 7
    held_back = [gallery for messy in found for gallery in messy.judged.galleries if gallery.rule]
    assert sum(int(row[1]) for row in rule_table(found).rows) == len(held_back)
    assert [row[0] for row in answer_table(found).rows] == ["0", "1", "2"]
    assert answer_table(found).rows[0][1:] == table.rows[-1][1:-1]
    document = json.loads(json.dumps(mess_document(found, [], "tune")))
    assert [one["kind"] for one in document["cases"]] == list(kinds)


def test_cases_by_name_need_their_sets(tmp_path: Path) -> None:
    assert list(run_cases(Material(None, tmp_path, report=False))) == []
    assert list(run_cases(Material(tmp_path, tmp_path, report=False))) == []
    assert len({case.name for case in CASES}) == len(CASES) == 15
    assert case_table([]).rows == ()


@pytest.mark.slow
def test_rendered_events_are_on_true_time(tmp_path: Path) -> None:
    base = rendered_base(5, tmp_path, TINY)
    assert len(base.shots) == 30
    assert sorted(gear.phone for gear in base.gear.values()) == [False, False, True]
    assert base == rendered_base(5, tmp_path, TINY)
    times_s = [shot.truth.instant_s for shot in base.shots]
    assert times_s == sorted(times_s)
    assert max(times_s) - min(times_s) < 10 * 3600


@pytest.mark.slow
def test_a_few_cases_from_end_to_end(shared: Path, tmp_path: Path) -> None:
    """A wrong camera is mended, what is right is left alone, and the figures are the same again."""
    material = Material(shared / "datasets", tmp_path, report=False)

    def base(name: str) -> Base:
        return thinned(real_base(name, shared / "datasets"), np.random.default_rng(0), 120)

    for kind, name in (("hours-off", "california_2016"), ("nothing-wrong", "gt_places_2016")):
        found = []
        for _ in range(2):
            rng = np.random.default_rng(7)
            case = KINDS[kind].make(base(name), rng)
            found.extend(judge_case(case, material, rng))
        figures = found[0].figures
        assert found[0].figures == found[1].figures
        assert figures.harmed == 0
        if kind == "hours-off":
            assert figures.mended == figures.wrong == figures.knowable > 10
        else:
            assert figures.left_alone == figures.judged


def test_real_events_are_on_true_time(shared: Path) -> None:
    base = real_base("met_2017", shared / "datasets")
    assert len(base.shots) == 77
    days = {shot.truth.wall_s // 86400 for shot in base.shots}
    assert len(days) == 1
    assert base.gear["pixel2"].phone
    assert not base.gear["nikon_d80"].phone
    assert all(shot.truth.zone_s is not None for shot in base.shots)
    assert not knowable_files([])

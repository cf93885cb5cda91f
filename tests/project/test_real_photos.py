"""Real photos of real phones and cameras, where they are at hand."""

from pathlib import Path

import pytest

from coincide.project import load_event, sync
from coincide.project.options import SyncOptions
from coincide_bench.figures.metrics import score


def test_six_phones_on_one_walk(shared: Path, tmp_path: Path) -> None:
    event = load_event(shared / "datasets" / "gt_places_2016", project=tmp_path)
    assert event.n_photos == 113
    assert event.skipped == ()
    result = sync(event, SyncOptions(method="paper"))
    names = [gallery.name for gallery in event.galleries]
    assert len(names) == 6
    assert all(result.offsets[name].placed for name in names)
    # network-set clocks on a walk of half an hour: an error of more is a bug, not bad luck
    assert score(result.offsets, dict.fromkeys(names, 0.0)).precision == 1.0


@pytest.mark.slow
def test_a_camera_an_hour_ahead_of_a_phone_is_found_in_photos_of_clouds(
    shared: Path, tmp_path: Path
) -> None:
    result = sync(load_event(shared / "datasets" / "nubes_2021", project=tmp_path))
    # both phones are believed alike; this one saw more of what the camera saw
    assert result.offsets.anchor == "phone_unknown"
    canon = result.offsets["canon_sx420"]
    assert canon.estimate is not None
    assert -60.0 <= canon.estimate.offset_s / 60.0 <= -58.0
    assert canon.estimate.low_s <= canon.estimate.offset_s <= canon.estimate.high_s
    # the skies say little: that both shoot at the same times must be part of it
    assert "rhythm" in canon.estimate.basis.kinds
    assert canon.estimate.basis.clock == ""  # its own clock says otherwise


def test_a_quarter_hour_zone_is_named_and_true_time_told(shared: Path, tmp_path: Path) -> None:
    result = sync(load_event(shared / "datasets" / "annapurna_2017", project=tmp_path))
    lenovo, sony = result.offsets["lenovo_k6"], result.offsets["sony_hx60v"]
    assert result.offsets.event_time == "true"
    assert lenovo.offset_s == pytest.approx(0.0, abs=3.0)
    assert sony.offset_s is not None
    assert lenovo.offset_s is not None
    assert lenovo.offset_s - sony.offset_s == pytest.approx(-905.0, abs=10.0)
    assert sony.error.startswith("time zone: +15 min (the clock is 15 min behind)")
    assert lenovo.estimate is not None
    assert "GPS" in lenovo.estimate.basis.clock
    assert (lenovo.estimate.basis.source, result.offsets.anchor) == ("evidence", "sony_hx60v")

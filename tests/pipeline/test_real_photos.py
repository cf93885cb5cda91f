"""Real photos of real phones, where they are at hand."""

from pathlib import Path

from coincide.bench.figures.metrics import score
from coincide.config import SyncOptions
from coincide.pipeline import load_event, sync


def test_six_phones_on_one_walk(shared: Path, tmp_path: Path) -> None:
    event = load_event(shared / "datasets" / "gt_places_2016", project=tmp_path)
    assert event.n_photos == 113
    assert event.skipped == ()
    result = sync(event, SyncOptions())
    names = [gallery.name for gallery in event.galleries]
    assert len(names) == 6
    assert all(result.offsets[name].placed for name in names)
    # network-set clocks on a walk of half an hour: an error of more is a bug, not bad luck
    assert score(result.offsets, dict.fromkeys(names, 0.0)).precision == 1.0

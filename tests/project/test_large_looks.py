"""Large events, solved in parts: the app and the command line show the same, and solve it once."""

import time
from pathlib import Path

import pytest

from coincide.app.review import views
from coincide.app.review.report import report_data
from coincide.app.review.session import Session
from coincide.project import Project
from coincide.solver.options import LargeOptions
from coincide_bench.speed.large_folder import write_large_event
from coincide_bench.speed.solve import sized_event

LARGE = LargeOptions()


def looks_alike(folder: Path) -> None:
    """Sync an event, then look at it in the app and the report; nothing is solved again."""
    synced = Project.at(folder).sync()
    assert synced.run is not None
    assert synced.run.trace is None  # it was solved in parts
    found = {one.gallery: one.offset_s for one in synced.solution.offsets.placements}
    # the pictures are drawn, not taken: many show nothing that others do
    assert sum(offset_s is not None for offset_s in found.values()) > 2
    session = Session([folder.parent])
    try:
        session.open([folder])
        while session.jobs.busy:
            time.sleep(0.02)
        opened = session.opened
        event = views.event_view(opened.look_now, session.version)
        shown = {one.name: one.offset_s for one in event.galleries}
        assert shown == {name: None if at is None else round(at, 2) for name, at in found.items()}
        assert event.changed == ()
        told = views.evidence_view(event.galleries[0].name, None, opened.solution).absent
        assert told is not None
        assert "solved in parts" in told
        report = report_data(opened.look_now, details=False)
        assert [one.offset_s for one in report.event.galleries] == [*shown.values()]
    finally:
        session.close()
    assert Project.at(folder).sync().run is None


@pytest.mark.heavy
def test_one_gallery_more_than_are_solved_at_once(tmp_path: Path) -> None:
    n_galleries = LARGE.direct_galleries + 1
    looks_alike(
        write_large_event(tmp_path / "crowd", sized_event(24 * n_galleries, 1, n_galleries))
    )


@pytest.mark.heavy
def test_one_photo_more_than_are_solved_at_once(tmp_path: Path) -> None:
    looks_alike(write_large_event(tmp_path / "crowd", sized_event(LARGE.direct_photos + 1, 1, 100)))

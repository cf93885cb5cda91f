"""An album from the address to the server's answers: synced, planned, applied, undone."""

import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from coincide.demo import DemoOptions
from coincide.project.plans.cameras import PATH_VARIABLE
from coincide.project.read.remotealbum import FOLDER_VARIABLE
from tests.album_plans import write_album_plan
from tests.album_server import Server, key_of, running, server_of
from tests.command import run_here
from tests.conftest import CopyDemo

OPTIONS = DemoOptions(n_galleries=4, n_photos=80, seed=3)
KEY = "COINCIDE_IMMICH_KEY"


@pytest.fixture(params=[2, 3])
def server(
    copy_demo: CopyDemo,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> Iterator[Server]:
    folder = copy_demo(OPTIONS, tmp_path / "demo")
    for other in (*folder.rglob("*.mp4"), *folder.rglob("*.MP4")):
        other.unlink()
    people = sorted(path.name for path in folder.iterdir() if path.is_dir())
    owners = {"Anna": people[:2], "Ben": people[2:]}
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "albums"))
    monkeypatch.setenv(PATH_VARIABLE, str(tmp_path / "cameras.json"))
    monkeypatch.chdir(tmp_path)
    with running(server_of(folder, owners, request.param)) as state:
        for name in owners:
            monkeypatch.setenv(f"{KEY}_{name.upper()}", key_of(state, name))
        yield state


def truth_s(tmp_path: Path) -> dict[str, float]:
    truth = json.loads((tmp_path / "demo" / "truth.json").read_text())
    found: dict[str, float] = truth["offsets_s"]
    return found


def ran(*arguments: str) -> str:
    done = run_here(*arguments)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.mark.slow
def test_an_album_is_put_on_one_clock_and_back(
    server: Server, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    before, plan = server.times(), str(tmp_path / "plan.json")
    told = ran("sync", server.url)
    for option in ("--to=file", "--to=script", "--for=digikam"):  # of previews, which are no photos
        assert "no files to write" in run_here("plan", server.url, option).stderr
    told += ran("plan", server.url, "--out", plan)
    assert server.times() == before  # nothing is written but by apply
    told += ran("apply", plan, "--yes", "--in", server.base)
    told += ran("verify", plan)
    planned = {one["id"]: one for one in json.loads(Path(plan).read_text())["assets"]}
    truth = truth_s(tmp_path)
    for asset_id, held in server.assets.items():
        local, _utc = server.times()[asset_id]
        error_s = (local - before[asset_id][0]).total_seconds() - truth[held.path.parent.name]
        if asset_id in planned:
            assert abs(error_s) < 300
    assert len(planned) > 20
    told += ran("sync", server.url)
    again = run_here("plan", server.url, "--out", str(tmp_path / "again.json"))
    assert "There is nothing to write" in again.stdout
    told += ran("undo", plan, "--yes", "--in", server.base)
    assert server.times() == before
    _assert_no_key(server, tmp_path, told + caplog.text)


@pytest.mark.slow
def test_an_owner_without_a_key_gets_a_plan_of_their_own(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran("sync", server.url)
    ran("plan", server.url, "--out", "whole.json")
    whole = {one["id"] for one in json.loads(Path("whole.json").read_text())["assets"]}
    bens = key_of(server, "Ben")
    monkeypatch.delenv(f"{KEY}_BEN")
    told = ran("plan", server.url, "--out", "plan.json")
    assert "Ben's key is not here" in told
    parts = [json.loads(Path(name).read_text()) for name in ("plan.json", "plan-Ben.json")]
    ids = [{one["id"] for one in part["assets"]} for part in parts]
    assert ids[0] | ids[1] == whole
    assert not ids[0] & ids[1]
    ran("apply", "plan.json", "--yes", "--in", server.base)
    refused = run_here("apply", "plan-Ben.json", "--yes", "--in", server.base)
    assert refused.returncode == 14
    monkeypatch.delenv(f"{KEY}_ANNA")
    monkeypatch.setenv(KEY, bens)
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "nothing"))
    ran("apply", "plan-Ben.json", "--yes", "--in", server.base)
    assert not (tmp_path / "nothing").exists()
    assert "as planned" in ran("verify", "plan-Ben.json")


def _assert_no_key(server: Server, folder: Path, told: str) -> None:
    for key in server.keys:
        assert key not in told
        for path in folder.rglob("*"):
            assert not path.is_file() or key.encode() not in path.read_bytes(), path


def test_a_script_names_the_server_it_writes_to(server: Server, tmp_path: Path) -> None:
    path = write_album_plan(tmp_path / "plan.json", server.url)
    told = run_here("apply", path, "--yes")
    assert told.returncode == 2
    assert f"--in {server.base}" in told.stderr


def test_a_photo_is_not_corrected_in_the_folder_of_previews(server: Server) -> None:
    told = run_here("shift", server.url, "+1h")
    assert told.returncode != 0
    assert "whose times are corrected" in told.stderr or "No photos" in told.stderr

"""Keys go to servers that the user named, and not where only a plan or a project says."""

import io
import sys
from pathlib import Path

import pytest

from tests.album_plans import write_album_plan
from tests.attacks.hostile_server import ALBUM, KEY, hostile
from tests.command import run_here


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COINCIDE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COINCIDE_ALBUMS", str(tmp_path / "albums"))
    monkeypatch.setenv("COINCIDE_IMMICH_KEY", KEY)
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("answer", ["", "n\n"], ids=["nobody answers", "no"])
def test_f09_verify_asks_before_a_key_is_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    with hostile() as server:
        plan = write_album_plan(tmp_path / "plan-Cleo.json", server.url)
        monkeypatch.setattr(sys, "stdin", io.StringIO(answer))
        done = run_here("verify", plan)
        assert server.seen == []
        assert done.returncode == 1
        assert server.url in done.stdout
        wrong = run_here("verify", plan, "--in", "immich://photos.example.org")
        assert wrong.returncode == 2
        assert server.seen == []


def test_f09_verify_asks_a_server_that_was_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with hostile() as server:
        plan = write_album_plan(tmp_path / "plan-Cleo.json", server.url)
        assert run_here("verify", plan, "--in", f"immich+{server.base}").returncode == 0
        assert KEY in server.keys
        assert run_here("verify", plan).returncode == 0  # once is enough
        assert run_here("trust", "--forget", server.base).returncode == 0
        server.keys.clear()
        assert run_here("verify", plan).returncode == 1
        assert server.keys == []
        monkeypatch.setattr(sys, "stdin", io.StringIO("y\n"))
        assert run_here("verify", plan).returncode == 0
        assert KEY in server.keys


def test_f03_the_library_sends_no_key_to_an_address_of_a_file(tmp_path: Path) -> None:
    from coincide.errors import CoincideError
    from coincide.project.plans.remotealbum import (
        apply_album_plan,
        undo_album_plan,
        verify_album_plan,
    )
    from coincide.writing.served import open_album_plan

    with hostile() as server:
        opened = open_album_plan(write_album_plan(tmp_path / "plan.json", server.url))
        for act in (apply_album_plan, undo_album_plan, verify_album_plan):
            with pytest.raises(CoincideError, match=server.base):
                act(opened)
        assert server.seen == []


def test_trust_lists_the_servers_of_a_projects_plans(tmp_path: Path) -> None:
    with hostile() as server:
        write_album_plan(tmp_path / "wedding" / ".coincide" / "plan-2.json", server.url)
        (tmp_path / "wedding" / ".coincide" / "version").write_text("1\n")
        (tmp_path / "wedding" / ".coincide" / "vectors").mkdir()
        told = run_here("trust", "wedding", "--yes")
        assert told.returncode == 0, told.stderr
        assert server.base in told.stdout
        assert "plan-2.json" in told.stdout
        assert server.seen == []  # to confirm is not to ask it
        assert server.base in run_here("trust", "--list").stdout


def test_http_is_another_server_than_https(tmp_path: Path) -> None:
    from coincide.servers.keys import is_named, name_server

    name_server("https://photos.example.org")
    assert is_named("https://photos.example.org")
    assert not is_named("http://photos.example.org")
    assert not is_named("https://photos.example.org.evil.example")
    assert not is_named(f"https://photos.example.org/{ALBUM}")

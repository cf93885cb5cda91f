"""The app as a program: started once, found by a second start, ended by its page."""

import os
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from coincide.app.review.http.program import FILE, RunningApp, find_running, folders_of, noted
from coincide.app.review.http.server import Running, bind
from tests.drawn import write_event

STOPS_S = 30


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COINCIDE_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


@contextmanager
def started(*roots: Path) -> Iterator[tuple[Running, threading.Thread]]:
    running = bind(roots, can_end=True)
    thread = threading.Thread(target=running.run)
    with noted(running.access):
        thread.start()
        try:
            yield running, thread
        finally:
            running.server.should_exit = True
            thread.join(STOPS_S)


def test_a_second_start_finds_the_first_and_shows_what_was_dropped(
    data: Path, tmp_path: Path
) -> None:
    assert find_running() is None
    event = write_event(tmp_path / "party", {"ann": 3, "bob": 4})
    with started(tmp_path) as (running, _):
        if os.name == "posix":
            assert stat.S_IMODE((data / FILE).stat().st_mode) == 0o600
        found = find_running()
        assert found == RunningApp(running.port, running.token)
        assert found.open([event]) is None
        assert "no such folder" in str(found.open([data.parent.parent]))
    assert not (data / FILE).exists()
    assert find_running() is None


def test_one_that_does_not_answer_is_none(data: Path) -> None:
    with started(data.parent) as (running, _):
        text = (data / FILE).read_bytes()
    (data / FILE).write_bytes(text)  # as after it was killed
    assert find_running() is None
    (data / FILE).write_bytes(b"{}")
    assert find_running() is None
    assert running.server.should_exit


def test_another_server_at_its_port_is_not_ours(data: Path, tmp_path: Path) -> None:
    with started(tmp_path) as (running, _):
        (data / FILE).write_text(f'{{"port":{running.port},"token":"of another run"}}')
        assert find_running() is None


def test_the_page_ends_it(tmp_path: Path) -> None:
    with started(tmp_path) as (_, thread):
        found = find_running()
        assert found is not None
        assert found.ask("GET", "/api/state")[1]["can_end"] is True
        assert found.ask("POST", "/api/end", {})[0] == 200
        thread.join(STOPS_S)
        assert not thread.is_alive()


def test_a_server_of_the_terminal_is_not_ended_by_its_page(tmp_path: Path) -> None:
    running = bind([tmp_path])
    thread = threading.Thread(target=running.run)
    thread.start()
    found = RunningApp(running.port, running.token)
    assert found.ask("GET", "/api/state")[1]["can_end"] is False
    assert found.ask("POST", "/api/end", {})[0] == 400
    running.server.should_exit = True
    thread.join(STOPS_S)


def test_of_photos_their_folders_are_the_event(tmp_path: Path) -> None:
    for name in ("a/1.jpg", "a/2.jpg", "a/b/3.jpg", "c/4.jpg"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    photos = [tmp_path / name for name in ("a/1.jpg", "a/2.jpg", "a/b/3.jpg", "c/4.jpg")]
    assert folders_of(photos) == [tmp_path / "a", tmp_path / "c"]
    assert folders_of([tmp_path]) == [tmp_path]
    assert folders_of([]) == []


@pytest.mark.slow
def test_the_command_starts_once(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "coincide", "app", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as first:
        assert first.stdout is not None
        address = first.stdout.readline().split()[-1]
        second = subprocess.run(command, capture_output=True, text=True, check=True)
        assert second.stdout.split()[-1] == address
        found = find_running()
        assert found is not None
        assert found.ask("POST", "/api/end", {})[0] == 200
        assert first.wait(STOPS_S) == 0

"""The review app is open and a sync runs: nobody's words are lost, and no result is half another's.

Both are processes, as on a desk. One may wait for the other, or be refused in words.
"""

import json
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.project.old_projects import PROJECT, run, unpack
from tests.review_app import App, opened_app
from tests.writing.apply.system_calls import strace_works

pytestmark = pytest.mark.slow

WAIT_S = 120.0
# other numbers than the app finds, by the same vectors
SYNC = ("sync", "--without", "rhythm")
RESULTS = ("offsets.json", "offsets.csv", "timeline.csv")
PIN = {"kind": "pin", "gallery": "Kim", "offset_s": 809197664.0}
# how long the app is waited for while a sync stands still: it may be waiting for the sync
PATIENCE_S = 5.0


@pytest.fixture
def event(tmp_path: Path) -> Path:
    """An event that is synced, so that both are quick."""
    folder = unpack("synced", tmp_path)
    shutil.rmtree(folder / "Chat")  # photos without a time: the app writes two results then
    return folder


def start(*arguments: str | Path, first: tuple[str, ...] = ()) -> "subprocess.Popen[str]":
    command = [*first, sys.executable, "-m", "coincide", *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def assert_done_or_refused(process: "subprocess.Popen[str]") -> None:
    """Wait for a command's end, which is a good one or one in words."""
    _, told = process.communicate(timeout=WAIT_S)
    if process.returncode != 0:
        assert told.startswith("coincide: "), told
        assert "Traceback" not in told


def finish(process: "subprocess.Popen[str]") -> None:
    _, told = process.communicate(timeout=WAIT_S)
    assert process.returncode == 0, told


def result(event: Path) -> tuple[bytes, ...]:
    """Return the files of the latest result; the first must be JSON."""
    found = tuple((event / PROJECT / name).read_bytes() for name in RESULTS)
    json.loads(found[0])
    return found


def alone(event: Path, app: App) -> dict[str, tuple[bytes, ...]]:
    """Return the results of the app and of a sync, each before and after a gallery is pinned.

    Nothing else runs meanwhile; what was said is taken back.
    """
    app.settled()
    found = {"app": result(event)}
    finish(start(*SYNC, event))
    found["sync"] = result(event)
    app.post("/api/hint", **PIN)
    app.settled()
    found["app, pinned"] = result(event)
    finish(start(*SYNC, event))
    found["sync, pinned"] = result(event)
    app.post("/api/undo")
    app.settled()
    return found


def words_of(app: App) -> set[str]:
    return {hint["words"] for hint in app.get("/api/event")["hints"]}


def test_what_is_said_during_a_sync_is_kept(event: Path) -> None:
    hints = (
        ("reject", event, "Flora/DSC_0418.JPG", "Maya/IMG_20250823_063721.jpg"),
        ("pin", event, "Flora", "3617s"),
    )
    with opened_app(event) as app:
        app.settled()
        names = app.get("/api/event")["photos"]["name"]
        same = [names.index(one) for one in ("IMG_20250823_212614.jpg", "IMG_20250823_132422.jpg")]
        sync = start("sync", event)
        on_the_command_line = [start("hint", *hint) for hint in hints]
        app.post("/api/hint", **PIN)
        assert sync.poll() is None, "the sync was over before anything was said"
        app.post("/api/hint", kind="same", rows=same)
        app.post("/api/gallery", gallery="Cosmo", name="Cosima")
        for process in on_the_command_line:
            finish(process)
        assert_done_or_refused(sync)
        assert [job for job in app.settled()["jobs"] if job["error"]] == []
    result(event)
    listed = [line.split(maxsplit=1)[1] for line in run("hint", "list", event).splitlines()]
    assert sorted(listed) == [
        "pinned: Flora at +1 h 00 min 17 s",
        "pinned: Kim at +9365 d 17 h 07 min 44 s",
        "rejected: Flora/DSC_0418.JPG and Maya/IMG_20250823_063721.jpg",
        "same scene: Cosmo/IMG_20250823_212614.jpg and Maya/IMG_20250823_132422.jpg",
    ]
    finish(start("sync", event))
    assert list(json.loads(result(event)[0])["galleries"]) == ["Cosima", "Flora", "Kim", "Maya"]


@contextmanager
def watched(event: Path) -> Iterator[set[bytes]]:
    """Read a result again and again, and keep each that was seen; all must be JSON."""
    seen: set[bytes] = set()
    broken: list[str] = []
    done = threading.Event()

    def read() -> None:
        while not done.is_set():
            data = (event / PROJECT / RESULTS[0]).read_bytes()
            try:
                json.loads(data)
            except ValueError as error:
                broken.append(f"{error}: {data[:200]!r}")
            seen.add(data)
            time.sleep(0.001)

    thread = threading.Thread(target=read)
    thread.start()
    try:
        yield seen
    finally:
        done.set()
        thread.join()
    assert broken == []


def test_at_every_moment_the_result_is_one_of_the_two(event: Path) -> None:
    with opened_app(event) as app:
        known = alone(event, app)
        assert known["sync"] != known["sync, pinned"]  # or nothing could be told from them
        with watched(event) as seen:
            for _ in range(3):
                sync = start(*SYNC, event)
                while sync.poll() is None:
                    app.post("/api/hint", **PIN)
                    app.settled()
                    app.post("/api/undo")
                    app.settled()
                assert_done_or_refused(sync)
        assert seen <= {files[0] for files in known.values()}
        assert result(event) in known.values()
        assert words_of(app) == set()


def test_opened_and_synced_for_the_first_time_at_once(event: Path) -> None:
    with opened_app(event) as app:
        app.settled()
        by_app = json.loads(result(event)[0])
    shutil.rmtree(event / PROJECT)
    finish(start(*SYNC, event))
    by_sync = json.loads(result(event)[0])
    shutil.rmtree(event / PROJECT)
    sync = start(*SYNC, event)
    with opened_app(event) as app:
        state = app.settled()
        assert_done_or_refused(sync)
        if state["page"] != "event":  # then it said why
            assert any(job["error"] for job in state["jobs"])
    assert json.loads(result(event)[0]) in (by_app, by_sync)


# Interleaved on purpose: the sync stands still in the middle of its result

RENAMES = "rename,renameat,renameat2"


@contextmanager
def standing_still(event: Path, log: Path, when: str) -> Iterator["subprocess.Popen[str]"]:
    """Start a sync and halt it as it is about to name its first file, or has just done so."""
    # what is kept would be shown at once; anew, the solution is named first, then the latest
    shutil.rmtree(event / PROJECT / "solutions")
    held = f"inject={RENAMES}:delay_{when}=3000000:when=3"
    strace = ("strace", "-f", "-qq", "-o", str(log), "-e", f"trace={RENAMES}", "-e", held)
    first = event / PROJECT / RESULTS[0]
    before, until_s = first.stat().st_ino, time.monotonic() + WAIT_S
    sync = start(*SYNC, event, first=strace)

    def stands() -> bool:
        if when == "exit":
            return first.stat().st_ino != before
        return log.exists() and RESULTS[0] in log.read_text()

    while not stands():
        assert sync.poll() is None, "it ended without a pause"
        assert time.monotonic() < until_s
        time.sleep(0.01)
    sync.send_signal(signal.SIGSTOP)  # strace, which lets the sync go on when the delay is over
    try:
        yield sync
    finally:
        sync.send_signal(signal.SIGCONT)


@pytest.mark.skipif(not strace_works(), reason="processes cannot be held by strace here")
@pytest.mark.parametrize("when", ["enter", "exit"])
def test_no_result_is_half_of_one_and_half_of_the_other(
    event: Path, tmp_path: Path, when: str
) -> None:
    def pin(app: App) -> None:
        app.post("/api/hint", **PIN)
        app.settled()

    with opened_app(event) as app, ThreadPoolExecutor(1) as pool:
        known = alone(event, app)
        with standing_still(event, tmp_path / "calls", when) as sync:
            pinned = pool.submit(pin, app)
            wait([pinned], timeout=PATIENCE_S)
        assert_done_or_refused(sync)
        pinned.result()
        assert [job for job in app.settled()["jobs"] if job["error"]] == []
        assert result(event) in known.values()
        assert words_of(app) == {"pinned: Kim at +9365 d 17 h 07 min 44 s"}

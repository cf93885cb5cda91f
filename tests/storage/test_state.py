"""The state of a project: read without a trace, whatever was left in its folder, and by many."""

import multiprocessing
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from coincide.errors import StoreError
from coincide.storage.state import StateDatabase
from coincide.storage.store import RECORDS_S, Store

RECORD = {"key": "a"}


def files(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {
        path.relative_to(folder).as_posix(): (path.read_bytes(), path.stat().st_mtime_ns)
        for path in folder.rglob("*")
        if path.is_file()
    }


def hints(folder: Path) -> object:
    """Return what was said, by one who only looks; nothing may be otherwise afterwards."""
    before = files(folder)
    with Store(folder, readonly=True) as store:
        found = store.load_hints()
        assert files(folder) == before
    assert files(folder) == before
    return found


def killed(code: str, folder: Path) -> None:
    """Run a program that opens the state as ``db`` and ends as when it is killed."""
    start = f"import os, sqlite3\ndb = sqlite3.connect({str(folder / 'state.sqlite')!r}, "
    start += "isolation_level=None)\n"
    done = subprocess.run([sys.executable, "-c", f"{start}{code}\nos._exit(9)\n"], check=False)
    assert done.returncode == 9


@pytest.fixture
def project(tmp_path: Path) -> Path:
    with Store(tmp_path) as store:
        store.save_hints({"n": 1})
    return tmp_path


def test_a_state_at_rest_is_one_file(project: Path) -> None:
    with Store(project) as store:
        store.save_hints({"n": 2})
        assert [path.name for path in project.glob("state*")] == ["state.sqlite"]
    assert [path.name for path in project.glob("state*")] == ["state.sqlite"]
    assert hints(project) == {"n": 2}


def test_a_folder_that_cannot_be_written_can_be_read(project: Path) -> None:
    for path in (*project.rglob("*"), project):
        path.chmod(0o555 if path.is_dir() else 0o444)
    try:
        assert hints(project) == {"n": 1}
    finally:
        for path in (project, *project.rglob("*")):
            path.chmod(0o755 if path.is_dir() else 0o644)


def with_log(folder: Path) -> None:
    database = sqlite3.connect(folder / "state.sqlite", isolation_level=None)
    assert database.execute("PRAGMA journal_mode=WAL").fetchone() == ("wal",)
    database.close()


def test_a_project_of_before_is_read_as_it_lies(project: Path) -> None:
    with_log(project)
    assert hints(project) == {"n": 1}


def test_what_a_killed_writer_left_in_its_log_counts(project: Path) -> None:
    with_log(project)
    killed("db.execute('INSERT INTO hints (document) VALUES (?)', ('{\"n\": 7}',))", project)
    assert (project / "state.sqlite-wal").stat().st_size > 0
    assert hints(project) == {"n": 7}
    with Store(project) as store:
        assert store.load_hints() == {"n": 7}
    assert [path.name for path in project.glob("state*")] == ["state.sqlite"]
    assert hints(project) == {"n": 7}


def test_a_change_that_was_broken_off_does_not_count(project: Path) -> None:
    killed(
        "db.execute('PRAGMA cache_size=1')\n"
        "db.execute('BEGIN IMMEDIATE')\n"
        "for n in range(5000):\n"
        "    db.execute('INSERT INTO hints (document) VALUES (?)', ('{\"n\": 9}' + ' ' * 400,))\n",
        project,
    )
    assert (project / "state.sqlite-journal").stat().st_size > 0
    assert hints(project) == {"n": 1}
    with Store(project) as store:
        assert store.load_hints() == {"n": 1}
    assert [path.name for path in project.glob("state*")] == ["state.sqlite"]


def test_a_state_without_all_tables_is_read(project: Path) -> None:
    database = sqlite3.connect(project / "state.sqlite")
    database.execute("DROP TABLE undone")
    database.close()
    assert hints(project) == {"n": 1}
    with Store(project, readonly=True) as store:
        assert store.can_undo_hints() == (True, False)


def test_an_empty_file_is_an_empty_state(project: Path) -> None:
    (project / "state.sqlite").write_bytes(b"")
    assert hints(project) is None


def test_a_file_that_is_no_state_is_told(project: Path) -> None:
    (project / "state.sqlite").write_bytes(b"no database, and longer than its header is" * 20)
    before = files(project)
    for readonly in (True, False):
        with pytest.raises(StoreError, match=r"file is not a database.*--project"):
            Store(project, readonly=readonly)
    assert files(project) == before


def test_no_copy_is_left_of_what_was_read(
    project: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    scratch = tmp_path_factory.mktemp("scratch")
    monkeypatch.setattr("tempfile.tempdir", str(scratch))
    with_log(project)
    with Store(project, readonly=True):
        assert list(scratch.iterdir())
    assert not list(scratch.iterdir())


def test_a_reader_and_a_writer_at_once(project: Path) -> None:
    with Store(project) as writer, Store(project, readonly=True) as reader:
        for number in range(5):
            writer.save_hints({"n": number})
            assert reader.load_hints() == {"n": number}
        with writer.transaction():
            writer.save_hints({"n": 77})
            assert reader.load_hints() == {"n": 4}
        assert reader.load_hints() == {"n": 77}


def test_a_log_that_somebody_uses_is_left_to_them(project: Path) -> None:
    with_log(project)
    other = sqlite3.connect(project / "state.sqlite", isolation_level=None)
    other.execute("INSERT INTO hints (document) VALUES ('{\"n\": 2}')")
    start_s = time.monotonic()
    with Store(project) as store:
        assert time.monotonic() - start_s < 10.0
        assert store.load_hints() == {"n": 2}
        store.save_hints({"n": 3})
    assert other.execute("SELECT count(*) FROM hints").fetchone() == (3,)
    other.close()
    with Store(project) as store:
        assert store.load_hints() == {"n": 3}
    assert (project / "state.sqlite").read_bytes()[18:20] == b"\x01\x01"


def test_a_transaction_that_fails_changes_nothing(project: Path) -> None:
    def change_and_fail(store: Store) -> None:
        with store.transaction():
            store.save_hints({"n": 2})
            raise KeyError

    with Store(project) as store:
        with pytest.raises(KeyError):
            change_and_fail(store)
        assert store.load_hints() == {"n": 1}
        store.save_hints({"n": 3})
        assert store.load_hints() == {"n": 3}


def test_errors_name_the_file(tmp_path: Path) -> None:
    state = StateDatabase(tmp_path / "state.sqlite")
    with pytest.raises(StoreError, match=r"state\.sqlite: no such table"):
        state.rows("SELECT * FROM nowhere")
    state.close()


def _count_up(folder: Path, times: int) -> None:
    for _ in range(times):
        with Store(folder) as store, store.transaction():
            said = store.load_hints() or {"n": 0}
            store.save_hints({"n": said["n"] + 1})


def test_processes_that_write_at_once_lose_nothing(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=_count_up, args=(tmp_path, 15)) for _ in range(3)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(timeout=120)
        assert writer.exitcode == 0
    assert hints(tmp_path) == {"n": 45}


def test_records_wait_for_each_other_and_none_is_lost(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        for number in range(300):
            store.save_record(Path(f"{number}.jpg"), number, 1, {"key": str(number)})
            assert store.load_record(Path(f"{number}.jpg"), number, 1) == {"key": str(number)}
        store.save_record(Path("7.jpg"), 8, 2, {"key": "new"})
        assert store.load_record(Path("7.jpg"), 8, 2) == {"key": "new"}
        assert store.load_record(Path("7.jpg"), 7, 1) is None
    with Store(tmp_path, readonly=True) as store:
        assert store.load_record(Path("299.jpg"), 299, 1) == {"key": "299"}
        assert store.load_record(Path("7.jpg"), 8, 2) == {"key": "new"}
        assert store.load_record(Path("7.jpg"), 7, 1) is None
        with pytest.raises(StoreError, match="reading only"):
            store.save_record(Path("8.jpg"), 8, 2, {})
        with pytest.raises(StoreError, match="reading only"):
            store.save_plan_path(Path("plan.json"))


def _read_for_ever(folder: Path) -> None:
    with Store(folder) as store:
        for number in range(10**9):
            store.save_record(Path(f"{number}.jpg"), 1, 1, RECORD)
            time.sleep(0.01)


def test_a_reader_of_files_that_is_killed_loses_little(tmp_path: Path) -> None:
    writer = multiprocessing.get_context("spawn").Process(target=_read_for_ever, args=(tmp_path,))
    writer.start()
    deadline = time.monotonic() + 60
    while not (tmp_path / "state.sqlite").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(4 * RECORDS_S)
    assert writer.pid is not None
    os.kill(writer.pid, signal.SIGKILL)
    writer.join()
    with Store(tmp_path, readonly=True) as store:
        kept = [store.load_record(Path(f"{number}.jpg"), 1, 1) for number in range(10)]
    assert kept == [RECORD] * 10

"""Files of Coincide's own that somebody planted in an event: links, pipes, files without end."""

import os
import signal
import sqlite3
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest

from coincide.app.review.pictures import Pictures
from coincide.errors import CoincideError, StoreError
from coincide.project import Project
from coincide.storage.objects import open_storage
from coincide.storage.objectstore import open_store
from coincide.storage.store import Store
from tests.command import run_here
from tests.project.kept_projects import contents, copied, synced_event

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links and pipes of POSIX")

HANG_S = 60
PRECIOUS = b"\xff\xd8\xff\xe0 the only copy"
# the end of a rollback journal of several databases, before which it names another file
MAGIC = bytes.fromhex("d9d505f920a163d7")


@pytest.fixture(scope="module")
def synced(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return synced_event(tmp_path_factory.mktemp("own"))


@pytest.fixture
def party(synced: Path, tmp_path: Path) -> Path:
    return copied(synced, tmp_path / "party")


@pytest.fixture
def precious(tmp_path: Path) -> Path:
    path = tmp_path / "home" / "precious.jpg"
    path.parent.mkdir()
    path.write_bytes(PRECIOUS)
    return path


@contextmanager
def within(seconds: int) -> Iterator[None]:
    """Fail where the block takes longer, as when it waits for a pipe."""

    def late(*_: object) -> None:
        raise AssertionError(f"it hangs for {seconds} s")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


# F4: nothing is written through a link


def test_f04_a_part_of_a_plan_that_is_a_link_is_not_written_through(
    party: Path, precious: Path
) -> None:
    for name in (".plan.json.part", ".offsets.json.part", ".project.json.part"):
        (party / ".coincide" / name).symlink_to(precious)
    done = run_here("plan", party, "--unsure", "--slight")
    assert done.returncode == 0, done.stderr
    assert precious.read_bytes() == PRECIOUS
    assert run_here("sync", party).returncode == 0
    assert precious.read_bytes() == PRECIOUS


def test_f04_a_part_of_the_cameras_that_is_a_link_is_not_written_through(
    tmp_path: Path, precious: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from coincide.project.plans.cameras import Camera, _save, load_cameras

    monkeypatch.setenv("COINCIDE_CAMERAS", str(tmp_path / "cameras.json"))
    (tmp_path / ".cameras.json.part").symlink_to(precious)
    camera = Camera("Canon", "R5", "1", 60.0, "party", "")
    _save({camera.device: camera})
    assert precious.read_bytes() == PRECIOUS
    assert load_cameras() == (camera,)


# F18: project folders, and what lies in them, are never links


def test_f18_a_project_folder_that_is_a_link_is_refused(synced: Path, tmp_path: Path) -> None:
    party, outside = copied(synced, tmp_path / "party"), tmp_path / "outside"
    kept = party / ".coincide"
    kept.rename(tmp_path / "real")
    outside.mkdir()
    kept.symlink_to(outside, target_is_directory=True)
    for command in ("sync", "who", "plan", "timeline"):
        done = run_here(command, party)
        assert (done.returncode, "--project" in done.stderr) == (5, True), done.stderr
    assert [*outside.iterdir()] == []
    kept.unlink()
    kept.symlink_to(tmp_path / "real", target_is_directory=True)
    # the remedy: the real folder, or the link if it is named by the user
    for named in (tmp_path / "real", kept):
        done = run_here("timeline", party, "--project", named)
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", ["vectors", "solutions"])
def test_f18_a_folder_of_the_project_that_is_a_link_is_refused(
    party: Path, tmp_path: Path, name: str
) -> None:
    kept, outside = party / ".coincide", tmp_path / "outside"
    (kept / name).rename(outside)
    (kept / name).symlink_to(outside, target_is_directory=True)
    before = contents(outside)
    (kept / "offsets.json").unlink()
    done = run_here("sync", party, "--without", "rhythm")
    assert done.returncode == 5
    assert "symbolic link" in done.stderr
    assert contents(outside) == before


def test_f18_a_folder_of_a_feature_that_is_a_link_is_refused(party: Path, tmp_path: Path) -> None:
    feature = next((party / ".coincide" / "vectors").iterdir())
    (tmp_path / "outside").mkdir()
    for shard in feature.iterdir():
        shard.unlink()
    feature.rmdir()
    feature.symlink_to(tmp_path / "outside", target_is_directory=True)
    with Store(party / ".coincide") as store, pytest.raises(StoreError, match="symbolic link"):
        store.missing(feature.name, ["a"])
    assert [*(tmp_path / "outside").iterdir()] == []


def test_f18_the_same_holds_at_a_url_of_this_machine(party: Path, tmp_path: Path) -> None:
    from coincide.model import place_of

    project = place_of(f"file://{tmp_path}/at-url")
    with open_store(project) as store:
        store.save_document("kind", "one", {"a": 1})
    (tmp_path / "outside").mkdir()
    (tmp_path / "at-url" / "other").symlink_to(tmp_path / "outside")
    with open_store(project) as store, pytest.raises(StoreError, match="symbolic link"):
        store.save_document("other", "one", {"a": 1})
    assert [*(tmp_path / "outside").iterdir()] == []
    (tmp_path / "at-url" / "kind" / "two.json.gz").symlink_to(
        tmp_path / "at-url" / "kind" / "one.json.gz"
    )
    with open_store(project) as store:
        assert store.document_names("kind") == ["one"]
        with pytest.raises(StoreError, match="symbolic link"):
            store.load_document("kind", "two")


@pytest.mark.parametrize("suffix", ["", "-journal", "-wal", "-shm"])
@pytest.mark.parametrize("readonly", [False, True])
def test_f18_a_database_of_another_program_is_not_written_through_a_link(
    tmp_path: Path, suffix: str, *, readonly: bool
) -> None:
    other = tmp_path / "other.sqlite"
    with closing(sqlite3.connect(other)) as database:
        database.execute("CREATE TABLE mail (text)")
        database.commit()
    before = other.read_bytes()
    with Store(tmp_path / "project"):
        pass
    state = tmp_path / "project" / "state.sqlite"
    if not suffix:
        state.unlink()
    state.with_name(f"state.sqlite{suffix}").symlink_to(other)
    with pytest.raises(StoreError, match="link"):
        Store(tmp_path / "project", readonly=readonly)
    assert other.read_bytes() == before


def test_f18_a_database_of_another_program_is_not_taken_for_the_state(tmp_path: Path) -> None:
    with Store(tmp_path / "project"):
        pass
    state = tmp_path / "project" / "state.sqlite"
    with closing(sqlite3.connect(state)) as database:
        database.execute("CREATE TABLE mail (text)")
        database.commit()
    before = state.read_bytes()
    for readonly in (False, True):
        with pytest.raises(StoreError, match="which Coincide did not make"):
            Store(tmp_path / "project", readonly=readonly)
    assert state.read_bytes() == before


@pytest.mark.parametrize("suffix", ["", "-wal", "-shm"])
def test_f18_pictures_are_not_kept_through_a_link(tmp_path: Path, suffix: str) -> None:
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / f"pictures.sqlite{suffix}").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(StoreError, match="link"):
        Pictures(tmp_path / "project")
    assert not (tmp_path / "elsewhere").exists()


def journal_naming(state: Path, victim: Path) -> None:
    """Write a rollback journal that SQLite plays back, and that names a file to delete then."""
    data = state.read_bytes()
    page, n_pages, nonce = data[:4096], len(data) // 4096, 7
    check = (nonce + sum(page[at] for at in range(4096 - 200, 0, -200))) & 0xFFFFFFFF
    header = MAGIC + struct.pack(">IIIII", 1, nonce, n_pages, 512, 4096)
    record = struct.pack(">I", 1) + page + struct.pack(">I", check)
    name = os.fsencode(victim)
    lock_page = 0x40000000 // 4096 + 1
    end = struct.pack(">I", lock_page) + name + struct.pack(">II", len(name), sum(name)) + MAGIC
    state.with_name(f"{state.name}-journal").write_bytes(header.ljust(512, b"\0") + record + end)


@pytest.mark.parametrize("readonly", [False, True])
def test_f18_a_journal_of_the_database_deletes_no_photo(
    tmp_path: Path, precious: Path, *, readonly: bool
) -> None:
    with Store(tmp_path / "project") as store:
        store.save_hints({"n": 1})
    journal_naming(tmp_path / "project" / "state.sqlite", precious)
    with pytest.raises(StoreError, match="names another file"):
        Store(tmp_path / "project", readonly=readonly)
    assert precious.read_bytes() == PRECIOUS


def test_f18_a_journal_of_the_pictures_deletes_no_photo(tmp_path: Path, precious: Path) -> None:
    Pictures(tmp_path).close()
    with closing(sqlite3.connect(tmp_path / "pictures.sqlite")) as database:
        database.execute("PRAGMA journal_mode=DELETE")
    journal_naming(tmp_path / "pictures.sqlite", precious)
    with pytest.raises(StoreError, match="names another file"):
        Pictures(tmp_path)
    assert precious.read_bytes() == PRECIOUS


# F20: a pipe keeps nobody waiting, and a file without end is not read to its end

OWN = [
    *("version", "state.sqlite", "project.json", "solutions/latest", "offsets.json", "lock"),
    *("plan.json", "timeline.csv", "costs.json", "pictures.sqlite"),
]


@pytest.mark.slow
@pytest.mark.parametrize("name", OWN)
def test_f20_a_pipe_in_place_of_a_file_of_ours_keeps_nobody_waiting(party: Path, name: str) -> None:
    path = party / ".coincide" / name
    path.unlink(missing_ok=True)
    os.mkfifo(path)
    with within(HANG_S):
        for command in (["timeline"], ["sync", "--without", "rhythm"], ["plan", "--unsure"]):
            done = run_here(command[0], party, *command[1:])
            assert "Traceback" not in done.stderr
        project = Project.at(party)
        with suppress(CoincideError):
            project.look()
        if name == "pictures.sqlite":
            with pytest.raises(StoreError, match="not a regular file"):
                Pictures(party / ".coincide")
    assert path.is_fifo()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["version", "project.json", "solutions/latest", "offsets.json"])
def test_f20_a_link_to_a_file_without_end_is_not_read(party: Path, name: str) -> None:
    path = party / ".coincide" / name
    path.unlink()
    path.symlink_to("/dev/zero")
    bounded = ["sh", "-c", 'ulimit -v 8388608; exec "$@"', "sh"]  # kilobytes
    done = subprocess.run(
        [*bounded, sys.executable, "-m", "coincide", "sync", str(party), "--without", "rhythm"],
        capture_output=True,
        text=True,
        check=False,
        timeout=4 * HANG_S,
    )
    assert done.returncode == 5, done.stderr
    assert "symbolic link" in done.stderr


def test_f20_a_file_of_ours_of_any_size_is_read_so_far_and_no_farther(tmp_path: Path) -> None:
    with (tmp_path / "huge").open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(OSError, match="more than"):
        open_storage(tmp_path).read(tmp_path / "huge")
    with Store(tmp_path / "project"):
        pass
    with (tmp_path / "project" / "state.sqlite").open("r+b") as file:
        file.truncate(1 << 40)
    with pytest.raises(StoreError, match="more than"):
        Store(tmp_path / "project", readonly=True)

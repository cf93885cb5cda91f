import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import requires
from pathlib import Path
from uuid import uuid4

import fsspec
import pytest

from coincide.errors import UsageError
from coincide.model import Place, Url, place_of
from coincide.storage import objects as module
from coincide.storage.disk import Disk
from coincide.storage.form import ListedObject
from coincide.storage.objects import Objects, open_storage
from tests.storage_server import (
    BUCKET,
    Faults,
    faulty_proxy,
    make_bucket,
    s3_environment,
    s3_server,
)


@pytest.fixture(params=["memory", "file", "s3"])
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Url:
    return _url(request, tmp_path)


def _url(request: pytest.FixtureRequest, tmp_path: Path) -> Url:
    if request.param == "memory":
        return place_of(f"memory://{uuid4().hex}")
    if request.param == "file":
        return place_of(f"file://{tmp_path}/objects")
    request.getfixturevalue("s3")
    return place_of(f"s3://{BUCKET}/{uuid4().hex}")


@pytest.fixture(scope="module")
def s3_port() -> Iterator[int]:
    with s3_server() as port:
        yield port


@pytest.fixture
def s3(s3_port: int, monkeypatch: pytest.MonkeyPatch) -> int:
    for name, value in s3_environment(s3_port).items():
        monkeypatch.setenv(name, value)
    fsspec.filesystem("s3").clear_instance_cache()
    make_bucket()
    return s3_port


def test_objects_are_listed_read_fetched_and_deleted(folder: Url, tmp_path: Path) -> None:
    objects = Objects(folder)
    assert objects.list(folder) == []
    objects.write(folder / "b" / "2.bin", b"two" * 100)
    objects.write(folder / "a.bin", b"one")
    found = objects.list(folder)
    assert [(one.path, one.size) for one in found] == [
        (folder / "a.bin", 3),
        (folder / "b" / "2.bin", 300),
    ]
    assert objects.read(folder / "a.bin") == b"one"
    assert objects.read(folder / "b" / "2.bin", end=4) == b"twot"
    objects.fetch(found[1], tmp_path / "here")
    assert (tmp_path / "here").read_bytes() == b"two" * 100
    objects.write(folder / "a.bin", b"uno!")
    assert objects.list(folder)[0].version != found[0].version
    objects.delete(folder / "a.bin")
    objects.delete(folder / "a.bin")
    assert [one.path for one in objects.list(folder)] == [folder / "b" / "2.bin"]
    with pytest.raises(FileNotFoundError):
        objects.read(folder / "a.bin")


@pytest.fixture(params=["disk", "memory", "file", "s3"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    return tmp_path / "objects" if request.param == "disk" else _url(request, tmp_path)


def test_every_storage_does_the_same(place: Place) -> None:
    storage = open_storage(place)
    assert isinstance(storage, Objects if isinstance(place, Url) else Disk)
    assert storage.list(place) == []
    assert not storage.exists(place / "x")
    assert not storage.is_file(place / "x")
    for name in ("a.b/3", "a/2", "a/sub/1", "a-b/4", "x"):
        storage.write(place / name, name.encode())
    found = storage.list(place)
    assert [one.path for one in found] == sorted(one.path for one in found)
    assert {str(one.path): one.size for one in found} == {
        str(place / name): len(name) for name in ("a.b/3", "a/2", "a/sub/1", "a-b/4", "x")
    }
    assert [one.path for one in storage.list(place / "a")] == [place / "a/2", place / "a/sub/1"]
    assert storage.read(place / "a/sub/1") == b"a/sub/1"
    assert storage.read(place / "a/sub/1", end=3) == b"a/s"
    assert storage.read(place / "a/sub/1", end=99) == b"a/sub/1"
    assert storage.exists(place / "a")
    assert not storage.is_file(place / "a")
    assert storage.is_file(place / "x")
    with storage.at_hand(place / "x") as file:
        assert (file.name, file.read_bytes()) == ("x", b"x")
    assert file.exists() == (not isinstance(place, Url))
    assert list(storage.each(storage.read, [place / "x", place / "a/2"])) == [b"x", b"a/2"]
    storage.delete_folder(place / "a")
    storage.delete_folder(place / "a")
    storage.delete(place / "x")
    storage.delete(place / "x")
    assert [str(one.path) for one in storage.list(place)] == [
        str(place / name) for name in ("a-b/4", "a.b/3")
    ]
    assert not storage.exists(place / "a")
    with pytest.raises(FileNotFoundError):
        storage.read(place / "x")


def test_a_link_is_no_file_and_is_there_even_to_nothing(tmp_path: Path) -> None:
    disk = Disk()
    disk.write(tmp_path / "file", b"1")
    (tmp_path / "link").symlink_to(tmp_path / "file")
    (tmp_path / "lost").symlink_to(tmp_path / "nothing")
    assert disk.exists(tmp_path / "link")
    assert disk.exists(tmp_path / "lost")
    assert not disk.is_file(tmp_path / "link")
    assert not disk.is_file(tmp_path / "lost")
    assert disk.is_file(tmp_path / "file")


def test_a_write_that_fails_leaves_what_was_there(tmp_path: Path) -> None:
    disk = Disk()
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError):  # noqa: PT011 - which one is the system's business
        disk.write(tmp_path / "folder", b"1")
    disk.write(tmp_path / "file", b"1")
    with pytest.raises(FileExistsError):
        disk.write(tmp_path / "file" / "below", b"2")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "folder"]
    assert disk.read(tmp_path / "file") == b"1"


def test_a_disk_wants_paths() -> None:
    with pytest.raises(UsageError, match="at a URL"):
        Disk().read(place_of("s3://bucket/x"))


def test_traffic_is_counted(folder: Url) -> None:
    objects = Objects(folder)
    objects.write(folder / "x", b"12345")
    objects.read(folder / "x")
    assert objects.traffic.bytes_written == objects.traffic.bytes_read == 5
    assert objects.traffic.requests == 2
    assert objects.traffic.retries == 0


def test_an_object_of_another_size_is_not_taken(
    folder: Url, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "FIRST_WAIT_S", 0.0)
    objects = Objects(folder)
    objects.write(folder / "x", b"12345")
    with pytest.raises(OSError, match="5 of 6 bytes arrived, 8 times"):
        objects.fetch(ListedObject(folder / "x", 6, ""), tmp_path / "x")


def test_requests_that_fail_are_repeated(
    s3: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One request in five fails, in four ways: every one of them comes through in the end."""
    faults = Faults(seed=1, fail=0.2, delay_s=0.01)
    with faulty_proxy(s3, faults) as port:
        monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{port}")
        monkeypatch.setattr(module, "FIRST_WAIT_S", 0.01)
        folder = place_of(f"s3://{BUCKET}/{uuid4().hex}")
        fsspec.filesystem("s3").clear_instance_cache()
        objects = Objects(folder)
        contents = {folder / f"{number}": bytes([number]) * 1000 for number in range(40)}
        for path, data in contents.items():
            objects.write(path, data)
        assert {one.path: objects.read(one.path) for one in objects.list(folder)} == contents
    assert faults.n_failed > 10
    assert objects.traffic.retries >= faults.n_failed // 2


def test_a_storage_that_stays_away_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in s3_environment(9).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(module, "FIRST_WAIT_S", 0.0)
    fsspec.filesystem("s3").clear_instance_cache()
    with pytest.raises(OSError, match="8 times"):
        Objects(place_of("s3://nowhere")).read(place_of("s3://nowhere/x"))


def test_without_credentials_nothing_is_tried_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_PROFILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AWS_CONFIG_FILE", str(tmp_path / "none"))
    monkeypatch.setenv("AWS_SHARED_CREDENTIALS_FILE", str(tmp_path / "none"))
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
    fsspec.filesystem("s3").clear_instance_cache()
    objects = Objects(place_of("s3://nowhere"))
    with pytest.raises(PermissionError, match="credentials"):
        objects.read(place_of("s3://nowhere/x"))
    assert objects.traffic.retries == 0


def test_an_unknown_scheme_is_told() -> None:
    with pytest.raises(UsageError, match="nosuch:// URLs are not supported"):
        Objects(place_of("nosuch://x"))


BLOCKED = """
import sys
class Blocker:
    def find_spec(self, name, *_):
        if name.split(".")[0] in {blocked!r}:
            raise ImportError(name)
sys.meta_path.insert(0, Blocker())
import coincide, coincide.app.cli
from coincide.app.cli import main
sys.argv = ["coincide", *{arguments!r}]
main()
"""


def run_without(blocked: set[str], *arguments: str) -> subprocess.CompletedProcess[str]:
    code = BLOCKED.format(blocked=blocked, arguments=arguments)
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


CLUSTER = {"ray", "faiss", "fsspec", "s3fs", "prometheus_client", "botocore", "aiohttp"}


def test_nothing_of_a_cluster_is_needed_for_the_rest() -> None:
    done = run_without(CLUSTER, "--version")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("coincide ")


@pytest.mark.parametrize(
    ("blocked", "arguments", "extra"),
    [
        ({"ray"}, ("s3://bucket/event", "--engine", "ray"), "cluster"),
        ({"s3fs"}, ("s3://bucket/event",), "s3"),
        ({"fsspec"}, ("s3://bucket/event",), "s3"),
        (
            {"prometheus_client"},
            (".", "--metrics-port", "0", "--project", "/tmp/none"),
            "cluster",
        ),
    ],
)
def test_what_is_missing_is_named_with_what_to_install(
    blocked: set[str], arguments: tuple[str, ...], extra: str
) -> None:
    done = run_without(blocked, "sync", *arguments)
    assert done.returncode == 2, done.stderr
    assert f'pip install "coincide[{extra}]"' in done.stderr
    assert "Traceback" not in done.stderr


OF_A_CLUSTER = ("ray", "faiss", "s3fs", "fsspec", "prometheus")


def test_the_package_itself_needs_nothing_of_a_cluster() -> None:
    always = [line for line in requires("coincide") or [] if "extra ==" not in line]
    assert always
    assert not [line for line in always if line.lower().startswith(OF_A_CLUSTER)]


def test_the_extras_have_what_their_messages_promise() -> None:
    root = Path(__file__).resolve().parents[2]
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert not [line for line in project["dependencies"] if line.startswith(OF_A_CLUSTER)]
    extras = project["optional-dependencies"]
    assert [re.match(r"[a-z0-9-]+", line)[0] for line in extras["cluster"]] == [  # type: ignore[index]
        *("aiohttp", "faiss-cpu", "prometheus-client", "ray", "s3fs"),
    ]
    assert [line.split(">")[0] for line in extras["s3"]] == ["aiohttp", "s3fs"]

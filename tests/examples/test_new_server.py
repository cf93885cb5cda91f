"""The example of a server, whole: an album of a small server of our own is read and corrected."""

import hashlib
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from msgspec import structs

from coincide.errors import UntrustedError
from coincide.model import place_of
from coincide.model.places import url_of
from coincide.plugins import Added, FileEntry
from coincide.servers import address, is_album, open_album, split_address, zoned_text
from coincide.servers.keys import name_server
from coincide.servers.mirror import pull_album
from coincide.servers.mirrorstate import load_mirror
from coincide.writing.served import (
    AlbumPlan,
    AssetChange,
    album_plan_json,
    apply_album,
    open_album_plan,
    undo_album,
)
from coincide.writing.served.patience import Patience
from tests.drawn import write_event

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "new-server" / "coincide_shoebox.py"
QUICK = Patience(first_s=0.001)
KEY = "the-one-key"


class Box(ThreadingHTTPServer):
    """The small server: photos by id, and when they were taken."""

    daemon_threads = True

    def __init__(self, files: dict[str, bytes]) -> None:
        super().__init__(("127.0.0.1", 0), Answers)
        self.files = files
        self.taken = dict.fromkeys(files, "2024-05-04T14:00:00.000+00:00")

    def photo(self, name: str) -> dict[str, str]:
        told = {"id": name, "owner": "ann", "name": f"{name}.jpg", "taken": self.taken[name]}
        return told | {"sum": hashlib.sha256(self.files[name]).hexdigest()}


class Answers(BaseHTTPRequestHandler):
    server: Box
    protocol_version = "HTTP/1.1"
    wbufsize = -1

    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        assert self.headers["x-shoebox-key"] == KEY
        _, kind, name, *more = self.path.split("/")
        if more:
            self.send(self.server.files[name])
        elif kind == "photos":
            self.send(json.dumps(self.server.photo(name)).encode())
        else:
            photos = [self.server.photo(one) for one in self.server.files]
            told = {"title": "Trip", "people": {"ann": "Ann"}, "photos": photos}
            self.send(json.dumps(told).encode())

    def do_PUT(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.taken[self.path.split("/")[2]] = body["taken"]
        self.send(b"{}")

    def send(self, data: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


@pytest.fixture
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Box]:
    folder = write_event(tmp_path / "photos", {"ann": 4})
    files = {path.stem: path.read_bytes() for path in sorted((folder / "ann").iterdir())}
    added = Added("server", "shoebox", "coincide-shoebox", FileEntry(EXAMPLE, "Shoebox"))
    monkeypatch.setattr(address, "find_added", lambda _kind: (added,))
    monkeypatch.setattr(address, "choose_added", lambda _kind, _name: added)
    monkeypatch.setenv("COINCIDE_SHOEBOX_KEY", KEY)
    server = Box(files)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


def test_its_album_is_read_planned_applied_and_undone(box: Box, tmp_path: Path) -> None:
    url = url_of(place_of(f"shoebox+http://127.0.0.1:{box.server_address[1]}/Trip"))
    assert is_album(url)
    with pytest.raises(UntrustedError, match="not named the server"):
        open_album(url)
    name_server(split_address(url).base)
    album = open_album(url)
    pull_album(album, str(url), tmp_path / "album", lambda _done, _total: None)
    mirror = load_mirror(tmp_path / "album")
    assert mirror is not None
    assert [str(name) for name in mirror.by_file] == [f"Ann/IMG_000{n}.jpg" for n in range(4)]
    plan = _plan(album.assets(), str(url))
    path = tmp_path / "plan.json"
    path.write_text(album_plan_json(plan), encoding="utf-8")
    opened = open_album_plan(path)
    assert apply_album(opened, album, patience=QUICK).done == 4
    assert set(box.taken.values()) == {"2024-05-04T15:00:00.000+02:00"}
    assert undo_album(opened, album, patience=QUICK).done == 4
    assert set(box.taken.values()) == {"2024-05-04T14:00:00.000+00:00"}


def _plan(assets, url: str) -> AlbumPlan:  # type: ignore[no-untyped-def]
    empty = AlbumPlan(
        event="Trip",
        address=url,
        owners={"ann": "Ann"},
        anchor=None,
        event_time="anchor",
        galleries=(),
        notes=(),
        assets=(),
        left=(),
    )
    changes = [
        AssetChange(
            one.id,
            one.owner,
            one.name,
            one.checksum,
            zoned_text(one.time),
            one.time.zone,
            "2024-05-04T15:00:00.000+02:00",
            3600.0,
            "Ann",
            "told",
        )
        for one in assets
    ]
    return structs.replace(empty, assets=tuple(changes))


def test_it_is_a_page_of_code() -> None:
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) <= 60


def test_the_page_shows_the_very_file() -> None:
    page = (EXAMPLE.parents[2] / "docs" / "guide" / "servers.md").read_text(encoding="utf-8")
    about = (EXAMPLE.parent / "pyproject.toml").read_text(encoding="utf-8")
    entry_points = about[about.index("[project.entry-points") : about.index("[tool.hatch")]
    assert f"```python\n{EXAMPLE.read_text(encoding='utf-8')}```" in page
    assert f"```toml\n{entry_points.strip()}\n```" in page

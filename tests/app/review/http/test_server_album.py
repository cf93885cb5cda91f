"""An event that is a photo server's album: its plan has nothing of files."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from coincide.model import file_of, place_of
from coincide.project import Project
from coincide.project.read.remotealbum import FOLDER_VARIABLE, here_of
from tests.album_server import Server, key_of, running, server_of
from tests.app.review.conftest import Live, serving
from tests.drawn import write_event


@pytest.fixture
def photos(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    folder = write_event(tmp_path / "photos", {"ann": 4, "bob": 3})
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "albums"))
    with running(server_of(folder, {"Anna": ["ann"], "Ben": ["bob"]})) as state:
        monkeypatch.setenv("COINCIDE_IMMICH_KEY", key_of(state, "Anna"))
        yield state


def test_its_plan_is_for_the_server_alone(photos: Server, tmp_path: Path) -> None:
    Project.at(photos.url).sync()
    (tmp_path / "home").mkdir()
    with serving([tmp_path / "home"], [file_of(here_of(place_of(photos.url)))]) as live:
        assert live.get("/api/state")["album"] == photos.url
        for odd in ({"to": "file"}, {"to": "copies", "into": "/tmp/x"}, {"for": "digikam"}):
            refused = live.client.post("/api/plan", json=odd)
            assert refused.status_code == 400
            assert "changed on its server" in refused.json()["error"]
        plan = live.post("/api/plan", unsure=True, zone="Europe/Berlin")["plan"]
        assert (plan["to"], plan["for"]) == ("server", None)
        # an album that is written does not lie where the server's photos were brought to
        offered = {one["path"] for one in live.get("/api/album/offer")["forms"]}
        assert all(path.startswith(str(tmp_path / "home")) for path in offered)


def test_other_events_are_none(live: Live) -> None:
    assert live.get("/api/state")["album"] is None

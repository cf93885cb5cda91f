"""An album of a server is chosen, looked at and corrected in the browser, and taken back."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from coincide.demo import DemoOptions
from coincide.project.read.remotealbum import FOLDER_VARIABLE
from tests.album_server import key_of, running, server_of
from tests.browser.conftest import galleries, go, settled
from tests.conftest import CopyDemo
from tools.review_views import WORK_MS, Server, serving

pytestmark = pytest.mark.slow


def test_an_album_is_chosen_reviewed_and_written(
    copy_demo: CopyDemo,
    open_page: Callable[[Server], Page],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    party = copy_demo(DemoOptions(n_galleries=4, n_photos=80, seed=3), tmp_path / "demo")
    folders = (path for path in sorted(party.iterdir()) if path.is_dir())
    people = [path.name for path in folders if not path.name.startswith(".")]
    for film in (*party.rglob("*.mp4"), *party.rglob("*.MP4"), *party.rglob("*.MOV")):
        film.unlink()
    half = len(people) // 2
    owners = {"Anna": people[:half], "Ben": people[half:]}
    (tmp_path / "empty").mkdir()
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "albums"))
    with running(server_of(party, owners)) as photos:
        for name in owners:
            monkeypatch.setenv(f"COINCIDE_IMMICH_KEY_{name.upper()}", key_of(photos, name))
        before = photos.times()
        with serving("--root", tmp_path / "empty") as server:
            page = open_page(server)
            page.get_by_label("Or an album on a photo server").fill(photos.url)
            page.get_by_role("button", name="Add album").click()
            page.get_by_role("button", name="Start").click()
            page.get_by_role("button", name="Find the clocks").click(timeout=WORK_MS)
            expect(page).to_have_title("Our trip – Coincide", timeout=WORK_MS)
            settled(server)
            assert any(name.startswith("Anna") for name in galleries(server))
            go(page, "Write")
            # an album's plan has nothing to choose between, and no sidecars to name
            expect(page.get_by_text("is sent to the album’s server")).to_be_visible()
            expect(page.get_by_role("radio")).to_have_count(0)
            expect(page.get_by_label("Program that reads them")).to_have_count(0)
            expect(page.get_by_label("Time zone of the event")).to_be_visible()
            page.get_by_role("button", name="Make the plan").click()
            expect(page.get_by_role("button", name="Write now")).to_be_visible(timeout=WORK_MS)
            assert photos.times() == before
            page.get_by_role("button", name="Write now").click()
            page.get_by_role("dialog").get_by_role("button", name="Write now").click()
            expect(page.get_by_text("photos, written").first).to_be_visible(timeout=WORK_MS)
            settled(server)
            assert sum(now != before[one] for one, now in photos.times().items()) > 20
            for key in photos.keys:
                assert key not in page.content()
        for path in (tmp_path / "albums").rglob("*"):
            for key in photos.keys:
                assert not path.is_file() or key.encode() not in path.read_bytes()

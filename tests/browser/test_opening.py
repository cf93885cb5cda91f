"""A small event opens; nothing in the page fails, and nothing is asked of anyone else."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import go, lane
from tests.drawn import write_event
from tools.review_views import WORK_MS, Server, serving


def test_a_small_event_opens(open_page: Callable[[Server], Page], tmp_path: Path) -> None:
    folder = write_event(tmp_path / "party", {"ann": 5, "bob": 6})
    with serving(folder, "--root", tmp_path) as server:
        page = open_page(server)
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.get_by_role("button", name="Find the clocks").click(timeout=WORK_MS)
        expect(lane(page, "ann")).to_be_visible(timeout=WORK_MS)
        expect(lane(page, "bob")).to_be_visible()
        expect(page).to_have_title("party – Coincide")
        assert "token" not in page.url
        for view in ("Galleries", "Evidence", "Graph", "Write", "Timeline"):
            go(page, view)
            expect(page.get_by_role("heading", level=1, name=view)).to_be_attached()
        assert asked
        assert {url.split("/")[2] for url in asked if not url.startswith(("data:", "blob:"))} == {
            server.base.removeprefix("http://")
        }

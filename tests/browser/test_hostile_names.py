"""Names and tags that are markup: seen in the app, in a report and in an album."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from coincide.project import Project
from tests.browser.conftest import go, settled
from tests.drawn import write_event
from tests.photo_files import exif_bytes
from tools.review_views import Server, serving

pytestmark = pytest.mark.slow

# as a name of a file, which has no slash; each would leave a trace if it were taken for markup
MARKUP = "<b data-planted>x<img src=x onerror=window.planted=1>"
BREAKING = "\"'><svg onload=window.planted=1 data-planted>"
ENDING = f"</script><script>window.planted=1</script></title></style>{MARKUP}"
RENAMED = "</script></title></style><b data-planted>y"
XMP = (
    b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax'
    b'-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp='
    b'"http://ns.adobe.com/xap/1.0/" xmp:CreatorTool="&lt;b data-planted&gt;"><dc:title><rdf:Alt>'
    b'<rdf:li xml:lang="x-default">&lt;b data-planted&gt;</rdf:li></rdf:Alt></dc:title>'
    b"</rdf:Description></rdf:RDF></x:xmpmeta>"
)


@pytest.fixture(scope="module")
def event(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event of which everything that is named is named by markup; it is solved."""
    people = {f"ann {MARKUP}": 6, f"bob {BREAKING}": 6}
    folder = write_event(tmp_path_factory.mktemp("home") / f"party {MARKUP}", people)
    for number, path in enumerate(sorted(folder.rglob("*.jpg"))):
        time = f"2024:05:04 14:{number % 6:02d}:00"
        exif = exif_bytes(time, make=ENDING, model=f"{ENDING} {number // 6}", software=ENDING)
        with Image.open(path) as image:
            image.save(path.with_name(f"{BREAKING} {path.name}"), exif=exif, xmp=XMP)
        path.unlink()
    (folder / f"{MARKUP}.jpg").touch()  # named among what is left out
    Project.at(folder).sync()
    return folder


def assert_plain(page: Page) -> None:
    """Nothing of a name is an element, and nothing of it was run."""
    page.wait_for_timeout(300)
    assert page.locator("[data-planted]").count() == 0
    assert page.evaluate("window.planted") is None


def look_at_all(page: Page, *views: str) -> None:
    for view in views:
        go(page, view)
        expect(page.get_by_role("heading", level=1)).to_be_attached()
        assert_plain(page)


def test_names_are_no_markup_in_the_app(event: Path, open_page: Callable[[Server], Page]) -> None:
    with serving(event, "--root", event.parent) as server:
        settled(server)
        renamed = httpx.post(
            f"{server.base}/api/gallery",
            json={"gallery": f"bob {BREAKING}", "name": RENAMED},
            headers={"X-Coincide-Token": server.token},
            timeout=60,
        )
        assert renamed.status_code == 200, renamed.text
        settled(server)
        page = open_page(server)
        expect(page.get_by_text(MARKUP).first).to_be_attached()
        look_at_all(page, "Timeline", "Galleries", "Evidence", "Graph", "Album", "Write")
        go(page, "Galleries")
        expect(page.get_by_text(RENAMED).first).to_be_visible()
        httpx.post(
            f"{server.base}/api/undo",
            json={},
            headers={"X-Coincide-Token": server.token},
            timeout=60,
        ).raise_for_status()
        settled(server)


def written(event: Path, *command: str | Path) -> None:
    words = [sys.executable, "-m", "coincide", command[0], event, *command[1:]]
    subprocess.run([*map(str, words)], check=True, stdout=subprocess.DEVNULL)


def test_names_are_no_markup_in_a_report(event: Path, chromium: Browser, tmp_path: Path) -> None:
    written(event, "report", "--out", tmp_path / "report.html")
    page = chromium.new_page()
    page.goto((tmp_path / "report.html").as_uri())
    look_at_all(page, "Timeline", "Galleries", "Evidence", "Graph")
    go(page, "Galleries")
    expect(page.get_by_text(MARKUP).first).to_be_visible()
    page.close()


@pytest.mark.parametrize("who", [(), ("--who",)])
@pytest.mark.parametrize("out", ["album", "album.html"])
def test_names_are_no_markup_in_an_album(
    event: Path, chromium: Browser, tmp_path: Path, out: str, who: tuple[str, ...]
) -> None:
    for title in ((), ("--title", ENDING)):
        place = tmp_path / f"{len(title)}" / out
        place.parent.mkdir()
        written(event, "album", "--out", place, *who, *title)
        page = chromium.new_page(viewport={"width": 1440, "height": 900})
        page.goto((place / "index.html" if out == "album" else place).as_uri())
        page.mouse.wheel(0, 400)
        first = page.locator("main button[data-row]").first
        expect(first).to_be_visible()
        expect(page.get_by_role("heading", level=1)).to_have_text(title[1] if title else event.name)
        assert_plain(page)
        first.click()
        expect(page.get_by_role("dialog")).to_be_visible()
        assert_plain(page)
        if who:
            assert MARKUP in page.content().replace("&lt;", "<").replace("&gt;", ">")
        page.close()

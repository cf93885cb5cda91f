"""The demo as static pages, of a small event: whole and small, and faults are found."""

from pathlib import Path

import pytest

from coincide.project import Project
from tests.drawn import write_event
from tools.demo_site import PAGES, look_at, write_site

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    event = write_event(folder / "party", {"ann": 9, "bob": 12, "cyd": 7})
    Project.at(event).sync()
    write_site(event, folder / "out")
    return folder / "out"


def test_all_pages_are_whole_and_small(site: Path) -> None:
    found = look_at(site)
    assert list(found) == list(PAGES)
    assert all(n_bytes > 500 for n_bytes in found.values())
    assert len(list((site / "review" / "pictures").glob("*.jpg"))) == 2 * 28 + 1


@pytest.mark.parametrize(
    ("tag", "fault"),
    [
        ('<img src="../album/data.json" alt="">', "asks outside its folder"),
        ('<script src="/elsewhere.js"></script>', "/elsewhere.js"),
        ('<button style="width:1em"></button>', "review/"),
    ],
)
def test_faults_are_found(site: Path, tag: str, fault: str) -> None:
    page = site / "review" / "index.html"
    whole = page.read_text(encoding="utf-8")
    page.write_text(whole.replace("<body>", f"<body>{tag}"), encoding="utf-8")
    try:
        with pytest.raises(AssertionError, match=fault):
            look_at(site)
    finally:
        page.write_text(whole, encoding="utf-8")

"""From nothing but ``coincide review`` to corrected sidecars, and back."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest
from PIL import ExifTags, Image
from playwright.sync_api import Browser, Page, expect

from coincide.demo import DemoOptions
from tests.browser.conftest import ask, galleries, go, lane, settled
from tests.conftest import CopyDemo
from tests.writing.apply.trees import snapshot
from tools.review_views import WORK_MS, Server, serving, slowed

pytestmark = pytest.mark.slow

WRONG_S = 300.0
# a job tells how far it is many times; its plans are looked at when it comes and goes
MOST_LOOKS = 10
ORIGINAL_TIME = re.compile(r'exif:DateTimeOriginal="(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)')


@pytest.fixture
def party(chromium: Browser, copy_demo: CopyDemo, tmp_path: Path) -> Path:
    """A small demo event that nobody has opened yet."""
    options = DemoOptions(n_galleries=4, n_photos=80, seed=3)
    return copy_demo(options, tmp_path / "home" / "party")


def test_from_folders_to_sidecars_and_back(
    party: Path, open_page: Callable[[Server], Page]
) -> None:
    truth = json.loads((party / "truth.json").read_text())["offsets_s"]
    (party / "truth.json").unlink()
    people = sorted(truth)
    before = [snapshot(party / name) for name in people]
    with serving("--root", party.parent) as server:
        page = open_page(server)
        with slowed(server):
            choose(page, people[0])
            watch(page)
        expect(lane(page, people[0])).to_be_visible(timeout=WORK_MS)
        for name in people:
            expect(lane(page, name)).to_be_visible()
        for name, found in galleries(server).items():
            assert found["sure"] in ("certain", "anchor")
            assert abs(found["offset_s"] - truth[name]) < WRONG_S

        accept_a_pair(page)
        settled(server)
        assert "same scene" in coincide("hint", "list", party)

        plan = make_plan(page, server)
        assert [snapshot(party / name) for name in people] == before  # planning writes nothing
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.get_by_role("button", name="Write now").click()
        page.get_by_role("dialog").get_by_role("button", name="Write now").click()
        expect(page.get_by_text("files, written").first).to_be_visible(timeout=WORK_MS)
        settled(server)
        assert sum(url.endswith("/api/plans") for url in asked) < MOST_LOOKS
        shifts = {
            one["name"]: one["shift_s"] for one in plan["galleries"] if one["state"] == "moved"
        }
        assert shifts
        n_checked = check_sidecars(party, shifts, truth)
        assert n_checked == plan["n_files"]
        assert f"{n_checked} as planned" in coincide("verify", plan["path"])

        page.reload()
        go(page, "Write")
        page.get_by_role("button", name="Take back").click()
        page.get_by_role("dialog").get_by_role("button", name="Take back").click()
        expect(page.get_by_text("files, taken back").first).to_be_visible(timeout=WORK_MS)
    after = [snapshot(party / name) for name in people]
    assert after == before


def choose(page: Page, person: str) -> None:
    """Look into the folder, come back, take it, change one's mind, and start."""
    start = page.get_by_role("button", name="Start")
    expect(page.get_by_text("None yet.")).to_be_visible()
    expect(start).to_be_disabled()
    page.get_by_role("button", name="Open party").click()
    page.get_by_role("button", name=f"Add {person}").click()
    page.get_by_role("button", name="Up").click()
    page.get_by_role("button", name="Add party").click()
    expect(page.get_by_role("button", name=re.compile("^Remove"))).to_have_count(1)
    expect(page.get_by_role("button", name="Up")).to_be_disabled()
    start.click()
    expect(page.get_by_role("heading", name="party: who is who?")).to_be_visible(timeout=WORK_MS)
    expect(page.get_by_role("region", name=person)).to_be_visible()
    page.get_by_role("button", name="Find the clocks").click()


def watch(page: Page) -> None:
    """See the work go on: what it does, how far it is, and how long it will take."""
    expect(page.get_by_role("heading", name="Reading the photos")).to_be_visible()
    expect(page.get_by_text("Analysing the photos")).to_be_visible(timeout=WORK_MS)
    expect(page.get_by_text(re.compile(r"^[1-9]\d* of 80 · .* left"))).to_be_visible(
        timeout=WORK_MS
    )
    expect(page.get_by_role("progressbar")).to_be_visible()


def accept_a_pair(page: Page) -> None:
    go(page, "Evidence")
    expect(page.get_by_role("heading", name="Nothing to ask")).to_be_visible()
    page.get_by_role("button", name="Pairs").click()
    page.get_by_role("button", name="Same scene").first.click()
    expect(page.get_by_text("You: same scene")).to_be_visible(timeout=WORK_MS)


def make_plan(page: Page, server: Server) -> dict[str, object]:
    go(page, "Write")
    page.get_by_role("button", name="Make the plan").click()
    expect(page.get_by_role("button", name="Write now")).to_be_visible(timeout=WORK_MS)
    (listed,) = ask(server, "/api/plans")
    plan: dict[str, object] = ask(server, f"/api/plan?path={listed['path']}")
    expect(page.get_by_text(f"{plan['n_files']} files will be written")).to_be_visible()
    return plan


def check_sidecars(party: Path, shifts: dict[str, float], truth: dict[str, float]) -> int:
    """Compare every sidecar with its photo's own time, the plan and the truth; return how many."""
    n_checked = 0
    for path in sorted(party.rglob("*.xmp")):
        found = ORIGINAL_TIME.search(path.read_text(encoding="utf-8"))
        assert found is not None, path
        written = datetime.fromisoformat(found[1])
        moved_s = (written - camera_time(path.with_suffix(""))).total_seconds()
        gallery = path.parent.name
        assert abs(moved_s - shifts[gallery]) <= 1.0
        assert abs(moved_s - truth[gallery]) < WRONG_S
        n_checked += 1
    return n_checked


def camera_time(photo: Path) -> datetime:
    with Image.open(photo) as image:
        tags = image.getexif().get_ifd(ExifTags.IFD.Exif)
    return datetime.strptime(tags[ExifTags.Base.DateTimeOriginal], "%Y:%m:%d %H:%M:%S")


def coincide(*arguments: object) -> str:
    """Run the command line beside the app, as a person would; return what it says."""
    command = [sys.executable, "-m", "coincide", *map(str, arguments)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout

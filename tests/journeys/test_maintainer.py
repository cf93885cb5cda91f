"""A maintainer answers what only a person knows, in a browser, and sends the report."""

import json
import re
import shlex
import signal
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

import pytest
from PIL import ExifTags, Image
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from tests.journeys.pages import Block, read_page
from tests.journeys.shell import ROOT, Environment, Ran, Shell, is_install, run_block
from tools.review_views import CHROMIUM, CHROMIUM_ARGUMENTS, WORK_MS
from tools.tutorial_steps import Step, read_steps, take

PAGE = ROOT / "docs" / "tutorials" / "maintainer.md"
WRONG_S = 300.0
# photos of one moment, as the app asks for it: "within a minute or so"
MOMENT_S = 90.0
N_ANSWERS = 1
# the exit code of a program that Ctrl+C has ended
INTERRUPTED = 128 + signal.SIGINT


@pytest.fixture
def chromium() -> Iterator[Browser]:
    if not CHROMIUM.exists():
        pytest.skip(f"{CHROMIUM} is not on this machine: apt-get install chromium")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGUMENTS)
        yield browser
        browser.close()


def test_steps_are_read_with_what_is_clicked_and_what_is_seen(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "**No** step.\n\n1. Choose **One\n   two**: *three*.\n2. Rest.\n\n*Nor* this.\n"
    )
    assert read_steps(page) == ((Step("One two", True), Step("three", False)), ())


@pytest.mark.slow
def test_the_result_is_mended_and_sent(
    wheel_env: Environment, chromium: Browser, tmp_path: Path
) -> None:
    folder, home = tmp_path / "folder", tmp_path / "home"
    folder.mkdir()
    home.mkdir()
    variables = wheel_env.variables(home)
    ran: list[Ran] = []
    n_reviews = 0
    with Shell(variables, folder, tmp_path) as shell:
        for block in read_page(PAGE):
            if block.skip is None:
                ran += run_block(block, shell, folder, leave_out=is_install)
                continue
            assert certain(folder / "party") == {"Lena", "Paula", "Willa"}  # not Yara, before
            with reviewing(block, variables, folder) as address:
                follow_page(chromium, address)
            n_reviews += 1
    assert n_reviews == 1
    (listed,) = (one.printed for one in ran if one.command.startswith("coincide hint list"))
    check_answers(folder / "party", listed)
    check_report(chromium, folder / "party.html", truth_of(folder / "party"))
    assert not list((folder / "party").rglob("*.xmp"))  # nothing was written to a photo


@contextmanager
def reviewing(block: Block, variables: Mapping[str, str], folder: Path) -> Iterator[str]:
    """Run the page's ``coincide review`` until Ctrl+C; yield the address it prints."""
    (command,) = re.findall(r"^\$ (coincide review .+)$", block.text, re.MULTILINE)
    process = subprocess.Popen(
        [*shlex.split(command), "--no-browser"],
        cwd=folder,
        env=dict(variables),
        executable=f"{variables['VIRTUAL_ENV']}/bin/coincide",
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    with process.stdout:
        try:
            found = re.match(r"Review at (http://127\.0\.0\.1:\S+)", process.stdout.readline())
            assert found is not None, "coincide review ended before it told its address"
            yield found[1]
            process.send_signal(signal.SIGINT)
            # 0 where whoever started the tests ignores Ctrl+C, as shells do for what runs behind
            assert process.wait(timeout=60) in (0, INTERRUPTED)
        finally:
            process.kill()
            process.wait()


def follow_page(chromium: Browser, address: str) -> None:
    """Take the steps of the page, and meet no error on the way."""
    errors: list[str] = []
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(address)
    expect(page.get_by_role("navigation", name="Views")).to_be_visible(timeout=WORK_MS)
    steps = read_steps(PAGE)
    assert sum(step == Step("Same scene", True) for one in steps for step in one) == N_ANSWERS
    for one in steps:
        take(page, one)
    context.close()
    assert errors == []


def check_answers(party: Path, listed: str) -> None:
    """Compare what was said with when the photos were really taken."""
    pairs = re.findall(r"same scene: (\S+) and (\S+)$", listed, re.MULTILINE)
    assert len(pairs) == N_ANSWERS
    truth = truth_of(party)
    for pair in pairs:
        one_s, other_s = (camera_time_s(party / name) + truth[name.split("/")[0]] for name in pair)
        assert abs(one_s - other_s) < MOMENT_S
    assert certain(party) == set(truth)


def camera_time_s(photo: Path) -> float:
    with Image.open(photo) as image:
        tags = image.getexif().get_ifd(ExifTags.IFD.Exif)
    when = datetime.strptime(tags[ExifTags.Base.DateTimeOriginal], "%Y:%m:%d %H:%M:%S")
    return (when - datetime(1970, 1, 1)).total_seconds()


def truth_of(party: Path) -> dict[str, float]:
    truth: dict[str, float] = json.loads((party / "truth.json").read_text())["offsets_s"]
    return truth


def certain(party: Path) -> set[str]:
    """Return the galleries that the latest sync calls certain."""
    galleries = json.loads((party / ".coincide" / "offsets.json").read_text())["galleries"]
    return {name for name, one in galleries.items() if (one["probability"] or 0.0) >= 0.99}


def check_report(chromium: Browser, report: Path, truth: dict[str, float]) -> None:
    """Open the report as a friend would, from disk and without a network."""
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, offline=True)
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(report.as_uri())
    page.get_by_role("navigation").get_by_role("link", name="Galleries").click()
    for name in truth:
        expect(card(page, name)).to_contain_text("Anchor" if name == "Lena" else "Certain")
    said = page.get_by_text(re.compile("^same scene: "))
    expect(said).to_have_count(N_ANSWERS)
    told = page.evaluate("JSON.parse(document.getElementById('coincide-data').textContent)")
    placed = {one["name"]: one["offset_s"] for one in told["event"]["galleries"]}
    assert placed.keys() == truth.keys()
    assert all(abs(placed[name] - truth[name]) < WRONG_S for name in truth)
    context.close()
    assert [url for url in asked if not url.startswith(("data:", "blob:"))] == [report.as_uri()]


def card(page: Page, name: str) -> Locator:
    return page.get_by_role("article", name=name, exact=True)

"""The review app as people use it: a process of its own, seen in chromium."""

import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from coincide.project.plans.cameras import PATH_VARIABLE
from tests.conftest import CopyDemo
from tools.review_views import (
    CHROMIUM,
    CHROMIUM_ARGUMENTS,
    EVENTS,
    WORK_MS,
    Server,
    sync_events,
)

SEEN_MS = 20_000


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    if not CHROMIUM.exists():
        pytest.skip(f"{CHROMIUM} is not on this machine: apt-get install chromium")
    expect.set_options(timeout=SEEN_MS)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def events(
    chromium: Browser, copy_demo: CopyDemo, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """The demo events, solved once; tests work on copies."""
    folder = tmp_path_factory.mktemp("events") / "photos"
    for name, options in EVENTS.items():
        copy_demo(options, folder / name)
    sync_events(folder)
    return folder


@pytest.fixture(autouse=True)
def cameras(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Remember no camera of ours in the home folder."""
    monkeypatch.setenv(PATH_VARIABLE, str(tmp_path / "cameras.json"))


@pytest.fixture
def party(events: Path, tmp_path: Path) -> Path:
    """The demo event, solved, for one test alone."""
    return Path(shutil.copytree(events / "party", tmp_path / "home" / "party"))


@pytest.fixture
def reunion(events: Path, tmp_path: Path) -> Path:
    """An event that leaves more than ten questions open, for one test alone."""
    return Path(shutil.copytree(events / "reunion", tmp_path / "home" / "reunion"))


@pytest.fixture
def open_page(chromium: Browser) -> Iterator[Callable[[Server], Page]]:
    """Open the app in a window of its own; fail where the page met an error."""
    errors: list[str] = []

    def open_(server: Server) -> Page:
        context = chromium.new_context(viewport={"width": 1440, "height": 900})
        server.farewells.append(context.close)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
        page.goto(server.address)
        return page

    yield open_
    assert errors == []


def ask(server: Server, path: str) -> Any:
    """Read from the server what any page of it may read."""
    headers = {"X-Coincide-Token": server.token}
    answer = httpx.get(f"{server.base}{path}", headers=headers, timeout=60)
    assert answer.status_code == 200, answer.text
    return answer.json()


def galleries(server: Server) -> dict[str, dict[str, Any]]:
    return {one["name"]: one for one in ask(server, "/api/event")["galleries"]}


def until(check: Callable[[], bool]) -> None:
    """Wait until something holds."""
    end_s = time.monotonic() + WORK_MS / 1000
    while not check():
        assert time.monotonic() < end_s, "it did not come to hold"
        time.sleep(0.05)


def settled(server: Server) -> None:
    """Wait until the server has nothing to do."""
    until(
        lambda: (
            not any(
                job["state"] in ("waiting", "running") for job in ask(server, "/api/state")["jobs"]
            )
        )
    )


def lane(page: Page, name: str) -> Locator:
    """Return the button with a gallery's name beside its lane."""
    return page.get_by_role("button", name=f"{name}: ")


def go(page: Page, view: str) -> None:
    page.get_by_role("navigation").get_by_role("link", name=view).click()

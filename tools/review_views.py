"""Every view of the review app on demo events, one after the other, in chromium.

The documentation's pictures are taken of them, and the tests look at each.
"""

import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from coincide.demo import DemoOptions, render_event

CHROMIUM = Path("/usr/bin/chromium")
# root may run chromium only without its sandbox; it sees nothing but our own page
CHROMIUM_ARGUMENTS = ["--no-sandbox"]
SIZES = {"": (1440, 900), "-phone": (390, 844)}
SCHEMES = ("light", "dark")
# few pairs in common and seen from far apart: an event that leaves questions open
HARD = DemoOptions(n_photos=110, seed=3, attendance=0.35, moment_share=0.6, view_spread=2.0)
# what the views are of: an easy event, a hard one, one with clips, and one that nobody has read
EVENTS = {
    "party": DemoOptions(),
    "reunion": HARD,
    "filmed": DemoOptions(n_galleries=4, n_photos=48, n_films=6),
    "picnic": DemoOptions(n_galleries=4, n_photos=48, seed=2),
}
# time for pictures to arrive and for whatever glides to stand still
STILL_MS = 900
WORK_MS = 120_000


@dataclass(frozen=True)
class Server:
    """The app in a process of its own, and the address of its first page."""

    process: subprocess.Popen[str]
    address: str
    # what to do before it is stopped: pages that outlive their server complain
    farewells: list[Callable[[], None]] = field(default_factory=list)

    @property
    def base(self) -> str:
        """The address without the token."""
        return self.address.split("/?")[0]

    @property
    def token(self) -> str:
        """What lets a program in."""
        return self.address.split("token=")[1]


@contextmanager
def serving(*arguments: str | Path, words: Sequence[str] = ("review",)) -> Iterator[Server]:
    """Run ``coincide review``, or what ``words`` name, on a free port until the context ends."""
    command = [sys.executable, "-m", "coincide", *words, "--no-browser", *map(str, arguments)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        words = (word for line in process.stdout for word in line.split())
        address = next((word for word in words if word.startswith("http://")), None)
        assert address is not None, "coincide review ended before it told its address"
        server = Server(process, address)
        try:
            yield server
        finally:
            for farewell in server.farewells:
                farewell()
    finally:
        process.terminate()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


@contextmanager
def slowed(server: Server, halted_s: float = 0.18) -> Iterator[None]:
    """Let the server run for 20 ms, then halt it, and so on, so that its work can be watched."""
    done = threading.Event()

    def halt_and_go() -> None:
        while not done.wait(0.02):
            server.process.send_signal(signal.SIGSTOP)
            done.wait(halted_s)
            server.process.send_signal(signal.SIGCONT)

    thread = threading.Thread(target=halt_and_go)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


@dataclass(frozen=True)
class View:
    """Something to look at: where in the app, on which event, and what to do there first."""

    name: str
    route: str = ""
    event: str = "party"
    prepare: Callable[[Page], None] = lambda _: None
    # again for every size of the window: what was scrolled to has moved
    settle: Callable[[Page], None] = lambda _: None
    goes_on: bool = False  # on the page of the view before it, without loading anew
    halts: bool = False  # the server is halted meanwhile: what is shown would pass


@dataclass(frozen=True)
class Shown:
    """A view as it stands before one: at one size, in one scheme of colours."""

    view: str
    size: str
    scheme: str
    page: Page

    @property
    def name(self) -> str:
        """The view, with size and scheme."""
        return f"{self.view}{self.size}-{self.scheme}"


def render_events(folder: Path) -> None:
    """Render what the views are of."""
    for name, options in EVENTS.items():
        render_event(folder / name, options)


def sync_events(folder: Path) -> None:
    """Solve those that are shown solved."""
    for name in ("party", "reunion", "filmed"):
        command = [sys.executable, "-m", "coincide", "sync", str(folder / name)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def walk(
    browser: Browser,
    folder: Path,
    views: Sequence[View],
    *,
    bypass_csp: bool = False,
    still_ms: int = STILL_MS,
) -> Iterator[Shown]:
    """Bring every view before one, in each size and scheme, after it stood still for a while."""
    for event, group in groupby(views, key=lambda view: view.event):
        arguments = ["--root", folder, *([folder / event] if event else [])]
        context = browser.new_context(bypass_csp=bypass_csp)
        with serving(*arguments) as server:
            page = context.new_page()
            for view in group:
                if not view.goes_on:
                    page.close()
                    page = context.new_page()
                    visit(page, server, view, still_ms)
                with slowed(server) if view.halts else nullcontext():
                    view.prepare(page)
                yield from _variants(page, view, server, still_ms)
            context.close()


def _variants(page: Page, view: View, server: Server, still_ms: int) -> Iterator[Shown]:
    if view.halts:
        server.process.send_signal(signal.SIGSTOP)
    try:
        for size, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            for scheme in SCHEMES:
                page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
                view.settle(page)
                page.wait_for_timeout(still_ms)
                expect(page.locator("canvas[data-waiting]")).to_have_count(0, timeout=WORK_MS)
                yield Shown(view.name, size, scheme, page)
    finally:
        if view.halts:
            server.process.send_signal(signal.SIGCONT)


def visit(page: Page, server: Server, view: View, still_ms: int = STILL_MS) -> None:
    """Open the app at one of its views, and wait until that is there."""
    width, height = SIZES[""]
    page.set_viewport_size({"width": width, "height": height})
    page.goto(server.address)
    if view.event:  # until then it shows how far it is with the event
        expect(page.get_by_role("navigation", name="Views")).to_be_visible(timeout=WORK_MS)
    if view.route:
        page.goto(f"{server.base}/{view.route}")
    expect(page.get_by_role("heading", level=1)).to_be_attached(timeout=WORK_MS)
    page.wait_for_timeout(still_ms)


# What is done before one looks


def _click(name: str, *, exact: bool = False) -> Callable[[Page], None]:
    return lambda page: page.get_by_role("button", name=name, exact=exact).first.click()


def _move(page: Page) -> None:
    _click("Move Maya’s clock")(page)
    page.wait_for_timeout(STILL_MS)
    for _ in range(6):
        page.keyboard.press("ArrowRight")


def _zoom(page: Page) -> None:
    page.keyboard.press("0")
    page.get_by_role("button", name="Pia: ").focus()
    for _ in range(11):
        page.keyboard.press("+")


def _photo(page: Page) -> None:
    page.get_by_role("button", name="Ida: Anchor").focus()
    page.keyboard.press("Enter")
    for _ in range(5):
        page.keyboard.press("ArrowRight")


def _album(page: Page) -> None:
    tiles = page.locator("[data-row]")
    expect(tiles.nth(8)).to_be_visible(timeout=WORK_MS)
    tiles.nth(3).focus()
    for key in ("f", "ArrowDown", "f"):
        page.keyboard.press(key)
        page.wait_for_timeout(STILL_MS)
    page.keyboard.press("r")
    page.keyboard.type("The church and the lake")
    page.keyboard.press("Enter")
    page.wait_for_timeout(4 * STILL_MS)  # until the photos themselves are there


def _rename_chapter(page: Page) -> None:
    page.get_by_role("button", name="Rename: ").first.click()


def _album_photo(page: Page) -> None:
    page.keyboard.press("Escape")
    page.locator("[data-row]").nth(4).click()


def _gallery_task(task: str) -> Callable[[Page], None]:
    def open_dialog(page: Page) -> None:
        card = page.get_by_role("article", name="Theo")
        card.get_by_role("button", name="More").click()
        card.get_by_role("button", name=task).click()

    return open_dialog


def _more(page: Page) -> None:
    page.get_by_role("article", name="Lena").get_by_role("button", name="More").click()


def _who(page: Page) -> None:
    _click("Start")(page)
    expect(page.get_by_role("heading", name="who is who?")).to_be_visible(timeout=WORK_MS)


def _together(page: Page) -> None:
    page.get_by_role("button", name="Listen").first.click()
    page.wait_for_function(
        "() => [...document.querySelectorAll('video')].every((film) => film.readyState > 1)"
    )
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Period")


def _start(page: Page) -> None:
    _click("Find the clocks")(page)
    expect(page.get_by_text(re.compile(r"^[1-9]\d* of 48"))).to_be_visible(timeout=WORK_MS)


def _write(page: Page) -> None:
    page.get_by_role("dialog").get_by_role("button", name="Write now").click()
    expect(page.get_by_text("files, written").first).to_be_visible(timeout=WORK_MS)
    expect(page.get_by_role("button", name="Take back")).to_be_enabled(timeout=WORK_MS)


def _take_back(page: Page) -> None:
    _click("Take back")(page)
    page.get_by_role("dialog").get_by_role("button", name="Take back").click()
    expect(page.get_by_text("files, taken back").first).to_be_visible(timeout=WORK_MS)


def _make_plan(page: Page) -> None:
    _click("Make the plan")(page)
    expect(page.get_by_role("button", name="Write now")).to_be_visible(timeout=WORK_MS)


def _to_plan(page: Page) -> None:
    page.get_by_role("heading", name="The plan").evaluate("one => one.scrollIntoView()")


def _open_list(page: Page) -> None:
    page.get_by_text("The same as a list").click()


VIEWS = (
    View("choose", event="", prepare=_click("Add picnic")),
    View("who", event="", prepare=_who, goes_on=True),
    View("progress", event="", prepare=_start, goes_on=True, halts=True),
    View("questions", "#evidence", event="reunion"),
    View("compare", event="reunion", prepare=_click("Enlarge"), goes_on=True),
    View("unsure", "#galleries", event="reunion"),
    View("graph", "#graph", event="reunion"),
    View("graph-list", event="reunion", prepare=_open_list, goes_on=True),
    View("tie", event="reunion", prepare=_click("Tie two photos")),
    View("heard", "#evidence/Lena", event="filmed"),
    View("together", event="filmed", prepare=_together, goes_on=True),
    View("timeline"),
    View("before", prepare=_click("Before"), goes_on=True),
    View("move", prepare=_move),
    View("zoomed", settle=_zoom),
    View("photo", prepare=_photo),
    View("album", "#album", prepare=_album),
    View("album-rename", prepare=_rename_chapter, goes_on=True),
    View("album-photo", prepare=_album_photo, goes_on=True),
    View("album-make", "#album", prepare=_click("Make an album")),
    View("galleries", "#galleries"),
    View("more", prepare=_more, goes_on=True),
    View("rename", "#galleries", prepare=_gallery_task("Rename")),
    View("join", "#galleries", prepare=_gallery_task("Join clocks")),
    View("split", "#galleries", prepare=_gallery_task("Split clock")),
    View("evidence", "#evidence/Lena"),
    View("nothing-to-ask", "#evidence"),
    View("write", "#write"),
    View("plan", prepare=_make_plan, settle=_to_plan, goes_on=True),
    View("confirm", prepare=_click("Write now"), goes_on=True),
    View("written", prepare=_write, settle=_to_plan, goes_on=True),
    View("undone", prepare=_take_back, settle=_to_plan, goes_on=True),
)

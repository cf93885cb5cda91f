"""Real photo sets, worked through in the review app by somebody who knows the truth.

Every answer is a click of chromium on the page of the app: the question that is asked first is
answered as a person who was there would, or skipped where nobody knows, until no question is
left. The plan is judged before the first answer and after the last.

    python -m tools.work_real_sets ../shared/datasets [SET ...]
"""

import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

import httpx
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from coincide.model.times import to_text
from coincide.project import Project
from coincide_bench.asis.run import copy_photos, known_files
from coincide_bench.mess.answer import TRUTHFUL, apart_of
from coincide_bench.suites.realevents import EVENTS, RealEvent
from coincide_bench.wholeplan.figures import Figures, judge_event
from coincide_bench.wholeplan.look import look
from coincide_bench.wholeplan.truth import KnownFile
from tools.review_views import CHROMIUM, CHROMIUM_ARGUMENTS, WORK_MS, Server, serving

MOST_ANSWERS = 30
SAYS = {
    "instant": "Same instant",
    "same": "Same scene",
    "about": "About the same time",
    "different": "Different times",
    "other-day": "Another day",
}
COLUMNS = (
    *("set", "wrong photos", "mended unasked", "clicks", "mended", "harmed"),
    *("certain, wrong", "what was asked", "what the app says at the end"),
)


@dataclass(frozen=True)
class Worked:
    """One set: the plan before any answer and after the last, and the clicks between."""

    folder: str
    before: Figures
    after: Figures
    clicks: tuple[str, ...]
    end: str

    @property
    def cells(self) -> tuple[str, ...]:
        """The row of the table, by ``COLUMNS``."""
        asked = ", ".join(f"{n} {click}" for click, n in Counter(self.clicks).items())
        return (
            *(self.folder, str(self.before.wrong), str(self.before.mended)),
            *(str(len(self.clicks)), str(self.after.mended), str(self.after.harmed)),
            *(str(self.after.certain_wrong), asked or "nothing", self.end),
        )


class Person:
    """Somebody in front of the page who knows when each photo was taken."""

    def __init__(self, page: Page, server: Server, files: Sequence[KnownFile]) -> None:
        self.page, self.server = page, server
        self.of = {file.path: file for file in files}
        self.clicks: list[str] = []

    def work(self) -> str:
        """Answer until nothing is asked; return what the page says then."""
        for _ in range(MOST_ANSWERS):
            self._settled()
            asked = self.page.locator("section[aria-labelledby^=ask]")
            if asked.count() == 0:
                break
            self._answer(asked.first)
        self._settled()
        end = self.page.locator("section.none, section[aria-labelledby^=ask]").first
        return " ".join(end.inner_text().split())[:160]

    def _answer(self, asked: Locator) -> None:
        kind = (asked.get_attribute("aria-labelledby") or "").removeprefix("ask").strip("-")
        answers: dict[str, Callable[[Locator], str]] = {
            "": self._photos,
            "whose": self._whose,
            "clock": self._clock,
        }
        button = answers[kind](asked)
        shown = asked.inner_text()
        asked.get_by_role("button", name=button).first.click()
        self.clicks.append(f"{kind or 'photos'}: {button}")
        self.page.wait_for_function(
            "shown => document.querySelector('section[aria-labelledby^=ask]')?.innerText !== shown",
            arg=shown,
            timeout=WORK_MS,
        )

    def _photos(self, asked: Locator) -> str:
        first, second = (self._file(row) for row in self._questions()["questions"][0]["rows"])
        apart_s = apart_of(first, second)
        return "Cannot tell" if apart_s is None else SAYS[TRUTHFUL.says(apart_s)]

    def _whose(self, asked: Locator) -> str:
        names = self._questions()["whose"][0]["galleries"]
        right = [name for name in names if self._is_right(name)]
        return f"{right[0]}’s is right" if len(right) == 1 else "Neither, or not sure"

    def _clock(self, asked: Locator) -> str:
        clock = self._questions()["clocks"][0]
        right, first = self._is_right(clock["gallery"]), self._file(clock["row"])
        if clock["asks"] == "devices":
            return "No, they are of one"
        if clock["asks"] == "set-right":
            return (
                "No, it went on as before" if first is None or first.wrong else "Yes: it is right"
            )
        if clock["asks"] == "time":
            if right:
                return "Its clock was right"
            if first is None or first.truth is None:
                return "Cannot tell"
            asked.get_by_label("Taken at").fill(to_text(first.truth.wall_s)[:16])
            return "Say it"
        return "Yes, it was right" if right else "Skip"

    def _is_right(self, gallery: str) -> bool:
        files = [file for path, file in self.of.items() if path.parts[0] == gallery]
        return all(file.truth is not None and not file.wrong for file in files)

    def _file(self, row: int) -> KnownFile | None:
        event = self._read("/api/event")
        starts = event["starts"]
        number = max(i for i, start in enumerate(starts) if start <= row)
        path = PurePosixPath(event["galleries"][number]["name"], event["photos"]["name"][row])
        return self.of.get(path)

    def _questions(self) -> dict[str, Any]:
        return self._read("/api/questions")

    def _settled(self) -> None:
        for _ in range(WORK_MS // 100):
            jobs = self._read("/api/state")["jobs"]
            busy = any(job["state"] in ("waiting", "running") for job in jobs)
            if not busy and self._questions()["settled"]:
                break
            self.page.wait_for_timeout(100)
        else:
            raise TimeoutError("The app did not come to rest.")
        expect(self.page.get_by_text("Solving again …")).to_have_count(0, timeout=WORK_MS)
        self.page.wait_for_timeout(400)

    def _read(self, path: str) -> dict[str, Any]:
        headers = {"X-Coincide-Token": self.server.token}
        answer = httpx.get(f"{self.server.base}{path}", headers=headers, timeout=60)
        answer.raise_for_status()
        found: dict[str, Any] = answer.json()
        return found


def work(real: RealEvent, source: Path, browser: Browser) -> Worked:
    """Work one set through in a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="coincide-work-") as scratch:
        folder = (Path(scratch) / real.folder).resolve()
        copy_photos(source, folder, lambda path: path.name)
        files = known_files(real, folder)

        def judged() -> Figures:
            looked = look(folder, Project.at(folder))
            return judge_event(files, looked, crosses_zones=real.crosses_zones).figures

        before = judged()
        with serving(folder, "--root", scratch) as server:
            page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
            server.farewells.append(page.context.close)
            page.goto(server.address)
            page.goto(f"{server.base}/#evidence")
            expect(page.get_by_role("heading", name="Evidence")).to_be_visible(timeout=WORK_MS)
            person = Person(page, server, files)
            end = person.work()
        return Worked(real.folder, before, judged(), tuple(person.clicks), end)


def main(datasets: Path, only: Sequence[str]) -> None:
    """Work all sets through, or those named, and print a row for each as it ends."""
    rows = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGUMENTS)
        for real in EVENTS:
            if (only and real.folder not in only) or not (datasets / real.folder).is_dir():
                continue
            worked = work(real, datasets / real.folder, browser)
            print("| " + " | ".join(worked.cells) + " |", flush=True)
            rows.append(worked)
        browser.close()
    print(len(rows), "sets,", sum(len(one.clicks) for one in rows), "clicks")


if __name__ == "__main__":
    print("| " + " | ".join(COLUMNS) + " |")
    print("|" + "---|" * len(COLUMNS))
    main(Path(sys.argv[1]), sys.argv[2:])

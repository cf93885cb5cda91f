"""The steps that a tutorial tells its reader to take in the review app, and how they are taken.

A tutorial lists them as a numbered list. What is **bold** there is clicked: a button or a link of
that name. What is *slanted* must be seen on the page by then. So a page that names a button which
is called otherwise cannot be followed, and its test fails.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tools.review_views import WORK_MS

_ITEM = re.compile(r"^(?P<number>\d+)\. (?P<text>.*(?:\n {3}\S.*)*)", re.MULTILINE)
_MARKED = re.compile(r"\*\*(?P<click>[^*]+)\*\*|\*(?P<see>[^*]+)\*")


@dataclass(frozen=True, slots=True)
class Step:
    """One thing of a step: a name to click, or words to see."""

    words: str
    click: bool


def read_steps(path: Path) -> tuple[tuple[Step, ...], ...]:
    """Return the steps of a page's numbered list, each with what is done in it, in order."""
    return tuple(
        tuple(_marked(found["text"])) for found in _ITEM.finditer(path.read_text(encoding="utf-8"))
    )


def _marked(text: str) -> Iterator[Step]:
    for found in _MARKED.finditer(" ".join(text.split())):
        yield Step(found["click"] or found["see"], click=found["click"] is not None)


def take(page: Page, steps: tuple[Step, ...]) -> None:
    """Do what a step says, as its reader would."""
    for step in steps:
        if step.click:
            control(page, step.words).click(timeout=WORK_MS)
        else:
            seen = page.get_by_text(step.words, exact=False).filter(visible=True)
            expect(seen.first).to_be_visible(timeout=WORK_MS)


def control(page: Page, name: str) -> Locator:
    """Return the first button or link of a name."""
    button = page.get_by_role("button", name=name, exact=True)
    return button.or_(page.get_by_role("link", name=name, exact=True)).first

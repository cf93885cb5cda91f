"""Questions answered by one key each; what was said stays, whatever happens to the page."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import ask, settled, until
from tools.review_views import WORK_MS, Server, serving

pytestmark = [pytest.mark.slow, pytest.mark.alone]

ANSWERS = ("n", "n", "y", "n", "n", "n", "n", "y", "n", "n")


def test_ten_questions_by_keyboard_with_a_reload_in_the_middle(
    reunion: Path, open_page: Callable[[Server], Page]
) -> None:
    with serving(reunion, "--root", reunion.parent) as server:
        page = open_page(server)
        page.goto(f"{server.base}/#evidence")
        asked: list[tuple[str, ...]] = []
        for number, key in enumerate(ANSWERS):
            asked.append(answer(page, key, asked))
            if number == 4:
                page.reload()
        until(lambda: len(ask(server, "/api/event")["hints"]) == len(ANSWERS))
        settled(server)
        assert len(set(asked)) == len(ANSWERS)  # nothing is asked twice
        said = [hint["words"] for hint in ask(server, "/api/event")["hints"]]
        assert sum(words.startswith("same moment") for words in said) == ANSWERS.count("y")
        for photos, words in zip(asked, said, strict=True):
            assert all(photo in words for photo in photos)
        expect(page.get_by_role("heading", name="What your last answer changed")).to_be_visible()

    # the browser was closed, the server stopped: nothing is lost
    with serving(reunion, "--root", reunion.parent) as server:
        page = open_page(server)
        page.goto(f"{server.base}/#galleries")
        expect(page.get_by_role("button", name="Forget")).to_have_count(10, timeout=WORK_MS)


def answer(page: Page, key: str, before: list[tuple[str, ...]]) -> tuple[str, ...]:
    """Answer the question that is asked once it is another one; return its photos' names."""
    question = page.get_by_role("region", name="Same moment?")
    expect(question).to_be_visible(timeout=WORK_MS)
    names = question.locator("figcaption .soft")

    def photos() -> tuple[str, ...]:
        people = question.locator("figcaption strong").all_inner_texts()
        return tuple(f"{a}: {b}" for a, b in zip(people, names.all_inner_texts(), strict=True))

    until(lambda: len(photos()) == 2 and photos() not in before)
    shown = photos()
    page.keyboard.press(key)
    until(lambda: photos() != shown)
    return shown

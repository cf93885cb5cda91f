"""Questions answered by one key each; what was said stays, whatever happens to the page."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from typer.testing import CliRunner

from coincide.app.cli.app import app
from tests.browser.conftest import ask, settled, until
from tools.review_views import WORK_MS, Server, serving, slowed

pytestmark = pytest.mark.slow

ANSWERS = ("n", "c", "y", "n", "a", "n", "n", "y", "n", "c")
WORDS = {"y": "same moment", "a": "about the same time", "n": "different", "c": "cannot tell"}


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
        for photos, words, key in zip(asked, said, ANSWERS, strict=True):
            assert words.startswith(WORDS[key])
            assert all(photo in words for photo in photos)
        expect(page.get_by_role("heading", name="What your last answer changed")).to_be_visible()

    # the browser was closed, the server stopped: nothing is lost
    with serving(reunion, "--root", reunion.parent) as server:
        page = open_page(server)
        page.goto(f"{server.base}/#galleries")
        expect(page.get_by_role("button", name="Forget")).to_have_count(10, timeout=WORK_MS)


def test_no_question_gives_way_to_another_under_a_persons_finger(
    reunion: Path, open_page: Callable[[Server], Page]
) -> None:
    with serving(reunion, "--root", reunion.parent) as server:
        page = open_page(server)
        page.goto(f"{server.base}/#evidence")
        first = answer_at_once(page, server, "y")
        n_said = len(ask(server, "/api/event")["hints"])
        # as a person does who is faster than the solver: no second answer to what is gone
        assert n_said == 1
        until(lambda: ask(server, "/api/questions")["settled"])
        question = page.get_by_role("region", name="Same moment?")
        expect(question.get_by_role("button", name="Same moment")).to_be_enabled(timeout=WORK_MS)
        rows = ask(server, "/api/questions")["questions"][0]["rows"]
        names = ask(server, "/api/event")["photos"]["name"]
        expect(question.locator("figcaption .soft")).to_have_text([names[row] for row in rows])
        assert rows != first


def answer_at_once(page: Page, server: Server, key: str) -> list[int]:
    """Press a key three times while the server has no time; return the question's rows."""
    question = page.get_by_role("region", name="Same moment?")
    expect(question).to_be_visible(timeout=WORK_MS)
    rows: list[int] = ask(server, "/api/questions")["questions"][0]["rows"]
    with slowed(server):
        for _ in range(3):
            page.keyboard.press(key)
        expect(question.get_by_text("Solving again …")).to_be_visible()
        expect(question.get_by_role("button", name="Same moment")).to_be_disabled()
    return rows


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


def test_of_cameras_alone_whose_clock_is_right_is_one_click(
    party: Path, open_page: Callable[[Server], Page]
) -> None:
    kept = {".coincide", "Lena", "Pia", "Theo"}
    for each in party.iterdir():
        if each.is_dir() and each.name not in kept:
            shutil.rmtree(each)
    assert CliRunner().invoke(app, ["sync", str(party)]).exit_code == 0
    with serving(party, "--root", party.parent) as server:
        page = open_page(server)
        page.goto(f"{server.base}/#evidence")
        (first, *_) = ask(server, "/api/questions")["whose"]
        asked = page.get_by_role("region", name="Whose clock is right")
        expect(asked.locator("figcaption strong")).to_have_text(first["galleries"])
        believed = first["galleries"][1]
        asked.get_by_role("button", name=f"{believed}’s is right").click()
        until(lambda: ask(server, "/api/event")["hints"] != [])
        settled(server)
        event = ask(server, "/api/event")
        assert [hint["words"] for hint in event["hints"]] == [
            f"trusted: the clock of {believed} is right"
        ]
        assert event["anchor"] == believed
        assert ask(server, "/api/questions")["whose"] == []
        expect(page.get_by_role("heading", name="What your last answer changed")).to_be_visible()
        expect(asked).to_have_count(0)

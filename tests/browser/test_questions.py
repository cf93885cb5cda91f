"""Questions answered by one key each; what was said stays, whatever happens to the page."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect
from typer.testing import CliRunner

from coincide.app.cli.app import app
from tests.browser.conftest import ask, settled, until
from tools.review_views import WORK_MS, Server, serving, slowed

pytestmark = pytest.mark.slow

ANSWERS = ("n", "c", "y", "n", "a", "n", "n", "y", "n", "c")
WORDS = {"y": "same scene", "a": "about the same time", "n": "different", "c": "cannot tell"}
ASKED = "How far apart in time?"
WHEN = "When was this taken?"


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
        until(lambda: len(ask(server, "/api/event")["hints"]) > 0)
        until(lambda: ask(server, "/api/questions")["settled"])
        # as a person does who is faster than the solver: no second answer to what is gone
        assert len(ask(server, "/api/event")["hints"]) == 1
        question = page.get_by_role("region", name=ASKED)
        expect(question.get_by_role("button", name="Same scene")).to_be_enabled(timeout=WORK_MS)
        rows = ask(server, "/api/questions")["questions"][0]["rows"]
        names = ask(server, "/api/event")["photos"]["name"]
        expect(question.locator("figcaption .soft")).to_have_text(
            [names[row] for row in reversed(rows)]
        )
        assert rows != first


def answer_at_once(page: Page, server: Server, key: str) -> list[int]:
    """Press a key three times while the server has no time; return the question's rows."""
    question = page.get_by_role("region", name=ASKED)
    expect(question).to_be_visible(timeout=WORK_MS)
    rows: list[int] = ask(server, "/api/questions")["questions"][0]["rows"]
    with slowed(server):
        for _ in range(3):
            page.keyboard.press(key)
        expect(question.get_by_text("Solving again …")).to_be_visible()
        expect(question.get_by_role("button", name="Same scene")).to_be_disabled()
    return rows


def answer(page: Page, key: str, before: list[tuple[str, ...]]) -> tuple[str, ...]:
    """Answer the question about two photos once it is another one; return its photos' names.

    Whoever does not remember when a photo was taken skips that question.
    """
    question, when = page.get_by_role("region", name=ASKED), page.get_by_role("heading", name=WHEN)
    names = question.locator("figcaption .soft")

    def photos() -> tuple[str, ...]:
        people = question.locator("figcaption strong").all_inner_texts()
        return tuple(f"{a}: {b}" for a, b in zip(people, names.all_inner_texts(), strict=True))

    def is_another() -> bool:
        if when.is_visible():
            page.keyboard.press("s")
        return len(photos()) == 2 and photos() not in before

    until(is_another)
    shown = photos()
    page.keyboard.press(key)
    until(lambda: photos() != shown)
    return shown


def test_another_photo_is_slid_below_and_the_answer_is_about_what_stands_there(
    reunion: Path, open_page: Callable[[Server], Page]
) -> None:
    with serving(reunion, "--root", reunion.parent) as server:
        page = open_page(server)
        page.goto(f"{server.base}/#evidence")
        question = page.get_by_role("region", name=ASKED)
        strip = question.get_by_role("slider")
        expect(strip).to_be_visible(timeout=WORK_MS)
        event = ask(server, "/api/event")
        lower, upper = ask(server, "/api/questions")["questions"][0]["rows"]
        first = next(start for start in reversed(event["starts"]) if start <= lower)
        n_photos = min(start for start in event["starts"] if start > lower) - first

        def under() -> int:
            return first + int(str(strip.get_attribute("aria-valuenow"))) - 1

        def stands(row: int) -> None:
            expect(strip).to_have_attribute("aria-valuenow", str(row - first + 1))
            names = [event["photos"]["name"][one] for one in (upper, row)]
            expect(question.locator("figcaption .soft")).to_have_text(names)

        stands(lower)
        back = lower == first + n_photos - 1
        page.keyboard.press("ArrowLeft" if back else "ArrowRight")
        stands(lower - 1 if back else lower + 1)
        page.keyboard.press("ArrowRight" if back else "ArrowLeft")
        stands(lower)
        strip.focus()
        page.keyboard.press("Home")
        stands(first)
        expect(question.get_by_role("button", name="The photo before")).to_be_disabled()
        question.get_by_role("button", name="The next photo").click()
        stands(first + 1)

        # dragged with the mouse, and clicked where the first photo stands by then
        box = strip.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x - 900, y, steps=8)
        page.mouse.up()
        assert under() > first + 1
        page.keyboard.press("Home")
        stands(first)
        page.mouse.click(x + 140, y)
        expect(strip).not_to_have_attribute("aria-valuenow", "1")

        chosen = under() if under() != lower else first
        page.keyboard.press("Home")
        for _ in range(chosen - first):
            page.keyboard.press("ArrowRight")
        stands(chosen)
        with page.expect_request("**/api/hint") as sent:
            page.keyboard.press("b")
        said = sent.value.post_data_json
        assert (said["kind"], said["rows"], said["named"]) == ("before", [upper, chosen], True)
        until(lambda: len(ask(server, "/api/event")["hints"]) == 1)
        told = ask(server, "/api/event")["hints"][0]["words"]
        assert told.startswith("the first was earlier")


def test_an_answer_about_the_two_that_were_asked_about_names_nothing(
    reunion: Path, open_page: Callable[[Server], Page]
) -> None:
    with serving(reunion, "--root", reunion.parent) as server:
        page = open_page(server)
        page.goto(f"{server.base}/#evidence")
        question = page.get_by_role("region", name=ASKED)
        expect(question).to_be_visible(timeout=WORK_MS)
        lower, upper = ask(server, "/api/questions")["questions"][0]["rows"]
        with page.expect_request("**/api/hint") as sent:
            question.get_by_role("button", name="Same instant").click()
        said = sent.value.post_data_json
        assert (said["kind"], said["rows"], said["named"]) == ("instant", [upper, lower], False)
        settled(server)


def test_after_cannot_tell_another_gallery_or_another_kind_is_asked_about(
    reunion: Path, open_page: Callable[[Server], Page]
) -> None:
    with serving(reunion, "--root", reunion.parent) as server:
        page = open_page(server)
        page.goto(f"{server.base}/#evidence")
        expect(page.get_by_role("region", name=ASKED)).to_be_visible(timeout=WORK_MS)
        before = ask(server, "/api/questions")["questions"]
        page.keyboard.press("c")
        until(lambda: len(ask(server, "/api/event")["hints"]) == 1)
        settled(server)
        after = ask(server, "/api/questions")
        assert len({one["gallery"] for one in before}) > 1
        assert after["questions"][0]["gallery"] != before[0]["gallery"]


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


def test_a_question_about_another_photo_opens_with_that_photo(
    reunion: Path, open_page: Callable[[Server], Page]
) -> None:
    with serving(reunion, "--root", reunion.parent) as server:
        page, event = open_page(server), ask(server, "/api/event")
        gallery = next(each for each in event["galleries"] if each["sure"] != "anchor")
        start = event["starts"][event["galleries"].index(gallery)]
        names = event["photos"]["name"][start : start + 2]
        rows = [start]

        def with_one_clock(route: Route) -> None:
            clock = {"gallery": gallery["name"], "row": rows[-1], "why": "thin", "asks": "time"}
            only = {"questions": [], "sounds": [], "whose": [], "clocks": [clock]}
            answer = route.fetch()
            route.fulfill(response=answer, json=answer.json() | only | {"order": ["clock"]})

        page.route("**/api/questions", with_one_clock)
        page.goto(f"{server.base}/#evidence")
        card = page.get_by_role("region", name=WHEN)
        expect(card).to_contain_text(names[0], timeout=WORK_MS)
        rows.append(start + 1)
        card.get_by_label("Taken at").fill("2024-05-03 21:15")
        card.get_by_role("button", name="Save").click()
        expect(card).to_contain_text(names[1], timeout=WORK_MS)
        expect(card.get_by_label("Taken at")).to_have_value("")

"""The page Clocks is told what the command line tells, and does what it does."""

import hashlib
from pathlib import Path
from typing import Any

from coincide.app.cli.libraries.options import store_folder
from coincide.library.occasions.occasion import FoundOccasion, OccasionSession
from coincide.library.occasions.shelf import save_occasions
from coincide.library.openlibrary import open_library
from coincide.model.times import to_text
from tests.app.review.conftest import Live


def digests(folder: Path) -> dict[str, str]:
    files = (path for path in (folder / "Anna").iterdir() if path.is_file())
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def wrong_of(live: Live) -> list[dict[str, Any]]:
    every = live.get("/api/clocks")["stretches"]
    return [one for one in every if one["state"] == "wrong"]


def do(live: Live, what: str, number: int) -> list[dict[str, Any]]:
    """Do something to a stretch, wait, and return the jobs that went wrong."""
    live.post(f"/api/clocks/{what}", number=number)
    return [job for job in live.settled()["jobs"] if job["error"]]


def test_lanes_and_stretches_are_told(clocks: Live) -> None:
    assert clocks.get("/api/state")["page"] == "library"
    view = clocks.get("/api/clocks")
    assert [lane["phone"] for lane in view["lanes"]] == [False, True]
    camera = view["lanes"][0]
    assert (camera["n_photos"], sum(camera["session_n"]), len(camera["session_s"])) == (
        120,
        120,
        20,
    )
    assert camera["session_s"] == sorted(camera["session_s"])
    first, second = wrong_of(clocks)
    assert (first["off"], first["n_photos"], second["n_photos"]) == ("+25 min 00 s", 36, 24)
    assert first["to_s"] < second["from_s"]


def test_a_card_has_photos_with_the_time_that_they_would_have(clocks: Live) -> None:
    number = wrong_of(clocks)[0]["number"]
    photos = clocks.get(f"/api/clocks/stretch/{number}")["photos"]
    assert len(photos) == 8
    assert {one["true_s"] - one["shown_s"] for one in photos} == {1500.0}
    picture = clocks.client.get(f"/api/clocks/photo/{number}/0/256")
    assert picture.content[:2] == b"\xff\xd8"
    for path in (f"photo/{number}/99/256", f"photo/{number}/0/7", f"photo/{number}/-1/256"):
        assert clocks.client.get(f"/api/clocks/{path}").status_code == 404
    assert clocks.client.get("/api/clocks/stretch/999").status_code == 400


def test_a_stretch_is_planned_applied_and_taken_back(clocks: Live, library: Path) -> None:
    before, number = digests(library), wrong_of(clocks)[0]["number"]
    assert "has no plan" in do(clocks, "apply", number)[0]["error"]
    do(clocks, "plan", number)
    assert wrong_of(clocks)[0]["planned"] == "planned"
    assert digests(library) == before
    do(clocks, "apply", number)
    assert wrong_of(clocks)[0]["planned"] == "applied"
    assert len(digests(library)) == len(before) + 36
    do(clocks, "take-back", number)
    assert wrong_of(clocks)[0]["planned"] == "undone"
    assert digests(library) == before


def test_only_what_is_wrong_is_planned(clocks: Live) -> None:
    right = next(one for one in clocks.get("/api/clocks")["stretches"] if one["state"] == "right")
    (failed,) = do(clocks, "plan", right["number"])
    assert "it is right" in failed["error"]


def test_a_rejection_stays_until_it_is_taken_back(clocks: Live) -> None:
    first, second = (one["number"] for one in wrong_of(clocks))
    clocks.post("/api/clocks/reject", number=first, rejected=True)
    assert [one["number"] for one in wrong_of(clocks)] == [second]
    (failed,) = do(clocks, "plan", first)
    assert "you rejected it" in failed["error"]
    clocks.post("/api/clocks/reject", number=first, rejected=False)
    assert [one["number"] for one in wrong_of(clocks)] == [first, second]


def test_an_answer_finds_the_histories_anew(clocks: Live, library: Path) -> None:
    before = clocks.get("/api/clocks")
    photo = library / "Anna" / "DSC0000.jpg"
    shown_s = before["lanes"][0]["session_s"][0]
    clocks.post(
        "/api/clocks/answer",
        photo=str(photo),
        taken=to_text(shown_s)[:16],
        within_min=5.0,
    )
    rests = {one["rests"] for one in clocks.get("/api/clocks")["stretches"]}
    assert any("1 answer" in words for words in rests)
    assert isinstance(clocks.get("/api/clocks/questions")["questions"], list)
    for taken in ("yesterday", "25:99"):
        body = {"photo": str(photo), "taken": taken, "within_min": 5.0}
        assert clocks.client.post("/api/clocks/answer", json=body).status_code == 400


def test_where_no_library_is_open_it_says_so(live: Live) -> None:
    assert "No library is open" in live.client.get("/api/clocks").text


def test_a_card_says_where_borders_may_lie(clocks: Live) -> None:
    first, second = wrong_of(clocks)
    card = clocks.get(f"/api/clocks/stretch/{first['number']}")
    assert (card["first"], card["end"]) == (24, 60)
    # with the sessions of the stretches beside it
    assert card["session_at"] == list(range(0, 72, 6))
    assert card["session_s"] == sorted(card["session_s"])
    assert clocks.get(f"/api/clocks/stretch/{second['number']}")["session_at"][0] == 60


def test_the_photos_on_either_side_of_a_border_are_shown(clocks: Live) -> None:
    found = clocks.get("/api/clocks/border/0/24")
    assert [found[side]["name"] for side in ("before", "after")] == ["DSC0035.jpg", "DSC0040.jpg"]
    assert found["after"]["true_s"] - found["after"]["shown_s"] == 1500.0
    assert found["before"]["true_s"] is None
    for side in (0, 1):
        picture = clocks.client.get(f"/api/clocks/border/0/24/{side}/256")
        assert picture.content[:2] == b"\xff\xd8"
    for path in ("0/24/2/256", "0/24/0/7"):
        assert clocks.client.get(f"/api/clocks/border/{path}").status_code == 404
    for path in ("0/0", "0/120", "9/24"):
        assert clocks.client.get(f"/api/clocks/border/{path}").status_code == 400


def test_a_border_is_stated_moved_and_taken_back(clocks: Live) -> None:
    n_before = len(clocks.get("/api/clocks")["stretches"])
    clocks.post("/api/clocks/border", lane=0, at=42, instead_of=None)
    view = clocks.get("/api/clocks")
    assert len(view["stretches"]) == n_before + 1
    (said,) = view["stated"]
    assert said["words"] == "the clock was set before DSC0070.jpg"
    assert len(said["stretches"]) == 2
    assert [one["n_photos"] for one in wrong_of(clocks)] == [18, 18, 24]
    clocks.post("/api/clocks/border", lane=0, at=45, instead_of=42)
    assert [one["n_photos"] for one in wrong_of(clocks)] == [21, 15, 24]
    first, second = clocks.get("/api/clocks")["stated"]
    assert "another thing" in first["objection"]
    assert clocks.client.post("/api/clocks/forget", json={"number": 99}).status_code == 400
    clocks.post("/api/clocks/forget", number=second["number"])
    assert [one["n_photos"] for one in wrong_of(clocks)] == [18, 18, 24]
    clocks.post("/api/clocks/forget", number=None)
    assert [one["n_photos"] for one in wrong_of(clocks)] == [36, 24]
    assert clocks.client.post("/api/clocks/forget", json={"number": None}).status_code == 400
    nothing = {"lane": 0, "at": None, "instead_of": None}
    assert clocks.client.post("/api/clocks/border", json=nothing).status_code == 400


def test_a_rejection_is_taken_back_like_whatever_was_said(clocks: Live) -> None:
    numbers = [one["number"] for one in wrong_of(clocks)]
    clocks.post("/api/clocks/reject", number=numbers[0], rejected=True)
    (said,) = clocks.get("/api/clocks")["stated"]
    assert said["stretches"] == [numbers[0]]
    clocks.post("/api/clocks/forget", number=said["number"])
    assert [one["number"] for one in wrong_of(clocks)] == numbers


def test_an_event_of_the_library_is_opened_and_left_again(clocks: Live, library: Path) -> None:
    assert clocks.get("/api/clocks/events") == {"events": []}
    assert clocks.client.post("/api/clocks/open", json={"number": 1}).status_code == 400
    with open_library([library], store_folder) as opened:
        sessions = tuple(
            OccasionSession(*(clock.key, 2, float(clock.first_s[2]), 6, ()), 0.0, 5.0, 0.9)
            for clock in opened.clocks
        )
        with opened.store.transaction():
            save_occasions(opened.store, [FoundOccasion("one", sessions, None, None, 0.9)])
    (event,) = clocks.get("/api/clocks/events")["events"]
    assert (event["synced"], event["n_photos"]) == (False, 12)
    assert {person["n_photos"] for person in event["people"]} == {6}
    clocks.post("/api/clocks/open", number=1)
    state = clocks.settled()
    assert (state["page"], state["library"]) == ("who", True)
    clocks.post("/api/clocks/back")
    state = clocks.settled()
    assert (state["page"], state["library"]) == ("library", True)
    (event,) = clocks.get("/api/clocks/events")["events"]
    assert event["synced"] is True
    assert len(wrong_of(clocks)) == 2

"""The page Clocks is told what the command line tells, and does what it does."""

import hashlib
from pathlib import Path
from typing import Any

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

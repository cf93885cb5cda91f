"""The album over HTTP: by rows, with what was chosen, without a solve."""

import time
from typing import Any

from coincide import project as pipeline
from coincide.project.album.edits import hide
from tests.app.review.conftest import Live
from tests.app.review.listening import Listener


def say(live: Live, /, **body: object) -> None:
    layout = live.get("/api/event")["layout"]
    live.post("/api/album", layout=layout, **body)


def album_of(live: Live) -> dict[str, Any]:
    """Return the album once all photos that may show the same were compared."""
    deadline = time.monotonic() + 60.0
    while (album := live.get("/api/album"))["comparing"]:
        assert time.monotonic() < deadline, "still comparing"
        time.sleep(0.02)
    return album


def test_every_photo_is_in_one_moment_or_apart(live: Live) -> None:
    event, album = live.get("/api/event"), album_of(live)
    assert (album["layout"], album["changed"]) == (event["layout"], [])
    assert album["people"] == ["ann", "bob", "cyd"]
    rows = [row for one in album["chapters"] for moment in one["moments"] for row in moment]
    apart = [row for one in album["apart"] for row in one["rows"]]
    assert sorted([*rows, *apart]) == list(range(28))
    times_s = [event["photos"]["event_time_s"][row] for row in rows]
    assert times_s == sorted(times_s)
    for chapter in album["chapters"]:
        assert chapter["name"] == chapter["told"]
        assert chapter["cover"] in rows
    for one in album["apart"]:
        assert one["why"]
    assert (album["covers"], album["hidden"], album["chosen"]) == ([], [], [])
    for group in album["groups"]:
        assert group["best"] in group["rows"]
        assert set(group["rows"]) <= set(rows)


def test_what_is_chosen_is_kept_and_undone_without_a_solve(live: Live) -> None:
    first = album_of(live)
    (moment, *_) = first["chapters"][0]["moments"]
    row = moment[-1]
    solution = live.running.session.opened.solution
    page = Listener(live)
    say(live, kind="name", row=row, name="The garden")
    say(live, kind="cover", row=row, on=True)
    say(live, kind="hide", rows=[0, 1], on=True)
    say(live, kind="choose", rows=[row], on=True)
    album = live.get("/api/album")
    page.wait_until("album", lambda news: news["version"] == album["version"])
    chapter = album["chapters"][0]
    assert (chapter["name"], chapter["told"]) == ("The garden", first["chapters"][0]["name"])
    assert (chapter["cover"], album["covers"]) == (row, [row])
    assert (album["hidden"], album["chosen"]) == ([0, 1], [row])
    assert live.running.session.opened.solution is solution
    state = live.settled()
    assert (state["jobs"], state["changed"], state["can_undo"]) == ([], [], True)
    live.running.session.look()  # what the app said itself is no news to it
    assert live.get("/api/state")["version"] == state["version"]

    for _ in range(4):
        live.post("/api/undo")
    undone = album_of(live)
    assert undone["version"] > album["version"]
    assert {**undone, "version": first["version"]} == first
    live.post("/api/redo")
    assert live.get("/api/album")["chapters"][0]["name"] == "The garden"


def test_a_solve_and_the_command_line_keep_it(live: Live) -> None:
    say(live, kind="hide", rows=[0], on=True)
    live.post("/api/hint", kind="pin", gallery="bob", offset_s=3600.0)
    say(live, kind="hide", rows=[1], on=True)  # while it is solved
    live.settled()
    assert live.get("/api/album")["hidden"] == [0, 1]
    assert live.running.session.opened.settled
    key = live.running.session.opened.solution.event.galleries[0].photos[2].key
    pipeline.Project.at(live.folder).say(hide([key]))
    live.running.session.look()
    assert live.get("/api/album")["hidden"] == [0, 1, 2]


def test_stale_rows_and_odd_words_are_refused(live: Live) -> None:
    layout = live.get("/api/event")["layout"]
    for body, status in (
        ({"kind": "hide", "rows": [0], "on": True, "layout": "stale"}, 400),
        ({"kind": "hide", "rows": [28], "on": True, "layout": layout}, 400),
        ({"kind": "hide", "rows": [], "on": True, "layout": layout}, 422),
        ({"kind": "hide", "rows": [0], "on": True}, 422),
        ({"kind": "name", "row": 0, "name": "a\x00b", "layout": layout}, 400),
        ({"kind": "burn", "rows": [0], "on": True, "layout": layout}, 422),
    ):
        assert live.client.post("/api/album", json=body).status_code == status, body
    assert live.get("/api/state")["can_undo"] is False


def test_what_shows_the_same_is_looked_for_beside_and_kept_nowhere(live: Live) -> None:
    folder = live.running.session.opened.project.folder
    before = {path: path.stat().st_mtime_ns for path in sorted(folder.rglob("*"))}
    assert album_of(live)["comparing"] is False
    after = {path: path.stat().st_mtime_ns for path in sorted(folder.rglob("*"))}
    assert {path.name for path in after.keys() - before.keys()} <= {"state.sqlite-shm"}
    assert all(after[path] == time_ns for path, time_ns in before.items() if path.is_file())

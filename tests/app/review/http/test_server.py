"""The app over HTTP, on a real event: read, say, undo, write, take back; two pages, news."""

import gzip
import io
import json
import shutil
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from coincide import project as pipeline
from coincide.model.hints import Pin
from coincide.writing.apply.carry import apply_plan, open_plan
from tests.app.review.conftest import SIZES, Live, serving
from tests.app.review.listening import Listener
from tests.drawn import write_event


def tree(folder: Path) -> dict[str, bytes]:
    """Return all files but the project folder's."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and ".coincide" not in path.parts
    }


def test_the_event_as_a_page_sees_it(live: Live) -> None:
    assert live.get("/api/state")["page"] == "event"
    event = live.get("/api/event")
    assert [one["name"] for one in event["galleries"]] == ["ann", "bob", "cyd"]
    assert event["starts"] == [0, 9, 21, 28]
    photos = event["photos"]
    assert {len(column) for column in photos.values()} == {28}
    offsets = [one["offset_s"] for one in event["galleries"]]
    for gallery, start in enumerate(event["starts"][:-1]):
        expected = round(photos["camera_time_s"][start] + offsets[gallery], 2)
        assert photos["event_time_s"][start] == pytest.approx(expected, abs=0.011)
    assert event["sprites"] == {"tile_px": 64, "columns": 16, "per_sheet": 256, "n_sheets": 1}
    kept = pipeline.Project.at(live.folder).holding().offsets
    assert [one.offset_s for one in kept.placements] == pytest.approx(offsets, abs=0.006)


def test_answers_are_packed_for_those_who_unpack(live: Live) -> None:
    plain = live.client.get("/api/event", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    with live.client.stream("GET", "/api/event") as packed:
        assert packed.headers["content-encoding"] == "gzip"
        raw = b"".join(packed.iter_raw())
    assert gzip.decompress(raw) == plain.content
    assert len(raw) < len(plain.content) / 2


def test_pictures_are_plain_jpegs_and_rows_end(live: Live) -> None:
    sheet = live.client.get("/api/sprite/0")
    with Image.open(io.BytesIO(sheet.content)) as image:
        assert image.format == "JPEG"
        assert image.size == (1024, 1024)
    half = live.client.get("/api/sprite/0", params={"px": 32})
    with Image.open(io.BytesIO(half.content)) as image:
        assert image.size == (512, 512)
    assert half.headers["etag"] != sheet.headers["etag"]
    photo = live.client.get("/api/photo/5/256")
    with Image.open(io.BytesIO(photo.content)) as image:
        assert image.size == (256, 192)
        assert not image.getexif()
    assert live.client.get("/api/photo/5/1280").status_code == 200
    again = live.client.get("/api/photo/5/256", headers={"If-None-Match": photo.headers["etag"]})
    assert again.status_code == 304
    for path in (
        *("sprite/1", "sprite/-1", "sprite/0?px=16", "sprite/0?px=0"),
        *("photo/28/256", "photo/-1/256", "photo/0/257", "photo/0/0"),
    ):
        assert live.client.get(f"/api/{path}").status_code == 404
    for path in ("sprite/x", "sprite/1e3", "photo/../256", "photo/0/256x"):
        assert live.client.get(f"/api/{path}").status_code in (404, 422)


def test_an_answer_is_kept_solved_told_and_undone(live: Live) -> None:
    page, other = Listener(live), Listener(live)
    before = live.get("/api/event")
    answer = live.post("/api/hint", kind="pin", gallery="bob", offset_s=120.0)
    assert answer["version"] > before["version"]
    for listener in (page, other):
        solved = listener.wait_for("solved")
        assert {one["gallery"]: one["to_s"] for one in solved["moved"]}["bob"] == 120.0
    assert live.settled()["can_undo"]
    after = live.get("/api/event")
    assert after["version"] > answer["version"]
    bob = after["galleries"][1]
    assert (bob["held"], bob["offset_s"]) == ("pinned", 120.0)
    assert after["hints"] == [{"number": 1, "words": "pinned: bob at +2 min 00 s"}]
    # the command line sees the same
    assert pipeline.load_hints(live.folder / ".coincide").pins == (Pin("bob", 120.0),)
    live.post("/api/undo")
    state = live.settled()
    assert (state["can_undo"], state["can_redo"]) == (False, True)
    undone = live.get("/api/event")
    assert undone["galleries"] == before["galleries"]
    live.post("/api/redo")
    live.settled()
    assert live.get("/api/event")["galleries"] == after["galleries"]


def test_a_page_that_comes_back_is_told_how_things_stand(live: Live) -> None:
    first = Listener(live)
    live.post("/api/hint", kind="pin", gallery="bob", offset_s=7.0)
    first.wait_for("solved")
    version = live.settled()["version"]
    again = Listener(live)
    assert again.wait_for("event")["version"] == version
    assert again.wait_for("state")["version"] == version


def test_evidence_follows_answers(live: Live) -> None:
    found = live.get("/api/evidence/bob")
    pair = found["pairs"][0]
    assert pair["supports"]
    assert pair["answer"] is None
    scores = [one["score"] for one in found["pairs"]]
    assert scores == sorted(scores, reverse=True)
    layout = live.get("/api/event")["layout"]
    live.post("/api/hint", kind="reject", rows=pair["rows"], layout=layout)
    live.settled()
    again = live.get("/api/evidence/bob")
    said = [one for one in again["pairs"] if one["answer"]]
    assert [(one["rows"], one["answer"]) for one in said] == [(pair["rows"], "rejected")]
    live.post("/api/hint", kind="forget", number=1)
    live.settled()
    assert live.get("/api/evidence/bob") == found


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("hint", {"kind": "same", "rows": [0, 28]}, 400),
        ("hint", {"kind": "same", "rows": [0, 1]}, 400),
        ("hint", {"kind": "same", "rows": [-1, 10]}, 422),
        ("hint", {"kind": "same", "rows": [0]}, 422),
        ("hint", {"kind": "same", "rows": [0, 10], "layout": "stale"}, 400),
        ("hint", {"kind": "pin", "gallery": "dan", "offset_s": 1.0}, 400),
        ("hint", {"kind": "pin", "gallery": "bob", "offset_s": 1e300}, 400),
        ("hint", {"kind": "pin", "gallery": "bob", "offset_s": "7"}, 422),
        ("hint", {"kind": "forget", "number": 1}, 400),
        ("hint", {"kind": "eval", "number": 1}, 422),
        ("gallery", {"gallery": "bob"}, 400),
        ("gallery", {"gallery": "bob", "name": "ann"}, 400),
        ("gallery", {"gallery": "bob", "name": "a\nb\u202e"}, 400),
        ("merge", {"galleries": ["bob", "bob"]}, 400),
        ("split", {"gallery": "bob", "row": 9}, 400),  # its first photo
        ("split", {"gallery": "bob", "row": 3}, 400),  # another's
        ("apply", {"path": "/etc/passwd"}, 409),
        ("take-back", {"path": "../plan.json"}, 409),
        ("plan", {"to": "script"}, 422),
        ("plan", {"to": "copies"}, 400),
        ("plan", {"to": "copies", "into": "/etc/new"}, 400),
        ("plan", {"to": "file", "for": "digikam"}, 400),
        ("undo", {}, 400),
    ],
)
def test_mistakes_change_nothing(
    served: Live, path: str, body: dict[str, Any], status: int
) -> None:
    before = served.get("/api/event")
    answer = served.client.post(f"/api/{path}", json=body)
    assert answer.status_code == status
    assert answer.json()["error"]
    assert served.get("/api/event") == before
    assert not served.settled()["can_undo"]


@pytest.fixture(scope="module")
def served(embedded: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """One server for all that must not change anything."""
    folder = shutil.copytree(embedded, tmp_path_factory.mktemp("served") / "party")
    with serving([folder.parent], [folder]) as opened:
        yield opened


def test_choices_change_the_galleries_for_the_command_line_too(live: Live) -> None:
    live.post("/api/gallery", gallery="bob", name="Robert")
    live.post("/api/anchor", gallery="Robert")
    live.settled()
    event = live.get("/api/event")
    assert [one["name"] for one in event["galleries"]] == ["Robert", "ann", "cyd"]
    assert event["anchor"] == "Robert"
    assert event["starts"] == [0, 12, 21, 28]
    live.post("/api/split", gallery="Robert", row=5, layout=event["layout"])
    live.settled()
    live.post("/api/merge", galleries=["ann", "cyd"])
    live.post("/api/gallery", gallery="ann", trusted=True)
    live.settled()
    shown = live.get("/api/event")
    assert [(one["name"], one["n_photos"], one["trusted"]) for one in shown["galleries"]] == [
        ("Robert", 5, False),
        ("Robert (2)", 7, False),
        ("ann", 16, True),
    ]
    event_now = pipeline.load_event(live.folder)
    assert [(one.name, len(one.photos), one.trusted) for one in event_now.galleries] == [
        ("Robert", 5, False),
        ("Robert (2)", 7, False),
        ("ann", 16, True),
    ]
    assert event_now.anchor == "Robert"
    for _ in range(5):
        live.post("/api/undo")
    assert not live.settled()["can_undo"]
    assert [one["name"] for one in live.get("/api/event")["galleries"]] == ["ann", "bob", "cyd"]


def test_a_plan_is_made_applied_seen_and_taken_back(live: Live) -> None:
    page = Listener(live)
    before = tree(live.folder)
    live.post("/api/hint", kind="pin", gallery="bob", offset_s=3600.0)
    live.post("/api/hint", kind="confirm", gallery="bob")  # the photos deny it
    live.settled()
    plan = live.post("/api/plan", to="sidecar", unsure=True)["plan"]
    assert {one["gallery"] for one in plan["files"]} >= {"bob"}
    assert plan["n_files"] == len(plan["files"])
    assert plan["files"][0]["changes"]
    assert tree(live.folder) == before  # planning writes nothing
    listed = live.get("/api/plans")
    assert [(one["path"], one["state"]) for one in listed] == [(plan["path"], "planned")]
    assert live.get("/api/plan", path=plan["path"]) == plan
    foreign = live.client.get("/api/plan", params={"path": str(live.folder / "plan.json")})
    assert foreign.status_code == 409
    live.post("/api/apply", path=plan["path"])
    live.settled()
    written = tree(live.folder)
    assert len(written) == len(before) + plan["n_files"]
    assert live.get("/api/plans")[0]["state"] == "applied"
    held = {one["name"]: one["held"] for one in live.get("/api/event")["galleries"]}
    assert held["bob"] == "pinned"
    live.post("/api/take-back", path=plan["path"])
    live.settled()
    assert tree(live.folder) == before
    assert live.get("/api/plans")[0]["state"] == "undone"
    ended = [data["what"] for kind, data in page.news if kind == "job" and data["state"] == "done"]
    assert [what for what in ended if what != "solve"] == ["plan", "apply", "undo"]


def test_a_copy_of_an_event_takes_back_its_own_files(live: Live, tmp_path: Path) -> None:
    live.post("/api/hint", kind="pin", gallery="bob", offset_s=3600.0)
    live.post("/api/hint", kind="confirm", gallery="bob")  # the photos deny it
    live.settled()
    plan = live.post("/api/plan", to="sidecar", unsure=True)["plan"]
    live.post("/api/apply", path=plan["path"])
    live.settled()
    copy = Path(shutil.copytree(live.folder, tmp_path / "copied" / live.folder.name))
    written = tree(live.folder)
    with serving([tmp_path], [copy]) as other:
        (known,) = other.get("/api/plans")
        assert known["path"] == str(copy / ".coincide" / Path(plan["path"]).name)
        assert known["state"] == "applied"
        other.post("/api/take-back", path=known["path"])
        other.settled()
        assert other.get("/api/plans")[0]["state"] == "undone"
    assert not list(copy.rglob("*.xmp"))
    assert tree(live.folder) == written


def test_a_plan_says_how_far_it_has_come(live: Live) -> None:
    live.post("/api/hint", kind="pin", gallery="bob", offset_s=3600.0)
    live.post("/api/hint", kind="confirm", gallery="bob")  # the photos deny it
    live.settled()
    path = Path(live.post("/api/plan", to="sidecar", unsure=True)["plan"]["path"])
    opened = open_plan(path)

    def apply_unless(stop: bool) -> str:
        apply_plan(opened, progress=lambda *_: None, stop=lambda: stop)
        (plan,) = live.get("/api/plans")
        return str(plan["state"])

    assert apply_unless(True) == "planned"  # nothing was written, so nothing taken back
    assert not any(live.folder.rglob("*.xmp"))
    assert apply_unless(False) == "applied"


def test_what_is_asked_is_settled_once_the_solution_knows_all_that_was_said(live: Live) -> None:
    started, release = threading.Event(), threading.Event()

    def work(_: object) -> None:
        started.set()
        release.wait(20)

    assert live.get("/api/questions")["settled"]
    live.running.session.jobs.start("plan", work)
    started.wait(20)
    try:
        live.post("/api/hint", kind="pin", gallery="bob", offset_s=5.0)
        assert not live.get("/api/questions")["settled"]
        live.post("/api/undo")
        assert live.get("/api/questions")["settled"]
        live.post("/api/redo")
    finally:
        release.set()
    live.settled()
    assert live.get("/api/questions")["settled"]


def test_requests_are_answered_while_work_goes_on(live: Live) -> None:
    started, release = threading.Event(), threading.Event()

    def work(_: object) -> None:
        started.set()
        release.wait(20)

    live.running.session.jobs.start("plan", work)
    started.wait(20)
    try:
        begin_s = time.perf_counter()
        assert live.get("/api/event")["name"] == "party"
        assert live.post("/api/hint", kind="pin", gallery="bob", offset_s=5.0)["version"]
        assert time.perf_counter() - begin_s < 5.0
        jobs = live.get("/api/state")["jobs"]
        assert [(job["what"], job["state"]) for job in jobs] == [
            ("plan", "running"),
            ("solve", "waiting"),
        ]
    finally:
        release.set()
    live.settled()
    assert live.get("/api/event")["galleries"][1]["offset_s"] == 5.0


def test_the_first_run_from_folders_to_a_result(tmp_path: Path) -> None:
    folder = write_event(tmp_path / "home" / "party", {"ann": 4, "bob": 5})
    with serving([tmp_path / "home"], []) as live:
        assert live.get("/api/state")["page"] == "choose"
        assert live.client.get("/api/event").status_code == 409
        page = Listener(live)
        listing = live.get("/api/folders")
        assert [(one["name"], one["n_media"]) for one in listing["folders"]] == [("party", 9)]
        live.post("/api/open", paths=[listing["folders"][0]["path"]])
        assert live.settled()["page"] == "who"
        assert live.client.get("/api/event").status_code == 409
        assert not (folder / ".coincide" / "offsets.json").exists()
        live.post("/api/solve")
        page.wait_for("event", 60)
        assert live.settled()["page"] == "event"
        stages = {data["stage"] for kind, data in page.news if kind == "job"}
        assert {"read", "embed", "solve"} <= stages
        assert (folder / ".coincide" / "offsets.json").is_file()


def test_who_is_who_is_said_before_a_result_is_there(tmp_path: Path) -> None:
    folder = write_event(tmp_path / "home" / "party", {"ann": 4, "bob": 5, "cyd": 4})
    with serving([tmp_path / "home"], [folder]) as live:

        def told() -> dict[str, int]:
            people = live.get("/api/who")["who"]["people"]
            return {one["gallery"]: one["n_photos"] for who in people for one in who["devices"]}

        assert told() == {"ann": 4, "bob": 5, "cyd": 4}
        live.post("/api/merge", galleries=["ann", "bob"])
        live.post("/api/gallery", gallery="cyd", name="Cydney")
        assert told() == {"ann": 9, "Cydney": 4}
        live.post("/api/part", gallery="ann", folder="bob")
        assert told() == {"ann": 4, "ann · bob": 5, "Cydney": 4}
        assert live.get("/api/state")["can_undo"]
        live.post("/api/undo")
        assert told() == {"ann": 9, "Cydney": 4}
        assert live.client.post("/api/apart", json={"gallery": "ann"}).status_code == 400
        live.post("/api/solve")
        assert live.settled()["page"] == "event"
        assert [one["name"] for one in live.get("/api/event")["galleries"]] == ["Cydney", "ann"]
        assert told() == {"ann": 9, "Cydney": 4}


def test_ten_thousand_photos_stay_small_on_the_wire(live: Live) -> None:
    """Of the columns that grow with the event, by what each photo takes here."""
    event = live.get("/api/event")
    per_photo = len(json.dumps(event["photos"])) / sum(SIZES.values())
    assert 10_000 * per_photo < 1_000_000

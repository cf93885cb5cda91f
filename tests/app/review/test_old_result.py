"""A result that no longer holds: told to every page, refused to plan by, found anew when asked."""

from typing import Any

from coincide import project as pipeline
from coincide.model.hints import Pin
from tests.app.review.conftest import Live
from tests.app.review.http.test_server import Listener, tree

SAID = "hints or choices were changed"
PHOTOS = "photos were added, removed or changed"


def test_what_the_command_line_says_arrives_without_asking(live: Live) -> None:
    page = Listener(live)
    pipeline.change_hints(live.folder / ".coincide", lambda hints: hints.adding(Pin("cyd", 30.0)))
    page.wait_until("state", lambda state: state["changed"] == ["hints or choices were changed"])
    event = live.get("/api/event")
    assert event["changed"] == ["hints or choices were changed"]
    assert event["galleries"][2]["offset_s"] != 30.0  # nothing is solved by looking
    live.post("/api/solve")
    assert "cyd" in {one["gallery"] for one in page.wait_for("solved")["moved"]}
    event = live.get("/api/event")
    assert event["galleries"][2]["offset_s"] == 30.0
    assert event["changed"] == []


def test_a_refused_plan_tells_every_page_why(live: Live) -> None:
    page = Listener(live)
    next((live.folder / "bob").iterdir()).unlink()
    before = tree(live.folder)
    assert live.get("/api/event")["changed"] == []  # nobody has looked at the photos since
    refused = live.client.post("/api/plan", json={"to": "sidecar"})
    assert refused.status_code == 409
    assert (
        refused.json()["error"]
        == f"The latest result is out of date: {PHOTOS}. Solve first, then make the plan."
    )
    assert page.wait_until("state", lambda state: state["changed"] == [PHOTOS])
    assert live.get("/api/event")["changed"] == [PHOTOS]
    live.post("/api/solve")
    live.settled()
    assert live.get("/api/event")["changed"] == []
    assert live.post("/api/plan", to="sidecar", unsure=True)["plan"]["path"]
    assert tree(live.folder) == before


def test_after_a_refused_plan_others_are_still_heard(live: Live) -> None:
    page = Listener(live)
    _say(live, Pin("cyd", 30.0))
    page.wait_until("state", lambda state: state["changed"] == [SAID])
    assert live.client.post("/api/plan", json={"to": "sidecar"}).status_code == 409
    _say(live, Pin("bob", 60.0))
    page.wait_until("event", lambda _: len(live.get("/api/event")["hints"]) == 2)
    assert live.get("/api/state")["can_undo"]
    live.post("/api/solve")
    live.settled()
    offsets = {one["name"]: one["offset_s"] for one in live.get("/api/event")["galleries"]}
    assert (offsets["bob"], offsets["cyd"]) == (60.0, 30.0)


def test_a_refusal_knows_what_was_said_before_it_was_heard(live: Live) -> None:
    _say(live, Pin("cyd", 30.0))
    refused = live.client.post("/api/plan", json={"to": "sidecar"})
    assert SAID in refused.json()["error"]
    assert len(live.get("/api/event")["hints"]) == 1
    assert live.get("/api/questions")["settled"]  # nothing is under way that would ask otherwise


def _say(live: Live, hint: Any) -> None:
    """Say something from the command line."""
    pipeline.change_hints(live.folder / ".coincide", lambda hints: hints.adding(hint))

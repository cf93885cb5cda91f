"""What is really answered is what the classes say, which do not look at values when made."""

import json
from typing import Any

import msgspec
import pytest

from coincide.app.review import answers, shapes
from coincide.app.review.report import report_data
from coincide.app.review.shapes import to_bytes
from tests.app.review.conftest import Live


def fits(data: bytes, kind: Any) -> Any:
    """Return an answer as its class; fail for a value of another kind, or a key it lacks."""
    found = msgspec.json.decode(data, type=kind)
    assert json.loads(to_bytes(found)) == json.loads(data)
    return found


@pytest.fixture
def busy(live: Live) -> Live:
    """An event of which something was said, so that lists are not empty."""
    live.post("/api/hint", kind="same", rows=[0, 10])
    live.post("/api/hint", kind="lock", gallery="bob")
    live.settled()
    return live


def test_every_answer_is_of_its_class(busy: Live) -> None:
    kinds: dict[str, Any] = {
        "/api/state": shapes.StateView,
        "/api/event": shapes.EventView,
        "/api/album": shapes.AlbumView,
        "/api/evidence/bob": shapes.EvidenceView,
        "/api/profile/bob": shapes.ProfileView,
        "/api/profile/bob?around=0&span=60": shapes.ProfileView,
        "/api/questions": shapes.QuestionsView,
        "/api/graph": shapes.GraphView,
        "/api/folders": answers.FoldersView,
    }
    found = {path: fits(busy.client.get(path).content, kind) for path, kind in kinds.items()}
    assert found["/api/event"].hints
    assert found["/api/event"].galleries[1].held == "locked"
    assert any(pair.answer == "same" for pair in found["/api/evidence/bob"].pairs)
    assert found["/api/profile/bob"].peaks
    assert found["/api/graph"].edges
    assert found["/api/folders"].folders


def test_every_act_is_answered_by_its_class(busy: Live) -> None:
    def post(path: str, **body: object) -> bytes:
        return busy.client.post(path, json=body).content

    fits(post("/api/undo"), answers.Changed)
    fits(post("/api/hint", kind="pin", gallery="bob", offset_s=3600.0), answers.Changed)
    fits(post("/api/hint", kind="confirm", gallery="bob"), answers.Changed)
    fits(post("/api/solve"), answers.Started)
    busy.settled()
    assert fits(post("/api/stop", job=999), answers.Stopped).stopped is False
    plan = fits(post("/api/plan", unsure=True), answers.Planned).plan
    assert plan.files
    assert plan.left or plan.galleries
    (listed,) = fits(busy.client.get("/api/plans").content, tuple[answers.KnownPlan, ...])
    assert listed.path == plan.path
    shown = busy.client.get("/api/plan", params={"path": plan.path}).content
    assert fits(shown, answers.PlanView) == plan


@pytest.mark.parametrize("details", [True, False])
def test_a_report_is_of_its_class(busy: Live, details: bool) -> None:
    data = to_bytes(report_data(busy.running.session.opened.look, details=details))
    found = fits(data, shapes.ReportView)
    assert (found.details is not msgspec.UNSET) == details
    assert found.evidence["bob"].pairs

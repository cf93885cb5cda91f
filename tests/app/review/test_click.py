"""What one answer costs: the store is opened once, and no plan or journal is read again."""

from collections import Counter
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from coincide.app.review.session import Session
from coincide.project.plans.cameras import PATH_VARIABLE
from coincide.storage.store import Store
from tests.app.review.conftest import Live, serving
from tests.app.review.listening import Listener


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often stores, plans and journals are opened, and photos decoded, from now on."""
    counted: Counter[str] = Counter()

    def counting(what: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def counted_work(*arguments: Any, **more: Any) -> Any:
            counted[what] += 1
            return work(*arguments, **more)

        return counted_work

    monkeypatch.setattr(Store, "__init__", counting("store", Store.__init__))
    for module, name, what in (
        ("writing.apply.carry", "open_journal", "journal"),
        ("writing.apply.carry", "read_plan", "plan"),
        ("project.folder.corrections", "done_changes", "journal"),
        ("project.read.ondisk", "read_files", "files"),
        ("features.run", "decode", "photo"),
    ):
        home = import_module(f"coincide.{module}")
        monkeypatch.setattr(home, name, counting(what, getattr(home, name)))
    return counted


@pytest.fixture
def corrected(live: Live, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Live:
    """The event with a plan that was made and applied in the app."""
    monkeypatch.setenv(PATH_VARIABLE, str(tmp_path / "cameras.json"))
    live.post("/api/hint", kind="pin", gallery="bob", offset_s=3600.0)
    live.post("/api/hint", kind="confirm", gallery="bob")  # the photos deny it
    live.settled()
    plan = live.post("/api/plan", to="sidecar", unsure=True)["plan"]
    live.post("/api/apply", path=plan["path"])
    live.settled()
    assert live.get("/api/plans")[0]["state"] == "applied"
    return live


def click(live: Live, opened: Counter[str], rows: tuple[int, int]) -> Counter[str]:
    """Say that two photos show the same moment; return what was opened until it is solved."""
    page = Listener(live)
    layout = live.get("/api/event")["layout"]
    opened.clear()
    live.post("/api/hint", kind="same", rows=list(rows), layout=layout)
    page.wait_for("solved")
    told = opened.copy()
    live.settled()
    return told


def test_an_answer_opens_the_store_once_and_no_journal(
    corrected: Live, opened: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # whoever looks for others' news now and then would be counted along
    monkeypatch.setattr(corrected.running.session, "look", lambda: None)
    for number, rows in enumerate([(0, 9), (1, 22), (2, 11)]):
        assert click(corrected, opened, rows) == {"store": 1}, number


def test_taking_it_back_costs_no_more(
    corrected: Live, opened: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(corrected.running.session, "look", lambda: None)
    click(corrected, opened, (0, 9))
    opened.clear()
    page = Listener(corrected)
    corrected.post("/api/undo")
    page.wait_for("solved")
    assert opened == {"store": 1}


def test_the_first_answer_after_opening_reads_the_event_once(
    corrected: Live, opened: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was opened from a kept solution is not in memory: that is read then, and no photo."""
    # whoever looks for others' news now and then would be counted along
    monkeypatch.setattr(Session, "look", lambda _session: None)
    with serving([corrected.folder.parent], [corrected.folder]) as live:
        first = click(live, opened, (0, 9))
        assert first == {"store": 1, "files": 1}
        assert click(live, opened, (1, 22)) == {"store": 1}


def test_so_does_the_first_look_around_a_clock(
    corrected: Live, opened: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """How well other offsets fit is not kept: it is found again in memory, for all later looks."""
    monkeypatch.setattr(Session, "look", lambda _session: None)
    with serving([corrected.folder.parent], [corrected.folder]) as live:
        name = live.get("/api/event")["galleries"][0]["name"]
        opened.clear()
        assert live.get(f"/api/profile/{name}", around=0, span=600)["score"]
        assert opened == {"store": 1, "files": 1}
        live.get(f"/api/profile/{name}", around=60, span=600)
        assert opened == {"store": 1, "files": 1}

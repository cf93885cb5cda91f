"""The demo event that the welcome page opens: rendered once, as a whole or not at all."""

from pathlib import Path

import pytest

from coincide.app.review.demoevent import demo_event
from coincide.app.review.jobs import StoppedError
from coincide.demo import DemoOptions
from coincide.errors import StoreError
from tests.app.review.conftest import serving
from tests.drawn import write_event

SMALL = DemoOptions(n_galleries=2, n_photos=6)


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COINCIDE_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def test_it_is_rendered_once(data: Path) -> None:
    stages: list[tuple[str, int, int]] = []
    folder = demo_event(lambda *stage: stages.append(stage), SMALL)
    assert folder.is_relative_to(data)
    assert len(list(folder.rglob("*.[jJ][pP][gG]"))) == 6
    assert (folder / "truth.json").is_file()
    assert stages[-1] == ("render", 6, 6)
    stages.clear()
    assert demo_event(lambda *stage: stages.append(stage), SMALL) == folder
    assert not stages


def test_what_was_stopped_leaves_nothing(data: Path) -> None:
    def stop(stage: str, done: int, total: int) -> None:
        raise StoppedError("Stopped.")

    with pytest.raises(StoppedError):
        demo_event(stop, SMALL)
    assert list((data / "demo").iterdir()) == []


def test_a_place_that_cannot_be_written_is_named(data: Path) -> None:
    data.write_text("a file where the folder should be")
    with pytest.raises(StoreError, match="cannot be written"):
        demo_event(lambda *_: None, SMALL)


def test_the_page_opens_it(data: Path) -> None:
    home = data.parent / "home"
    home.mkdir()
    write_event(data / "demo" / "party", {"ann": 3, "bob": 4})
    with serving([home], []) as live:
        assert live.get("/api/state")["page"] == "choose"
        live.post("/api/demo")
        state = live.settled()
        assert state["page"] == "who"
        assert Path(state["project"]).is_relative_to(data)
        assert list(home.iterdir()) == []

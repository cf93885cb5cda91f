"""The chooser: only folders below the roots, and no way around that."""

from pathlib import Path

import pytest

from coincide.app.review.folders import Count, allowed, demo_event, list_folders, new_folder
from coincide.app.review.jobs import StoppedError
from coincide.demo import DemoOptions
from coincide.errors import EventError, StoreError
from tests.app.review.conftest import serving
from tests.drawn import write_event


@pytest.fixture
def roots(tmp_path: Path) -> list[Path]:
    for name in ("home/ida/trip", "home/.hidden", "home/Ben", "secret/photos", "home2"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "home/ida/trip/IMG_1.jpg").write_bytes(b"x")
    (tmp_path / "home/ida/notes.txt").write_bytes(b"x")
    (tmp_path / "secret/photos/IMG_2.jpg").write_bytes(b"x")
    (tmp_path / "home/out").symlink_to(tmp_path / "secret")
    (tmp_path / "home/loop").symlink_to(tmp_path / "home/loop")
    (tmp_path / "home/inside").symlink_to(tmp_path / "home/ida")
    return [(tmp_path / "home").resolve()]


def test_folders_are_listed_by_name_with_about_how_many_photos(roots: list[Path]) -> None:
    listing = list_folders(roots, None)
    assert [(one.name, one.media.n) for one in listing.folders] == [
        ("Ben", 0),
        ("ida", 1),
        ("inside", 0),
    ]
    assert listing.parent is None
    deeper = list_folders(roots, str(roots[0] / "ida"))
    assert [one.name for one in deeper.folders] == ["trip"]
    assert deeper.parent == roots[0]


def test_links_that_stay_inside_lead_to_what_they_mean(roots: list[Path]) -> None:
    assert allowed(roots, str(roots[0] / "inside")) == roots[0] / "ida"


@pytest.mark.parametrize(
    "wanted",
    [
        *("{home}/..", "{home}/../secret", "{home}/ida/../../secret/photos", "{home}/out"),
        *("{home}/out/photos", "{home}2", "/", "/etc", "~", "ida", ".", "..", "{home}/nothing"),
        *("{home}/ida/notes.txt", "{home}/loop", "{home}/a\0b", "\0", "{home}/" + "a" * 5000),
    ],
)
def test_nothing_outside_the_roots_is_listed_or_opened(roots: list[Path], wanted: str) -> None:
    path = wanted.replace("{home}", str(roots[0]))
    with pytest.raises(EventError) as caught:
        allowed(roots, path)
    with pytest.raises(EventError):
        list_folders(roots, path)
    assert "secret" not in str(caught.value)


def test_what_exists_and_what_does_not_are_answered_alike(roots: list[Path]) -> None:
    texts = set()
    for wanted in (roots[0].parent / "secret", roots[0].parent / "nothing"):
        with pytest.raises(EventError) as caught:
            allowed(roots, str(wanted))
        texts.add(str(caught.value))
    assert len(texts) == 1


def test_new_folders_are_made_inside_alone(roots: list[Path]) -> None:
    assert new_folder(roots, str(roots[0] / "ida" / "copies")) == roots[0] / "ida" / "copies"
    for wanted in (
        "{home}/..",
        "{home}/ida/..",
        "{home}/out",
        "{home}/out/x",
        "{home}2/x",
        "x",
        "/x",
    ):
        with pytest.raises(EventError):
            new_folder(roots, wanted.replace("{home}", str(roots[0])))


def test_nested_folders_are_counted_to_the_last_or_it_is_said(
    roots: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    for day in ("a", "b/c/d/e"):
        folder = roots[0] / "Ben" / "2024" / "05" / day
        folder.mkdir(parents=True)
        for number in range(50):
            (folder / f"IMG_{number}.jpg").write_bytes(b"x")
    assert list_folders(roots, None).folders[0].media == Count(100)
    monkeypatch.setattr("coincide.app.review.folders.MOST_COUNTED", 60)
    few = list_folders(roots, None).folders[0].media
    assert not few.is_all
    assert 50 <= few.n < 100


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

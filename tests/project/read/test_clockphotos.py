"""Photos of the clock page in a project: looked for once, kept, and what they mean for a photo."""

from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest

pytest.importorskip("zxingcpp", reason="without coincide[clock]")

from coincide.errors import ModelError
from coincide.features.clockcode import ClockCode, CodeReading, payload
from coincide.model import Clip, Event, Gallery, Photo
from coincide.project.options import SyncOptions
from coincide.project.read import clockphotos
from coincide.project.read.clockphotos import (
    KIND,
    can_read_clocks,
    clock_pairs,
    read_clock_photos,
    with_clocks,
)
from coincide.project.solutions.inputs import features_digest
from coincide.storage.store import Store
from tests.clock_files import write_clock
from tests.photo_files import write_photo

T = 1_790_000_000.0
CODE = ClockCode(T, 0.1, 7200)
READING = CodeReading(T + 0.05, 0.25, 7200, ())


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "project") as opened:
        yield opened


@pytest.fixture
def photos(tmp_path: Path) -> list[Photo]:
    clock = write_clock(tmp_path / "clock.jpg", [CODE])
    plain = write_photo(tmp_path / "plain.jpg", size=(320, 240))
    (tmp_path / "broken.jpg").write_bytes(b"\xff\xd8\xff no more")
    return [photo(path) for path in (clock, plain, tmp_path / "broken.jpg")]


def photo(path: Path, time_s: float = 100.25) -> Photo:
    return Photo(path, path.stem, time_s, time_s)


def quiet(_stage: str, _done: int, _total: int) -> None:
    pass


def forbidden(_path: Path) -> NoReturn:
    raise AssertionError("looked at again")


def test_each_photo_is_looked_at_once(
    store: Store, photos: list[Photo], monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[str, int, int]] = []
    found = read_clock_photos(photos, store, lambda *one: told.append(one))
    assert list(found) == ["clock"]
    assert found["clock"].utc_s == pytest.approx(T + 0.05)
    assert told == [("clocks", 3, 3)]
    monkeypatch.setattr(payload, "clock_codes", forbidden)
    assert read_clock_photos(photos, store, quiet) == found
    # nor is one that is kept read for an event without it
    assert read_clock_photos(photos[1:], store, quiet) == {}
    assert read_clock_photos([], store, quiet) == {}


def test_clips_are_left_out(store: Store, photos: list[Photo]) -> None:
    clip = Photo(photos[0].path, "clip", 0.0, 0.0, clip=Clip(3.0, False, ()))
    assert read_clock_photos([clip], store, quiet) == {}


@pytest.mark.parametrize(
    "changed",
    [
        {"key": "another"},
        {"utc_s": "noon"},
        {"utc_s": float("nan")},
        {"sd_s": 0.0},
        {"sd_s": float("inf")},
        {"corners": [[1.0]]},
        {"more": 1},
    ],
)
def test_what_others_wrote_into_the_project_is_no_reading(
    store: Store, photos: list[Photo], changed: dict[str, object]
) -> None:
    read_clock_photos(photos, store, quiet)
    (name,) = store.document_names(KIND)
    document = store.load_document(KIND, name)
    assert document is not None
    store.save_document(KIND, name, document | changed)
    assert read_clock_photos(photos, store, quiet) == {}


def test_a_reading_that_is_gone_is_none(store: Store, photos: list[Photo]) -> None:
    read_clock_photos(photos, store, quiet)
    store.delete_document(KIND, store.document_names(KIND)[0])
    assert read_clock_photos(photos, store, quiet) == {}


def test_a_photo_is_exact_by_the_clock_that_it_shows() -> None:
    precise, whole = photo(Path("a/1.jpg"), 50.25), photo(Path("b/2.jpg"), 50.0)
    event = Event("e", (Gallery("a", (precise,)), Gallery("b", (whole,))))
    one, two = [one.exact for one in with_clocks(event, {"1": READING, "2": READING}).photos]
    assert one is not None
    assert two is not None
    assert (one.utc_s, one.sd_s, one.source, one.local) == (T + 0.05, 0.25, "clock-code", False)
    assert one.zone_s == 7200
    # a camera that writes whole seconds has cut off half a one, on average
    assert two.utc_s == T - 0.45
    assert two.sd_s == pytest.approx(0.382, abs=0.001)


def test_the_time_in_a_name_is_no_cameras(tmp_path: Path) -> None:
    forwarded = Photo(tmp_path / "IMG-20240504-WA0001.jpg", "1", 50.0, 50.0, time_from="name")
    event = Event("e", (Gallery("chat", (forwarded,)),))
    assert with_clocks(event, {"1": READING}) == event
    assert with_clocks(event, {}) is event


def test_photos_of_the_clock_by_two_cameras_are_no_moment_in_common() -> None:
    names = (("a", ("1", "2", "3")), ("b", ("4", "5")))
    galleries = tuple(
        Gallery(name, tuple(photo(Path(f"{name}/{key}.jpg"), float(key)) for key in keys))
        for name, keys in names
    )
    event = with_clocks(Event("e", galleries), dict.fromkeys(("1", "3", "4"), READING))
    assert clock_pairs(event).tolist() == [[0, 3], [2, 3]]
    assert clock_pairs(Event("e", galleries)).shape == (0, 2)


def test_without_the_package_nothing_is_read_unless_it_has_to_be(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert can_read_clocks(None)
    assert not can_read_clocks(False)
    monkeypatch.setattr(clockphotos, "find_spec", lambda _name: None)
    assert not can_read_clocks(None)
    with pytest.raises(ModelError, match=r"coincide\[clock\]"):
        can_read_clocks(True)


def test_a_solution_rests_on_whether_clocks_were_read() -> None:
    assert features_digest(SyncOptions()) != features_digest(SyncOptions(clock_photos=False))

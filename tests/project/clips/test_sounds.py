"""Clips that heard the same: found once, kept, and compared with whatever comes later."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.signal import resample_poly

from coincide.model import Clip, Event, Gallery, HeaderReading, Photo, Timeless
from coincide.project.clips import sounds as listening
from coincide.project.clips.evidence import heard_ties
from coincide.project.clips.sounds import can_listen, listen, sound_shapes
from coincide.sound.model import Lag, LagTie, Overheard
from coincide.sound.options import RATE
from coincide.storage.store import Store
from tests.media.test_sound import RATE as FILMED
from tests.media.test_sound import write_clip
from tests.sound.sounds import murmur, noisy

LENGTH_S = 12.0


def clip(path: Path, key: str, time_s: float, readings: tuple[HeaderReading, ...] = ()) -> Photo:
    return Photo(path, key, time_s, time_s, clip=Clip(LENGTH_S, True, readings), time_from="video")


def written(folder: Path, name: str, at_s: float, seed: int, *, programme: int = 0) -> Path:
    """Write a clip of a programme that everybody hears, from some second of it on."""
    heard = murmur(60.0, seed=programme)[round(at_s * RATE) : round((at_s + LENGTH_S) * RATE)]
    loud = resample_poly(noisy(heard, seed), FILMED // 100, RATE // 100)
    return write_clip(folder / f"{name}.mp4", loud.astype(np.float32))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "project") as opened:
        yield opened


def quiet(_stage: str, _done: int, _total: int) -> None:
    pass


def test_two_that_heard_the_same_are_tied_and_nothing_is_heard_twice(
    tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = clip(written(tmp_path, "a", 5.0, 1), "a", 100.0)
    bob = clip(written(tmp_path, "b", 9.5, 2), "b", 7000.0)
    other = clip(written(tmp_path, "c", 5.0, 3, programme=9), "c", 120.0)
    event = Event("e", (Gallery("ann", (ann, other)), Gallery("bob", (bob,))))
    assert can_listen(event)
    (tie,) = listen(event, store, quiet)
    assert (tie.first, tie.second) == ("a", "b")
    assert tie.lags[0].lag_s == pytest.approx(4.5, abs=0.02)
    assert tie.lags[0].certain
    read = []
    monkeypatch.setattr(listening, "read_sound", lambda path: read.append(path) or np.zeros(0))
    assert listen(event, store, quiet) == (tie,)
    assert read == []


def test_a_new_clip_is_compared_with_those_that_are_there(tmp_path: Path, store: Store) -> None:
    ann = clip(written(tmp_path, "a", 5.0, 1), "a", 100.0)
    bob = clip(written(tmp_path, "b", 9.5, 2), "b", 7000.0)
    cyd = clip(written(tmp_path, "c", 12.0, 3), "c", 50.0)
    two = Event("e", (Gallery("ann", (ann,)), Gallery("bob", (bob,))))
    assert len(listen(two, store, quiet)) == 1
    three = replace(two, galleries=(*two.galleries, Gallery("cyd", (cyd,))))
    ties = {(tie.first, tie.second): tie.lags[0].lag_s for tie in listen(three, store, quiet)}
    assert ties.keys() == {("a", "b"), ("a", "c"), ("b", "c")}
    assert ties["a", "c"] == pytest.approx(7.0, abs=0.02)
    # whoever left is not told of any more
    assert len(listen(two, store, quiet)) == 1


def test_a_file_that_cannot_be_heard_has_heard_nothing(tmp_path: Path, store: Store) -> None:
    ann = clip(written(tmp_path, "a", 5.0, 1), "a", 100.0)
    (tmp_path / "b.mp4").write_bytes(b"no film at all")
    bob = clip(tmp_path / "b.mp4", "b", 100.0)
    event = Event("e", (Gallery("ann", (ann,)), Gallery("bob", (bob,))))
    assert listen(event, store, quiet) == ()
    still = replace(ann, clip=None)
    assert not can_listen(Event("e", (Gallery("ann", (still,)),)))


def test_where_one_gallery_alone_films_its_sound_has_a_shape_and_whoever_joins_is_compared(
    tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = clip(written(tmp_path, "a", 5.0, 1), "a", 100.0)
    bob = clip(written(tmp_path, "b", 9.5, 2), "b", 7000.0)
    still = replace(bob, clip=None)
    alone = Event("e", (Gallery("ann", (ann,)), Gallery("bob", (still,))))
    assert can_listen(alone)
    assert listen(alone, store, quiet) == ()
    assert sound_shapes(alone, store).keys() == {"a"}
    heard = []
    once = listening.sound_features
    monkeypatch.setattr(
        listening, "sound_features", lambda *args: heard.append(args) or once(*args)
    )
    both = Event("e", (Gallery("ann", (ann,)), Gallery("bob", (bob,))))
    assert len(listen(both, store, quiet)) == 1
    assert len(heard) == 1
    assert sound_shapes(both, store).keys() == {"a", "b"}


LAG = Lag(4.0, 0.03, 5.0, 12.0, 0.7, 0.0, start_s=4.0, end_s=12.0)


def readings(time_s: float, *kinds: tuple[str, float]) -> tuple[HeaderReading, ...]:
    late_s = {"start": 0.0, "end": -LENGTH_S}
    first = late_s[kinds[0][0]]
    return tuple(
        HeaderReading(kind, "local", time_s + late_s[kind] - first, np.log(share))  # type: ignore[arg-type]
        for kind, share in kinds
    )


def test_a_lag_is_one_for_each_thing_that_a_header_may_mean() -> None:
    open_one = readings(100.0, ("start", 0.8), ("end", 0.2))
    ann = clip(Path("/a.mp4"), "a", 100.0, open_one)
    bob = clip(Path("/b.mp4"), "b", 7000.0, readings(7000.0, ("start", 1.0)))
    event = Event("e", (Gallery("ann", (ann,)), Gallery("bob", (bob,))))
    heard = (Overheard("a", "b", (LAG,)),)
    (tie,) = heard_ties(event, heard)
    assert (tie.photo_a, tie.photo_b, tie.sure, tie.begins_s) == (0, 1, True, 4.0)
    assert [lag.apart_s for lag in tie.lags] == [4.0, 4.0 - LENGTH_S]
    assert tie.lags[1].nats == pytest.approx(tie.lags[0].nats + np.log(0.2 / 0.8))
    (settled,) = heard_ties(event, heard, {"ann": "end"})
    assert [(lag.apart_s, lag.nats) for lag in settled.lags] == [(4.0 - LENGTH_S, 5.0)]


def test_clips_of_one_gallery_and_clips_that_left_tie_nobody() -> None:
    ann, bob = clip(Path("/a.mp4"), "a", 100.0), clip(Path("/b.mp4"), "b", 7000.0)
    together = Event("e", (Gallery("both", (ann, bob)),))
    assert heard_ties(together, (Overheard("a", "b", (LAG,)),)) == ()
    alone = Event("e", (Gallery("ann", (ann,)),))
    assert heard_ties(alone, (Overheard("a", "b", (LAG,)),)) == ()


def test_a_run_that_is_ended_goes_on_where_it_was(
    tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    photos = [clip(written(tmp_path, name, 3.0 * n, n), name, 0.0) for n, name in enumerate("abc")]
    event = Event("e", tuple(Gallery(photo.key, (photo,)) for photo in photos))
    monkeypatch.setattr(listening, "_BATCH", 2)
    compare, calls = listening._compare, []

    def ended(*args: Any) -> list[LagTie]:
        calls.append(len(calls))
        if len(calls) == 2:
            raise KeyboardInterrupt
        return compare(*args)

    monkeypatch.setattr(listening, "_compare", ended)
    with pytest.raises(KeyboardInterrupt):
        listen(event, store, quiet)
    ties = listen(event, store, quiet)
    # the first two were compared once, and the third with both of them
    assert calls == [0, 1, 2]
    assert {(tie.first, tie.second) for tie in ties} == {("a", "b"), ("a", "c"), ("b", "c")}


def test_what_one_camera_heard_twice_is_certain_for_nobody(tmp_path: Path, store: Store) -> None:
    """A camera cannot film two clips at once: what both have was played twice."""
    ann = clip(written(tmp_path, "a", 5.0, 1), "a", 100.0)
    again = clip(written(tmp_path, "c", 6.0, 3), "c", 3000.0)
    bob = clip(written(tmp_path, "b", 9.5, 2), "b", 7000.0)
    event = Event("e", (Gallery("ann", (ann, again)), Gallery("bob", (bob,))))
    found = listen(event, store, quiet)
    assert {(tie.first, tie.second) for tie in found} == {("a", "b"), ("b", "c")}
    assert not any(lag.certain for tie in found for lag in tie.lags)


def test_clips_of_two_cameras_in_one_folder_prove_nothing(tmp_path: Path, store: Store) -> None:
    ann = clip(written(tmp_path, "a", 5.0, 1), "a", 100.0)
    beside = clip(written(tmp_path, "c", 6.0, 3), "c", 101.0)
    bob = clip(written(tmp_path, "b", 9.5, 2), "b", 7000.0)
    event = Event("e", (Gallery("ann", (ann, beside)), Gallery("bob", (bob,))))
    assert all(tie.lags[0].certain for tie in listen(event, store, quiet))


def test_a_clip_without_a_time_is_heard_and_compared_with_all(tmp_path: Path, store: Store) -> None:
    ann = clip(written(tmp_path, "a", 5.0, 1), "a", 100.0)
    lost = written(tmp_path, "x", 9.5, 2)
    timeless = Timeless(lost, "x", "ann", "no capture time", clip=Clip(LENGTH_S, sound=True))
    event = Event("e", (Gallery("ann", (ann,)),), timeless=(timeless,))
    (tie,) = listen(event, store, quiet)
    assert (tie.first, tie.second) == ("a", "x")
    assert tie.lags[0].certain
    assert set(sound_shapes(event, store)) == {"a", "x"}
    # a silent one, and a photo, are not
    silent = replace(timeless, clip=Clip(LENGTH_S, sound=False))
    assert listen(replace(event, timeless=(silent,)), store, quiet) == ()

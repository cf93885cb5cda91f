"""The stages together: second runs, kills, failures, anchors."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

import coincide
from coincide.config import EmbedOptions, SyncOptions
from coincide.embed import run
from coincide.errors import NothingToSyncError, StoreError, UsageError
from coincide.model import Event, Photo
from coincide.pipeline import choose_anchor, load_event, load_offsets, matching, save_result, sync
from tests.pictures import write_event

FAST = SyncOptions(features="pooled")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_event(tmp_path_factory.mktemp("sync") / "party", {"ann": 9, "bob": 12, "cyd": 7})


def test_three_lines_give_a_timeline(folder: Path) -> None:
    result = coincide.sync(coincide.load_event(folder))
    times = [entry.event_time_s for entry in result.timeline]
    assert len(times) == 28
    assert all(time_s is not None for time_s in times)
    assert times == sorted(times, key=lambda time_s: time_s or 0)


def test_a_second_run_embeds_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = sync(load_event(folder), FAST)

    def not_again(*_: object) -> None:
        raise AssertionError("decoded again")

    monkeypatch.setattr(run, "decode", not_again)
    second = sync(load_event(folder), FAST)
    assert second.n_embedded == 0
    assert second.offsets == first.offsets


def test_a_new_photo_is_embedded_alone(tmp_path: Path) -> None:
    write_event(tmp_path / "party", {"ann": 5, "bob": 6})
    assert sync(load_event(tmp_path / "party"), FAST).n_embedded == 11
    extra = write_event(tmp_path / "other", {"cyd": 1}, seed=9)
    (extra / "cyd").rename(tmp_path / "party" / "cyd")
    assert sync(load_event(tmp_path / "party"), FAST).n_embedded == 1


def test_photos_that_cannot_be_decoded_are_listed_and_the_rest_goes_on(tmp_path: Path) -> None:
    folder = write_event(tmp_path / "party", {"ann": 4, "bob": 4})
    victim = folder / "bob" / "IMG_0002.jpg"
    event = load_event(folder)
    data = bytearray(victim.read_bytes())
    middle = data.index(b"\xff\xda") + 20
    victim.write_bytes(bytes(data[:middle]))  # cut after the event was read
    result = sync(event, FAST)
    assert [skipped.path for skipped in result.event.skipped] == [victim]
    assert result.event.n_photos == 7
    assert len(result.timeline) == 7


def test_a_gallery_with_nothing_left_leaves_nothing_to_sync(tmp_path: Path) -> None:
    folder = write_event(tmp_path / "party", {"ann": 2, "bob": 1})
    event = load_event(folder)
    (folder / "bob" / "IMG_0000.jpg").unlink()
    with pytest.raises(NothingToSyncError, match="1 usable gallery"):
        sync(event, FAST)


SYNC = "import sys; from coincide.cli import main; sys.argv = ['coincide', *sys.argv[1:]]; main()"


def saved_photos(folder: Path) -> int:
    """Count the photos whose pooled vector is in the store."""
    shards = (folder / ".coincide" / "vectors").glob("*pooled*/*.safetensors")
    from safetensors.numpy import load_file

    return sum(len(load_file(shard)["vectors"]) for shard in shards)


@pytest.mark.slow
def test_killed_half_way_only_the_missing_photos_are_embedded(tmp_path: Path) -> None:
    folder = write_event(tmp_path / "party", {"ann": 200, "bob": 200})
    command = [sys.executable, "-c", SYNC, "sync", str(folder), "--features", "pooled"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while saved_photos(folder) < 128 and time.monotonic() < deadline:
        time.sleep(0.02)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    saved = saved_photos(folder)
    assert 128 <= saved < 400
    again = subprocess.run(command, capture_output=True, text=True, check=True)
    assert f"looked at {400 - saved} photos, {saved} were known already" in again.stdout


def event_of(*names: str, trusted: str | None = None, anchor: str | None = None) -> Event:
    photo = Photo(Path("p.jpg"), "0" * 64, 0.0, 0.0)
    galleries = tuple(coincide.Gallery(n, (photo,), trusted=n == trusted) for n in names)
    return Event("party", galleries, anchor=anchor)


def test_the_anchor_is_asked_for_named_trusted_or_first() -> None:
    assert choose_anchor(event_of("a", "b", "c", trusted="b", anchor="c"), "a") == "a"
    assert choose_anchor(event_of("a", "b", "c", trusted="b", anchor="c")) == "c"
    assert choose_anchor(event_of("a", "b", "c", trusted="b")) == "b"
    assert choose_anchor(event_of("a", "b", "c")) == "a"
    with pytest.raises(UsageError, match="there are: a, b"):
        choose_anchor(event_of("a", "b"), "x")


def test_the_result_can_be_read_back(folder: Path, tmp_path: Path) -> None:
    result = sync(load_event(folder), FAST)
    paths = save_result(result, tmp_path)
    assert [path.name for path in paths] == ["offsets.json", "offsets.csv", "timeline.csv"]
    assert load_offsets(tmp_path) == result.offsets
    grown = replace(result.event, galleries=(*result.event.galleries, coincide.Gallery("new", ())))
    with pytest.raises(StoreError, match="does not know new"):
        matching(grown, result.offsets)


def test_without_a_result_the_message_says_to_sync(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="Run coincide sync first"):
        load_offsets(tmp_path)


def test_an_event_in_memory_needs_a_project_folder() -> None:
    with pytest.raises(UsageError, match="load_event"):
        sync(event_of("a", "b"))


def test_batch_size_does_not_change_the_offsets(folder: Path, tmp_path: Path) -> None:
    event = load_event(folder)
    one = sync(event, FAST)
    other = sync(
        replace(event, project=tmp_path),
        replace(FAST, embed=EmbedOptions(batch=3, threads=1, shard=5)),
    )
    assert one.offsets == other.offsets

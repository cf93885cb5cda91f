"""The stages together: second runs, kills, failures, anchors."""

import gzip
import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

import coincide
from coincide.errors import NothingToSyncError, StoreError, UsageError
from coincide.features import run
from coincide.features.options import EmbedOptions
from coincide.model import Event, Photo
from coincide.project import (
    Project,
    choose_anchor,
    load_event,
    project_folder,
    result_paths,
    save_result,
    sync,
)
from coincide.project.options import SyncOptions
from coincide.solver.options import Method
from tests.drawn import write_event

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


SYNC = (
    "import sys; from coincide.app.cli import main; sys.argv = ['coincide', *sys.argv[1:]]; main()"
)


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
    assert f"looked at {400 - saved} photos, {saved} were cached" in again.stdout


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


def test_the_result_can_be_read_by_programs(folder: Path, tmp_path: Path) -> None:
    event = load_event(folder)
    result = sync(event, FAST)
    save_result(result, result_paths(tmp_path))
    assert {path.name for path in tmp_path.iterdir()} == {
        *("offsets.json", "offsets.csv", "timeline.csv"),
    }
    document = json.loads((tmp_path / "offsets.json").read_text(encoding="utf-8"))
    found = {name: one["offset_s"] for name, one in document["galleries"].items()}
    assert found == {one.gallery: one.offset_s for one in result.offsets.placements}


def test_a_damaged_result_is_not_there(tmp_path: Path) -> None:
    folder = write_event(tmp_path / "party", {"ann": 3, "bob": 3})
    whole = Project.at(folder).sync(FAST).solution
    (path,) = (folder / ".coincide" / "solutions").glob("*.json.gz")
    data = path.read_bytes()
    for damaged in (data[: len(data) // 2], b"no document", gzip.compress(b"[1]")):
        path.write_bytes(damaged)
        with pytest.raises(StoreError, match="Run coincide sync once"):
            Project.at(folder).holding()
    again = Project.at(folder).sync()
    assert again.run is not None  # it was found again
    assert again.solution.offsets == whole.offsets


def test_a_result_of_other_photos_is_refused(folder: Path, tmp_path: Path) -> None:
    """The same people at another event: only their photos tell the two apart."""
    other = write_event(tmp_path / "trip", {"ann": 9, "bob": 12, "cyd": 7}, seed=5)
    Project.at(folder, project=tmp_path / "kept").sync(FAST)
    with pytest.raises(StoreError, match="out of date: photos were added, removed or changed"):
        Project.at(other, project=tmp_path / "kept").holding()


def test_photos_that_failed_are_left_out_of_the_timeline_too(tmp_path: Path) -> None:
    folder = write_event(tmp_path / "party", {"ann": 3, "bob": 3, "cyd": 1})
    victim = folder / "cyd" / "IMG_0000.jpg"
    data = bytearray(victim.read_bytes())
    start = data.index(b"\xff\xda") + 14
    data[start:-2] = bytes(len(data) - 2 - start)  # whole, but its pixels are gone
    data[start : start + 2] = b"\xff\xc0"
    victim.write_bytes(bytes(data))
    result = Project.at(folder).sync(FAST).solution
    assert [gallery.name for gallery in result.event.galleries] == ["ann", "bob"]
    assert len(Project.at(folder).holding().timeline) == 6


def test_each_event_has_its_own_project_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "trip.toml").mkdir()
    one = project_folder([Path("wedding/ann"), Path("wedding/bob")])
    assert one == project_folder([Path("wedding/bob"), tmp_path / "wedding" / "ann"])
    assert one != project_folder([Path("trip/ann"), Path("trip/bob")])
    assert project_folder([Path("day.TOML")]) == Path(".coincide-day")
    assert project_folder([Path("trip.toml")]) == Path("trip.toml/.coincide")
    assert project_folder([Path("party")]) == Path("party/.coincide")
    assert project_folder([Path("party")], Path("other")) == Path("other")


@pytest.mark.slow
def test_the_answer_does_not_depend_on_what_was_embedded_when(tmp_path: Path) -> None:
    folder = write_event(tmp_path / "party", {"ann": 20, "bob": 20, "cyd": 16})
    (folder / "bob").rename(tmp_path / "bob")
    options = SyncOptions(method="paper", features="14x14")
    sync(load_event(folder), options)
    (tmp_path / "bob").rename(folder / "bob")
    grown = sync(load_event(folder), options)
    fresh = sync(load_event(folder, project=tmp_path / "fresh"), options)
    assert grown.n_embedded == 20
    assert grown.offsets == fresh.offsets
    assert grown.graph is not None
    assert fresh.graph is not None
    weights = [[edge.weight for edge in result.graph.edges] for result in (grown, fresh)]
    assert weights[0] == weights[1]


@pytest.mark.parametrize("method", ["joint", "paper"])
def test_a_trusted_anchor_tells_true_time(folder: Path, method: Method) -> None:
    event = load_event(folder)
    options = replace(FAST, method=method)
    trusted = tuple(replace(gallery, trusted=True) for gallery in event.galleries)
    assert sync(event, options).offsets.event_time == "anchor"
    assert sync(replace(event, galleries=trusted), options).offsets.event_time == "true"


def test_each_method_explains_itself_in_its_own_way(folder: Path) -> None:
    event = load_event(folder)
    joint = sync(event)
    assert joint.offsets.method == "joint"
    assert joint.graph is None
    assert joint.why is not None
    assert joint.features == "efficientnet-lite0 pooled"
    assert set(joint.seconds) == {"clocks", "embed", "solve", "explain"}
    paper = sync(event, SyncOptions(method="paper"))
    assert paper.graph is not None
    assert paper.why is None
    assert paper.features == "efficientnet-lite0 28x28"


def test_without_a_result_the_message_says_to_sync(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="Run coincide sync first"):
        Project.at(write_event(tmp_path / "party", {"ann": 2, "bob": 2})).holding()


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

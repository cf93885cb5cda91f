"""Events at a URL: the same answers as from a folder, each photo fetched once."""

import errno
import json
import os
from collections import Counter
from pathlib import Path

import fsspec
import pytest
from PIL import Image

from coincide.engine import LocalEngine
from coincide.errors import EventError, StoreError, UsageError
from coincide.features.options import EmbedOptions
from coincide.model import Place, place_of
from coincide.project import (
    Meter,
    Project,
    Run,
    SyncResult,
    load_event,
    result_paths,
    save_result,
    sync,
)
from coincide.project.options import SyncOptions
from coincide.project.read import shardtask as shard_module
from coincide.storage.form import ListedObject
from coincide.storage.objects import Objects
from coincide.storage.objectstore import ObjectStore
from tests.photo_files import write_photo
from tests.storage_server import upload

# photos elsewhere are not compared closer unless they are fetched
OPTIONS = SyncOptions(embed=EmbedOptions(shard=8), verify=False)


def run_sync(event: str, project: str, options: SyncOptions = OPTIONS) -> SyncResult:
    meter = Meter()
    work = Run(LocalEngine(2), meter, look=options)
    found = load_event(event, project=project, run=work)
    return sync(found, options, engine=work.engine, meter=meter)


def test_offsets_are_those_of_the_same_photos_in_a_folder(
    event: str, base: str, folder: Path
) -> None:
    far, near = run_sync(event, f"{base}/project"), sync(load_event(folder), OPTIONS)
    assert far.offsets == near.offsets
    assert far.n_embedded == near.n_embedded == 28
    assert [photo.key for photo in far.event.photos] == [p.key for p in near.event.photos]
    assert far.event.name == near.event.name == "party"


def test_each_photo_is_fetched_once_and_never_again(
    event: str, base: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetched: Counter[Place] = Counter()
    fetch = Objects.fetch

    def counted(self: Objects, listed: ListedObject, to: Path) -> None:
        fetched[listed.path] += 1
        fetch(self, listed, to)

    monkeypatch.setattr(Objects, "fetch", counted)
    first = run_sync(event, f"{base}/project")
    assert len(fetched) == 28
    assert set(fetched.values()) == {1}
    second = run_sync(event, f"{base}/project")
    assert sum(fetched.values()) == 28
    assert second.n_embedded == 0
    assert second.offsets == first.offsets


def test_a_changed_photo_and_a_new_one_are_read_alone(event: str, base: str, folder: Path) -> None:
    run_sync(event, f"{base}/project")
    changed = folder / "ann" / "IMG_0000.jpg"
    changed.write_bytes(changed.read_bytes() + b"\0")
    write_photo(folder / "bob" / "IMG_9000.jpg", "2024:05:04 15:00:00", size=(320, 240))
    upload(folder, event)
    again = run_sync(event, f"{base}/project")
    # an upload in this kind of storage gives every file a new version
    assert again.event.n_photos == 29
    assert again.offsets == sync(load_event(folder), OPTIONS).offsets


def test_nothing_stays_on_this_machine(
    event: str, base: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(scratch))
    most = 0
    look = shard_module._Gathered.look

    def counted(self: object, *args: object) -> object:
        nonlocal most
        most = max(most, sum(len(files) for _, _, files in os.walk(scratch)))
        return look(self, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(shard_module._Gathered, "look", counted)
    run_sync(event, f"{base}/project", SyncOptions(embed=EmbedOptions(shard=64)))
    assert 1 <= most <= shard_module.AHEAD + 2
    assert list(scratch.iterdir()) == []


def test_other_features_are_computed_from_what_was_read(event: str, base: str) -> None:
    run_sync(event, f"{base}/project")
    paper = SyncOptions(method="paper", features="14x14", embed=EmbedOptions(shard=8))
    assert run_sync(event, f"{base}/project", paper).n_embedded == 28
    assert run_sync(event, f"{base}/project", paper).n_embedded == 0


def test_a_photo_that_cannot_be_had_is_listed_and_tried_again(
    event: str, base: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    victim = place_of(event) / "bob" / "IMG_0002.jpg"
    fetch = Objects.fetch

    def failing(self: Objects, listed: ListedObject, to: Path) -> None:
        if listed.path == victim:
            raise OSError("503, 8 times")
        fetch(self, listed, to)

    monkeypatch.setattr(Objects, "fetch", failing)
    result = run_sync(event, f"{base}/project")
    (skipped,) = result.event.skipped
    assert skipped.path == victim
    assert skipped.reason == "cannot be fetched: 503, 8 times"
    assert result.event.n_photos == 27
    monkeypatch.undo()
    again = run_sync(event, f"{base}/project")
    assert again.n_embedded == 1
    assert again.event.n_photos == 28
    assert not again.event.skipped


def test_a_photo_that_cannot_be_decoded_is_listed_and_not_fetched_again(
    event: str, base: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    victim = folder / "bob" / "IMG_0002.jpg"
    data = bytearray(victim.read_bytes())
    start = data.index(b"\xff\xda") + 14
    data[start:-2] = bytes(len(data) - 2 - start)
    data[start : start + 2] = b"\xff\xc0"
    victim.write_bytes(bytes(data))
    upload(folder, event)
    first = run_sync(event, f"{base}/project")
    (skipped,) = first.event.skipped
    assert skipped.path == place_of(event) / "bob" / "IMG_0002.jpg"
    assert skipped.reason.startswith("cannot be decoded")

    def never(*_: object) -> None:
        raise AssertionError("fetched again")

    monkeypatch.setattr(Objects, "fetch", never)
    second = run_sync(event, f"{base}/project")
    assert second.event.skipped == first.event.skipped
    assert second.offsets == first.offsets


def test_sidecars_hidden_files_and_others_count_as_on_a_disk(
    event: str, base: str, folder: Path
) -> None:
    for name in ("notes.txt", ".hidden.jpg", "bob/broken.jpg", "bob/empty.jpg"):
        (folder / name).write_bytes(b"" if "empty" in name else b"no photo")
    (folder / "ann" / "IMG_0001.jpg.xmp").write_text(
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF'
        ' xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""'
        ' xmlns:exif="http://ns.adobe.com/exif/1.0/"'
        ' exif:DateTimeOriginal="2024-05-04T16:17:18"/></rdf:RDF></x:xmpmeta>'
    )
    upload(folder, event)
    far, near = load_event(event, project=f"{base}/project"), load_event(folder)
    assert [g.name for g in far.galleries] == [g.name for g in near.galleries]
    assert [p.camera_time_s for p in far.photos] == [p.camera_time_s for p in near.photos]
    assert "sidecar" in [photo.time_from for photo in far.photos]
    reasons = [(one.path.name, one.reason) for one in near.skipped]
    assert [(one.path.name, one.reason) for one in far.skipped] == reasons
    assert len(reasons) == 2


def test_results_are_kept_at_the_url(event: str, base: str) -> None:
    project = place_of(f"{base}/project")
    result = run_sync(event, str(project))
    save_result(result, result_paths(project))
    save_result(result, result_paths(project))
    kept = json.loads(Objects(project).read(project / "offsets.json"))["galleries"]
    assert {name: one["offset_s"] for name, one in kept.items()} == {
        one.gallery: one.offset_s for one in result.offsets.placements
    }
    text = Objects(project).read(project / "timeline.csv").decode()
    assert f"{event}/ann/IMG_0000.jpg" in text


def test_photos_without_a_time_are_told_by_urls(event: str, base: str, folder: Path) -> None:
    copied = folder / "ann" / "IMG_0000.jpg"
    with Image.open(copied) as image:
        (folder / "chat").mkdir()
        image.save(folder / "chat" / "forwarded.jpg", quality=80)
    upload(folder, event)
    project = place_of(f"{base}/project")
    result = run_sync(event, str(project))
    (guess,) = result.guesses
    assert guess.photo.path == place_of(event) / "chat" / "forwarded.jpg"
    assert guess.like == place_of(event) / "ann" / "IMG_0000.jpg"
    Project.at(event, project=project).sync(OPTIONS)
    latest = Project.at(event, project=project).latest()
    assert latest is not None
    assert latest.guesses == result.guesses
    (told,) = json.loads(Objects(project).read(project / "offsets.json"))["timeless"]
    assert told["path"] == f"{event}/chat/forwarded.jpg"
    assert told["like"] == f"{event}/ann/IMG_0000.jpg"
    timeline = Objects(project).read(project / "timeline.csv").decode()
    assert f"copy of {event}/ann/IMG_0000.jpg" in timeline
    near = sync(load_event(folder), OPTIONS)
    assert [one.event_time_s for one in near.guesses] == [guess.event_time_s]


def test_records_that_name_urls_as_paths_are_known(event: str, base: str) -> None:
    """As versions wrote them to whom a URL was a path."""
    project = place_of(f"{base}/project")
    run_sync(event, str(project))
    with ObjectStore(project) as store:
        for name in store.document_names("records"):
            document = store.load_document("records", name)
            assert document is not None
            for one in document["files"]:
                assert one["path"].startswith("memory://")
                one["path"] = one["path"].replace("://", ":/")
            store.save_document("records", name, document)
    meter = Meter()
    load_event(event, project=project, run=Run(LocalEngine(1), meter))
    assert meter.photos("read") == 0


def test_several_urls_are_one_person_each(event: str, base: str, folder: Path) -> None:
    people = [f"{event}/ann", f"{event}/bob"]
    far = load_event(*people, project=f"{base}/project")
    assert [gallery.name for gallery in far.galleries] == ["ann", "bob"]
    assert far.n_photos == load_event(folder / "ann", folder / "bob", project=folder / "p").n_photos


@pytest.mark.parametrize(
    ("sources", "project", "error", "words"),
    [
        (["memory://x/nothing"], "memory://x/p", EventError, "No photos found in memory://x"),
        (["memory://x/e"], "/tmp/project", UsageError, "has to be a URL too"),
        (["/tmp"], "memory://x/p", UsageError, "needs photos at a URL"),
        (["memory://x/a", "memory://x/b"], None, UsageError, "--project"),
        (["memory://x/a", "memory://x/a/b"], "memory://x/p", EventError, "is inside"),
        (["memory://x/e.toml"], "memory://x/p", EventError, "is an event file"),
    ],
)
def test_mistakes_are_told(
    sources: list[str], project: str | None, error: type[Exception], words: str
) -> None:
    fsspec.filesystem("memory").pipe_file("/x/a/b/c.jpg", b"")
    with pytest.raises(error, match=words):
        load_event(*sources, project=project)


def test_a_closer_look_needs_files(event: str, base: str) -> None:
    with pytest.raises(UsageError, match="--verify"):
        run_sync(event, f"{base}/project", SyncOptions(verify=True))


def failing_fetch(monkeypatch: pytest.MonkeyPatch, error: OSError) -> None:
    fetch = Objects.fetch

    def failing(self: Objects, listed: ListedObject, to: Path) -> None:
        if listed.path.parent.name == "bob":
            raise error
        fetch(self, listed, to)

    monkeypatch.setattr(Objects, "fetch", failing)


def test_an_event_much_of_which_is_out_of_reach_is_not_synced(
    event: str, base: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing_fetch(monkeypatch, OSError("503, 8 times"))
    with pytest.raises(EventError, match="12 of 28 files could not be fetched"):
        run_sync(event, f"{base}/project")
    monkeypatch.undo()
    assert run_sync(event, f"{base}/project").n_embedded == 12


def test_a_full_disk_is_no_fault_of_the_photos(
    event: str, base: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing_fetch(monkeypatch, OSError(errno.ENOSPC, "No space left on device"))
    with pytest.raises(StoreError, match="No room for photos"):
        run_sync(event, f"{base}/project")

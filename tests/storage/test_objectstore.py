import logging
from pathlib import Path
from uuid import uuid4

import numpy as np
import pytest

from coincide.errors import StoreError
from coincide.model import Url, place_of
from coincide.storage.objectstore import ObjectStore, open_store
from coincide.storage.store import MAX_HINT_STATES, Store

KEYS = [f"{number:064x}" for number in range(10)]
VECTORS = np.arange(30, dtype=np.float32).reshape(10, 3)


@pytest.fixture
def project() -> Url:
    return place_of(f"memory://{uuid4().hex}/project")


def test_vectors_come_back_in_the_order_asked_for(project: Url) -> None:
    with ObjectStore(project) as store:
        store.save_vectors("f", KEYS[:6], VECTORS[:6])
        store.save_vectors("f", KEYS[6:], VECTORS[6:])
    with ObjectStore(project) as store:
        wanted = [7, 0, 9, 0]
        loaded = store.load_vectors("f", [KEYS[i] for i in wanted])
        assert loaded.tolist() == VECTORS[wanted].tolist()
        assert store.missing("f", [KEYS[0], "other"]) == ["other"]
        assert store.missing("g", KEYS[:1]) == KEYS[:1]


def test_shards_are_the_same_as_in_a_folder(project: Url, tmp_path: Path) -> None:
    with ObjectStore(project) as store, Store(tmp_path) as folder:
        for one in (store, folder):
            one.save_vectors("f", KEYS, VECTORS)
        (path,) = (tmp_path / "vectors" / "f").iterdir()
        there = store.objects.read(project / "vectors" / "f" / path.name)
        assert there == path.read_bytes()


def test_what_others_saved_is_seen_when_asked_for(project: Url) -> None:
    with ObjectStore(project) as store:
        assert store.missing("f", KEYS[:1]) == KEYS[:1]
        with ObjectStore(project) as other:
            other.save_vectors("f", KEYS, VECTORS)
        store.forget()
        assert store.missing("f", KEYS) == []


def test_many_keys_do_not_fit_the_first_bytes(project: Url) -> None:
    keys = [f"{number:064x}" for number in range(2000)]
    with ObjectStore(project) as store:
        store.save_vectors("f", keys, np.ones((2000, 2), np.float32))
    with ObjectStore(project) as store:
        assert store.missing("f", keys) == []


@pytest.mark.parametrize("left", [0, 4, 40, 300])
def test_a_damaged_shard_is_made_again(
    project: Url, left: int, caplog: pytest.LogCaptureFixture
) -> None:
    with ObjectStore(project) as store:
        store.save_vectors("f", KEYS[:3], VECTORS[:3])
        (shard,) = store.objects.list(project / "vectors" / "f")
        store.objects.write(shard.path, store.objects.read(shard.path)[:left])
    with caplog.at_level(logging.WARNING), ObjectStore(project) as store:
        assert store.missing("f", KEYS[:3]) == KEYS[:3]
        assert "Damaged shard" in caplog.text


def test_documents_are_kept_by_name_and_damaged_ones_are_left_out(
    project: Url, caplog: pytest.LogCaptureFixture
) -> None:
    with ObjectStore(project) as store:
        assert store.load_document("records", "a") is None
        store.save_document("records", "a", {"n": 1})
        store.save_document("records", "b", {"n": 2})
        assert store.load_document("records", "a") == {"n": 1}
        store.objects.write(project / "records" / "b.json.gz", b"\x1f\x8bnothing")
        assert list(store.load_documents("records")) == [{"n": 1}]
        assert store.load_document("records", "b") is None
        assert "Damaged document" in caplog.text


def test_hints_are_kept_undone_and_brought_back(project: Url) -> None:
    with ObjectStore(project) as store:
        assert store.load_hints() is None
        assert not store.undo_hints()
        store.save_hints({"n": 1})
        store.save_hints({"n": 2})
        assert store.load_hints() == {"n": 2}
        assert store.undo_hints()
        assert store.load_hints() == {"n": 1}
        assert store.can_undo_hints() == (True, True)
        assert store.redo_hints()
        assert store.load_hints() == {"n": 2}
        assert store.undo_hints()
        store.save_hints({"n": 3})
        assert not store.redo_hints()
        assert store.undo_hints()
        assert store.undo_hints()
        assert store.load_hints() is None


def test_the_oldest_hints_are_let_go(project: Url) -> None:
    with ObjectStore(project) as store:
        for number in range(MAX_HINT_STATES + 5):
            store.save_hints({"n": number})
        assert len(store.objects.list(project / "hints")) == MAX_HINT_STATES
        n_undone = 0
        while store.undo_hints():
            n_undone += 1
        assert n_undone == MAX_HINT_STATES - 1
        assert store.load_hints() == {"n": 5}


def test_features_of_a_prefix_are_dropped_but_one(project: Url) -> None:
    with ObjectStore(project) as store:
        for feature in ("f-vlad-1", "f-vlad-2", "g"):
            store.save_vectors(feature, KEYS[:1], VECTORS[:1])
        store.drop_features("f-vlad-", keep="f-vlad-2")
        missing = {name: store.missing(name, KEYS[:1]) for name in ("f-vlad-1", "f-vlad-2", "g")}
    assert missing == {"f-vlad-1": KEYS[:1], "f-vlad-2": [], "g": []}


def test_a_folder_of_something_else_is_refused(project: Url) -> None:
    with ObjectStore(project) as store:
        store.objects.write(project / "letter.txt", b"dear")
    with pytest.raises(StoreError, match="is not a project folder"):
        ObjectStore(project)


def test_another_layout_is_refused(project: Url) -> None:
    with ObjectStore(project) as store:
        store.save_hints({})
        store.objects.write(project / "version", b"99\n")
    with pytest.raises(StoreError, match="has layout 99"):
        ObjectStore(project)


def test_reading_makes_no_project_folder(project: Url) -> None:
    with ObjectStore(project) as store:
        assert store.load_hints() is None
        assert store.missing("f", KEYS[:1])
        assert store.objects.list(project) == []


def test_stores_are_opened_where_they_are(project: Url, tmp_path: Path) -> None:
    with open_store(project) as far, open_store(tmp_path) as near:
        assert isinstance(far, ObjectStore)
        assert isinstance(near, Store)

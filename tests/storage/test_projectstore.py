"""Projects on a disk and in object storage: the same answers, and looking changes nothing."""

import hashlib
from pathlib import Path
from uuid import uuid4

import numpy as np
import pytest

from coincide.errors import StoreError
from coincide.model import Place, Url, place_of
from coincide.storage.objects import open_storage
from coincide.storage.objectstore import ObjectStore, open_store
from coincide.storage.store import Store

KEYS = [f"{number:064x}" for number in range(6)]
VECTORS = np.arange(18, dtype=np.float32).reshape(6, 3)


@pytest.fixture(params=["disk", "memory", "file"])
def project(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    if request.param == "disk":
        return tmp_path / "project"
    if request.param == "memory":
        return place_of(f"memory://{uuid4().hex}/project")
    return place_of(f"file://{tmp_path}/project")


def contents(project: Place) -> dict[str, str]:
    """Return a digest of each file of a project, by name."""
    storage = open_storage(project)
    return {
        str(one.path): hashlib.sha256(storage.read(one.path)).hexdigest()
        for one in storage.list(project)
    }


def fill(project: Place) -> None:
    with open_store(project) as store:
        store.save_vectors("f", KEYS[:4], VECTORS[:4])
        store.save_document("solved", "b", {"n": 2})
        store.save_document("solved", "a", {"n": 1.5, "what": ["ü", None]})
        store.save_hints({"n": 1})
        store.save_hints({"n": 2})
        store.undo_hints()


def test_stores_are_opened_where_they_are(project: Place) -> None:
    with open_store(project) as store:
        assert isinstance(store, ObjectStore if isinstance(project, Url) else Store)
        assert not store.readonly


def test_documents_are_kept_by_kind_and_name(project: Place) -> None:
    fill(project)
    with open_store(project) as store:
        assert store.document_names("solved") == ["a", "b"]
        assert store.document_names("linked") == []
        assert store.load_document("solved", "a") == {"n": 1.5, "what": ["ü", None]}
        assert store.load_document("linked", "a") is None
        assert [one["n"] for one in store.load_documents("solved")] == [1.5, 2]
        store.save_document("solved", "b", {"n": 3})
        assert store.load_document("solved", "b") == {"n": 3}
        store.delete_document("solved", "a")
        store.delete_document("solved", "a")
        assert store.document_names("solved") == ["b"]


def test_a_document_is_the_same_bytes_wherever_it_lies(project: Place, tmp_path: Path) -> None:
    fill(project)
    fill(tmp_path / "other")
    path = project / "solved" / "a.json.gz"
    written = (tmp_path / "other" / "solved" / "a.json.gz").read_bytes()
    assert open_storage(path).read(path) == written


def test_a_damaged_document_is_none(project: Place, caplog: pytest.LogCaptureFixture) -> None:
    fill(project)
    path = project / "solved" / "a.json.gz"
    storage = open_storage(path)
    storage.write(path, storage.read(path)[:-9])
    with open_store(project) as store:
        assert store.load_document("solved", "a") is None
        assert [one["n"] for one in store.load_documents("solved")] == [2]
    assert "Damaged document" in caplog.text


def test_a_shard_that_lost_its_end_is_made_again(
    project: Place, caplog: pytest.LogCaptureFixture
) -> None:
    """Also where all of its keys are there still."""
    fill(project)
    storage = open_storage(project)
    (shard,) = storage.list(project / "vectors" / "f")
    storage.write(shard.path, storage.read(shard.path)[:-1])
    with open_store(project) as store:
        assert store.missing("f", KEYS[:4]) == KEYS[:4]
        assert "Damaged shard" in caplog.text
        store.save_vectors("f", KEYS[:4], VECTORS[:4])
        store.forget()
        assert store.missing("f", KEYS[:4]) == []
        np.testing.assert_array_equal(store.load_vectors("f", KEYS[:4]), VECTORS[:4])


def test_looking_changes_nothing(project: Place) -> None:
    fill(project)
    before = contents(project)
    assert before
    with open_store(project, readonly=True) as store:
        assert store.load_hints() == {"n": 1}
        assert store.can_undo_hints() == (True, True)
        assert store.load_plan_paths() == []
        assert store.missing("f", KEYS) == KEYS[4:]
        np.testing.assert_array_equal(store.load_vectors("f", KEYS[:4]), VECTORS[:4])
        assert store.load_document("solved", "b") == {"n": 2}
        assert store.document_names("solved") == ["a", "b"]
        assert contents(project) == before
    assert contents(project) == before


def test_a_project_that_is_not_there_is_empty_and_is_not_made(project: Place) -> None:
    with open_store(project, readonly=True) as store:
        assert store.load_hints() is None
        assert store.can_undo_hints() == (False, False)
        assert store.load_plan_paths() == []
        assert store.missing("f", KEYS[:1]) == KEYS[:1]
        assert store.load_document("solved", "a") is None
        assert store.document_names("solved") == []
        assert list(store.load_documents("solved")) == []
    assert not open_storage(project).exists(project)


def test_who_only_looks_may_not_write(project: Place) -> None:
    fill(project)
    before = contents(project)
    with open_store(project, readonly=True) as store:
        for change in (
            lambda: store.save_vectors("f", KEYS[4:], VECTORS[4:]),
            lambda: store.drop_features("f", keep="g"),
            lambda: store.save_document("solved", "c", {}),
            lambda: store.delete_document("solved", "a"),
            lambda: store.save_hints({}),
            store.undo_hints,
            store.redo_hints,
        ):
            with pytest.raises(StoreError, match="open for reading only"):
                change()
    assert contents(project) == before


def test_out_of_date_features_leave_nothing_behind(project: Place) -> None:
    with open_store(project) as store:
        for feature in ("f-vlad-1", "f-vlad-2"):
            store.save_vectors(feature, KEYS[:1], VECTORS[:1])
        store.drop_features("f-vlad-", keep="f-vlad-2")
        assert store.missing("f-vlad-1", KEYS[:1]) == KEYS[:1]
        assert store.missing("f-vlad-2", KEYS[:1]) == []
    assert not open_storage(project).exists(project / "vectors" / "f-vlad-1")


def test_a_folder_of_something_else_is_not_even_looked_at(project: Place) -> None:
    open_storage(project).write(project / "letter.txt", b"dear")
    with pytest.raises(StoreError, match="is not a project folder"):
        open_store(project, readonly=True)

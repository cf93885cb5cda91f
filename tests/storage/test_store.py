import multiprocessing
import os
import signal
import time
from pathlib import Path

import numpy as np
import pytest

from coincide.errors import StoreError
from coincide.storage.store import Store

KEYS = [f"{number:064x}" for number in range(10)]


def vectors(n: int = 10, dim: int = 3) -> np.ndarray:
    return np.arange(n * dim, dtype=np.float32).reshape(n, dim)


def test_vectors_come_back_in_the_order_asked_for(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.save_vectors("f", KEYS[:6], vectors()[:6])
        store.save_vectors("f", KEYS[6:], vectors()[6:])
    with Store(tmp_path) as store:
        wanted = [7, 0, 9, 0]
        loaded = store.load_vectors("f", [KEYS[i] for i in wanted])
    assert loaded.tolist() == vectors()[wanted].tolist()


def test_maps_keep_their_shape(tmp_path: Path) -> None:
    maps = np.random.default_rng(0).normal(size=(4, 6, 3)).astype(np.float32)
    with Store(tmp_path) as store:
        store.save_vectors("maps", KEYS[:4], maps)
        np.testing.assert_allclose(store.load_vectors("maps", KEYS[:4]), maps, rtol=1e-3, atol=1e-3)


def test_values_too_large_for_half_precision_survive(tmp_path: Path) -> None:
    large = np.array([[1e6, -3e7]], np.float32)
    with Store(tmp_path) as store:
        store.save_vectors("f", KEYS[:1], large)
        assert store.load_vectors("f", KEYS[:1]).tolist() == large.tolist()


def test_only_missing_keys_are_named_once_each(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.save_vectors("f", KEYS[:3], vectors(3))
        assert store.missing("f", [KEYS[0], KEYS[5], KEYS[5], KEYS[4]]) == [KEYS[5], KEYS[4]]
        assert store.missing("g", KEYS[:1]) == KEYS[:1]


def test_a_damaged_shard_is_made_again(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with Store(tmp_path) as store:
        store.save_vectors("f", KEYS[:3], vectors(3))
    (shard,) = (tmp_path / "vectors" / "f").glob("*.safetensors")
    shard.write_bytes(shard.read_bytes()[:40])
    with Store(tmp_path) as store:
        assert store.missing("f", KEYS[:3]) == KEYS[:3]
        assert "Damaged shard" in caplog.text
        store.save_vectors("f", KEYS[:3], vectors(3))
        assert store.load_vectors("f", KEYS[:3]).tolist() == vectors(3).tolist()


def test_a_shard_that_was_being_written_does_not_count(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.save_vectors("f", KEYS[:3], vectors(3))
    (shard,) = (tmp_path / "vectors" / "f").glob("*.safetensors")
    shard.rename(shard.with_suffix(".part"))
    with Store(tmp_path) as store:
        assert store.missing("f", KEYS[:3]) == KEYS[:3]


def test_out_of_date_features_are_dropped(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        for feature in ("a-vlad-1", "a-vlad-2", "b-vlad-1"):
            store.save_vectors(feature, KEYS[:1], vectors(1))
        store.drop_features("a-vlad-", keep="a-vlad-2")
        assert store.missing("a-vlad-1", KEYS[:1])
        assert not store.missing("a-vlad-2", KEYS[:1])
        assert not store.missing("b-vlad-1", KEYS[:1])


def test_records_are_forgotten_when_the_file_changes(tmp_path: Path) -> None:
    odd = Path(os.fsdecode(b"/photos/\xff\n.jpg"))
    with Store(tmp_path) as store:
        store.save_record(odd, 10, 99, {"key": "ab"})
    with Store(tmp_path) as store:
        assert store.load_record(odd, 10, 99) == {"key": "ab"}
        assert store.load_record(odd, 11, 99) is None
        assert store.load_record(odd, 10, 98) is None


def test_another_layout_is_refused_with_the_remedy(tmp_path: Path) -> None:
    Store(tmp_path).close()
    (tmp_path / "version").write_text("99\n")
    with pytest.raises(StoreError, match="layout 99"):
        Store(tmp_path)


def test_two_processes_may_use_one_store(tmp_path: Path) -> None:
    with Store(tmp_path) as one, Store(tmp_path) as other:
        one.save_record(Path("a.jpg"), 1, 1, {"key": "a"})
        other.save_record(Path("b.jpg"), 1, 1, {"key": "b"})
        assert one.load_record(Path("b.jpg"), 1, 1) == {"key": "b"}


def test_a_folder_that_cannot_be_used_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreError, match="--project"):
        Store(tmp_path / "file" / "project")


def _save_for_ever(folder: Path) -> None:
    rng = np.random.default_rng(os.getpid())
    with Store(folder) as store:
        while True:
            keys = [rng.bytes(32).hex() for _ in range(50)]
            store.save_vectors("f", keys, rng.normal(size=(50, 2000)).astype(np.float32))


def test_whatever_is_there_after_a_kill_can_be_read(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    writer = context.Process(target=_save_for_ever, args=(tmp_path,))
    writer.start()
    shards = tmp_path / "vectors" / "f"
    deadline = time.monotonic() + 30
    while len(list(shards.glob("*.safetensors"))) < 5 and time.monotonic() < deadline:
        time.sleep(0.01)
    assert writer.pid is not None
    os.kill(writer.pid, signal.SIGKILL)
    writer.join()
    with Store(tmp_path) as store:
        keys = [key for path in shards.glob("*.safetensors") for key in _keys(path)]
        assert len(keys) >= 250
        assert np.all(np.isfinite(store.load_vectors("f", keys)))


def _keys(path: Path) -> list[str]:
    import json

    from safetensors import safe_open

    with safe_open(path, framework="numpy") as shard:
        keys: list[str] = json.loads(shard.metadata()["keys"])
        return keys

"""Small files of a project that unpack, or compute, without end."""

import gzip
import sqlite3
import time
import tracemalloc
import zlib
from contextlib import closing
from pathlib import Path

import pytest

from coincide.app.review.pictures import TILE_PX, Pictures
from coincide.errors import StoreError
from coincide.project.solutions.solutions import load_solution
from coincide.storage import databases
from coincide.storage.projectstore import unpack
from coincide.storage.store import MOST_PLANS, Store

MOST_BYTES = 250_000_000
ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT"


def bomb(repeated: bytes, n_bytes: int) -> bytes:
    """Return a packed document that holds the same bytes over and over."""
    packing = zlib.compressobj(1, wbits=16 + zlib.MAX_WBITS)
    start, end = (b'"', b'"') if repeated == b" " else (b"[", repeated[:2] + b"]")
    chunk = repeated * ((1 << 20) // len(repeated))
    parts = [packing.compress(b'{"schema": "coincide.solution/2", "a": ' + start)]
    parts += [packing.compress(chunk) for _ in range(n_bytes // len(chunk))]
    return b"".join((*parts, packing.compress(end + b"}"), packing.flush()))


@pytest.mark.parametrize(
    ("repeated", "n_bytes"), [(b" ", 400 << 20), (b"[],", 30 << 20), (b"{},", 30 << 20)]
)
def test_f21_a_packed_solution_is_unpacked_so_far_and_no_farther(
    tmp_path: Path, repeated: bytes, n_bytes: int
) -> None:
    (tmp_path / "solutions").mkdir()
    (tmp_path / "solutions" / "abc.json.gz").write_bytes(bomb(repeated, n_bytes))
    tracemalloc.start()
    try:
        with pytest.raises(StoreError, match="unpacks to far more"):
            load_solution(tmp_path, "abc", [])
        assert tracemalloc.get_traced_memory()[1] < MOST_BYTES
    finally:
        tracemalloc.stop()


def test_f21_so_is_a_packed_document(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.save_document("kind", "one", {"a": 1})
        (tmp_path / "kind" / "two.json.gz").write_bytes(bomb(b" ", 200 << 20))
        assert store.load_document("kind", "one") == {"a": 1}
        with pytest.raises(StoreError, match="unpacks to far more"):
            store.load_document("kind", "two")
        with pytest.raises(StoreError, match="unpacks to far more"):
            list(store.load_documents("kind"))


@pytest.mark.parametrize(
    "data",
    [
        gzip.compress(b'{"a": ' + b"[" * 200_000 + b"]" * 200_000 + b"}"),
        gzip.compress(b'{"a": 1}') + gzip.compress(b" "),
        gzip.compress(b'{"a": 1}')[:-3],
        gzip.compress(b"[1]"),
        b"no gzip",
    ],
    ids=["deep", "two in one", "cut off", "a list", "no gzip"],
)
def test_f21_a_damaged_document_is_none(data: bytes) -> None:
    assert unpack(data, "it") is None


@pytest.mark.parametrize("key", ["../../elsewhere", "a/b", "", "x" * 200])
def test_f21_a_solution_is_named_by_its_key_alone(tmp_path: Path, key: str) -> None:
    (tmp_path / "solutions").mkdir()
    assert load_solution(tmp_path, key, []) is None


def test_f21_a_solution_of_another_shape_is_none(tmp_path: Path) -> None:
    (tmp_path / "solutions").mkdir()
    for number, text in enumerate(('{"schema": "coincide.solution/2"}', '{"roots": 7}')):
        (tmp_path / "solutions" / f"k{number}.json.gz").write_bytes(gzip.compress(text.encode()))
        assert load_solution(tmp_path, f"k{number}", [tmp_path]) is None


@pytest.mark.parametrize("readonly", [False, True])
@pytest.mark.parametrize(
    "statements",
    [
        ["DROP TABLE plans", f"CREATE VIEW plans AS {ENDLESS} x AS path FROM n"],
        [
            "DROP TABLE hints",
            f"CREATE VIEW hints AS {ENDLESS} x AS number, x AS document FROM n",
        ],
        ["CREATE TRIGGER more AFTER INSERT ON hints BEGIN DELETE FROM plans; END"],
        ["DROP TABLE plans", "CREATE TABLE plans (path BLOB AS (zeroblob(1000000000)), x)"],
        ["CREATE INDEX slow ON files (record)"],
    ],
)
def test_f21_a_database_that_holds_more_than_our_tables_is_refused(
    tmp_path: Path, statements: list[str], *, readonly: bool
) -> None:
    with Store(tmp_path) as store:
        store.save_hints({"n": 1})
    with closing(sqlite3.connect(tmp_path / "state.sqlite")) as database:
        for statement in statements:
            database.execute(statement)
        database.commit()
    before = (tmp_path / "state.sqlite").read_bytes()
    start_s = time.monotonic()
    with pytest.raises(StoreError, match="which Coincide did not make"):
        Store(tmp_path, readonly=readonly)
    assert time.monotonic() - start_s < 20
    assert (tmp_path / "state.sqlite").read_bytes() == before


def test_f21_a_statement_without_end_is_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(databases, "STATEMENT_S", 0.5)
    with closing(databases.connect(":memory:")) as database:
        start_s = time.monotonic()
        with pytest.raises(sqlite3.OperationalError, match="interrupted"):
            database.execute(f"{ENDLESS} max(x) FROM n").fetchall()
        assert time.monotonic() - start_s < 30


def test_f21_a_value_of_any_size_is_refused_in_words(tmp_path: Path) -> None:
    with Store(tmp_path):
        pass
    with closing(sqlite3.connect(tmp_path / "state.sqlite")) as database:
        database.execute("INSERT INTO hints (document) VALUES (zeroblob(200000000))")
        database.commit()
    with Store(tmp_path, readonly=True) as store, pytest.raises(StoreError, match="too big"):
        store.load_hints()


def test_f21_plans_without_number_are_refused_in_words(tmp_path: Path) -> None:
    with Store(tmp_path):
        pass
    with closing(sqlite3.connect(tmp_path / "state.sqlite")) as database:
        rows = [(str(number).encode(),) for number in range(MOST_PLANS + 1)]
        database.executemany("INSERT INTO plans VALUES (?)", rows)
        database.commit()
    with Store(tmp_path, readonly=True) as store, pytest.raises(StoreError, match="plans"):
        store.load_plan_paths()


@pytest.mark.parametrize("text", ["[1", "7", "[" * 100_000, None])
def test_f21_what_is_no_document_is_told_or_read_again(tmp_path: Path, text: str | None) -> None:
    with Store(tmp_path):
        pass
    with closing(sqlite3.connect(tmp_path / "state.sqlite")) as database:
        database.execute("INSERT INTO hints (document) VALUES (?)", (text,))
        database.execute("INSERT INTO files VALUES (?, 1, 1, ?)", (b"a.jpg", text))
        database.commit()
    with Store(tmp_path) as store:
        assert store.load_record(Path("a.jpg"), 1, 1) is None
        with pytest.raises(StoreError, match="damaged"):
            store.load_hints()


def test_f21_a_shard_of_any_shape_is_left_out(tmp_path: Path) -> None:
    shards = [
        (1 << 40).to_bytes(8, "little"),
        _shard(
            '{"vectors": {"data_offsets": [0, 0], "shape": [9]}, "__metadata__": {"keys": "[]"}}'
        ),
        _shard(
            '{"vectors": {"data_offsets": [0, 0], "shape": [1]}, "__metadata__": {"keys": "[[]]"}}'
        ),
        _shard('{"vectors": ' + "[" * 100_000),
    ]
    (tmp_path / "vectors" / "pooled").mkdir(parents=True)
    for number, data in enumerate(shards):
        (tmp_path / "vectors" / "pooled" / f"{number}.safetensors").write_bytes(data)
    (tmp_path / "version").write_text("1\n")
    with Store(tmp_path) as store:
        assert store.missing("pooled", ["a"]) == ["a"]
        assert store.kept_keys("pooled") == []


def _shard(header: str) -> bytes:
    return len(header).to_bytes(8, "little") + header.encode()


def test_f21_a_kept_square_that_is_none_is_not_decoded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from PIL import EpsImagePlugin

    from coincide.model import Device, Photo
    from tests.photo_files import write_photo

    photo = write_photo(tmp_path / "a.jpg")
    started: list[object] = []
    monkeypatch.setattr(EpsImagePlugin, "Ghostscript", lambda *args, **_: started.append(args))
    eps = b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 64 64\n%%EndComments\n"
    pictures = Pictures(tmp_path)
    with closing(sqlite3.connect(tmp_path / "pictures.sqlite")) as database:
        database.execute("INSERT INTO tiles VALUES (?, ?)", ("k", eps))
        database.commit()
    shown = Photo(photo, "k", 0.0, 0.0, Device(None, None, None, None))
    try:
        assert len(pictures.sheet([shown], TILE_PX)) > 100
    finally:
        pictures.close()
    assert started == []
    with closing(sqlite3.connect(tmp_path / "pictures.sqlite")) as database:
        ((kept,),) = database.execute("SELECT jpeg FROM tiles").fetchall()
    assert kept.startswith(b"\xff\xd8")  # it was made again

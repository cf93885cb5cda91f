"""Documents say what they are, and become text as ``json`` writes it."""

import json
from pathlib import Path, PurePosixPath

import msgspec
import numpy as np
import pytest

from coincide.storage.documents import Closed, Count, Sha256, Share, name_in, to_text


class Note(Closed, frozen=True, tag_field="schema", tag="coincide.note/1"):
    where: PurePosixPath
    seconds: float
    words: tuple[str, ...] = ()


class Kinds(Closed, frozen=True):
    count: Count = 0
    share: Share = 0.0
    digest: Sha256 = "0" * 64


def test_a_document_is_written_as_json_writes_it() -> None:
    note = Note(PurePosixPath("a/b"), float(np.float64(1e-7)), ("é", "\udcff"))
    plain = {"schema": "coincide.note/1", "where": "a/b", "seconds": 1e-7, "words": ["é", "\udcff"]}
    assert to_text(note, indent=1) == json.dumps(plain, indent=1, ensure_ascii=False) + "\n"


def test_numbers_of_numpy_are_numbers_and_what_is_no_value_is_no_text() -> None:
    assert (
        json.loads(to_text(Note(PurePosixPath("a"), np.float64(0.5)), indent=1))["seconds"] == 0.5
    )
    with pytest.raises(NotImplementedError, match="int64"):
        to_text(Note(PurePosixPath("a"), np.int64(1)), indent=1)
    with pytest.raises(NotImplementedError, match="object"):
        to_text(Note(PurePosixPath("a"), 1.0, (object(),)), indent=1)  # type: ignore[arg-type]


@pytest.mark.parametrize("data", [b"[]", b"{}", b'{"schema": 1}', b'"coincide.note/1"'])
def test_what_has_no_name_has_none(data: bytes) -> None:
    assert name_in(data) == ""


@pytest.mark.parametrize("data", [b"", b"{", b"schema", b'{"schema": "a"} more'])
def test_what_is_no_json_has_no_name_at_all(data: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        name_in(data)


@pytest.mark.parametrize(
    "wrong",
    [
        *({"count": -1}, {"count": 1.0}, {"count": True}, {"share": 1.1}, {"share": "1"}),
        *({"digest": "0" * 63}, {"digest": "0" * 64 + "\n"}, {"digest": "G" * 64}, {"other": 1}),
    ],
)
def test_values_of_another_kind_are_refused(wrong: dict[str, object]) -> None:
    assert msgspec.convert({"count": 3, "share": 1, "digest": "a" * 64}, Kinds)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(wrong, Kinds)


def test_folders_are_texts(tmp_path: Path) -> None:
    class Folder(Closed, frozen=True):
        path: Path

    assert json.loads(to_text(Folder(tmp_path), indent=2)) == {"path": str(tmp_path)}

"""The journal: what it says survives, and what is torn or forged is not believed."""

import json
import math
import zlib
from pathlib import Path

import pytest

from coincide.errors import PlanError
from coincide.writing.apply import disk
from coincide.writing.apply.journal import Journal, Record, open_journal
from coincide.writing.apply.state import FileState
from coincide.writing.apply.step import Step

ROOT = Path("/event")
AFTER = FileState(3, 10**18, "ab" * 32)


def opened(folder: Path, *, plan: str = "1" * 64, write: bool = True) -> Journal:
    path = folder / "plan.json.journal"
    return open_journal(path, plan_sha256=plan, plan_id="p123", roots=[ROOT], write=write)


def steps(n: int) -> list[Step]:
    names = ["-a", "new\nline", "ü", "lone \udcff byte"]
    return [Step(number, ROOT, ROOT / names[number % 4], None) for number in range(n)]


def fill(folder: Path) -> bytes:
    with opened(folder) as journal:
        journal.remember_folders([(ROOT, 5), (ROOT / "new", None)])
        journal.intend(steps(4))
        journal.ready([(step, AFTER) for step in steps(3)])
        journal.done(steps(2))
        journal.undone(steps(1))
    return journal.path.read_bytes()


def test_what_was_said_is_read_back(tmp_path: Path) -> None:
    fill(tmp_path)
    with opened(tmp_path) as journal:
        assert journal.records == {
            0: Record("undone"),
            1: Record("done", AFTER),
            2: Record("ready", AFTER),
            3: Record("intent"),
        }
        assert journal.folders == {ROOT: 5, ROOT / "new": None}
        assert journal.plan == tmp_path / "plan.json"
        journal.closed()
    with opened(tmp_path) as journal:
        assert (journal.records, journal.folders) == ({}, {})


def test_every_line_is_json_with_a_checksum(tmp_path: Path) -> None:
    lines = [json.loads(line) for line in fill(tmp_path).splitlines()]
    assert [next(iter(entry)) for _checksum, entry in lines] == [
        *("header", "folders", "intent", "ready", "done", "undone"),
    ]
    assert lines[0][1]["header"]["schema"] == "coincide.journal/1"


def test_cut_anywhere_it_holds_what_was_whole_and_can_be_continued(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(disk, "flush", lambda _descriptor: None)  # a thousand times, for nothing
    data = fill(tmp_path)
    path = tmp_path / "plan.json.journal"
    for length in range(len(data) + 1):
        path.write_bytes(data[:length])
        with opened(tmp_path) as journal:
            n_lines = data[:length].count(b"\n")
            assert len(journal.records) == (4 if n_lines >= 3 else 0)
            journal.intend(steps(1))
        with opened(tmp_path) as journal:
            assert journal.records[0] == Record("intent")


def test_a_last_line_of_zeros_is_torn_too(tmp_path: Path) -> None:
    data = fill(tmp_path)
    path = tmp_path / "plan.json.journal"
    path.write_bytes(data[: data.rindex(b"\n", 0, -1) + 1] + b"\0" * 40 + b"\n")
    with opened(tmp_path) as journal:
        assert journal.records[0] == Record("done", AFTER)


def test_any_other_damage_is_refused(tmp_path: Path) -> None:
    data = fill(tmp_path)
    lines = data.splitlines(keepends=True)
    path = tmp_path / "plan.json.journal"
    dropped = b"".join(lines[:2] + lines[3:])
    swapped = b"".join([*lines[:3], lines[4], lines[3], lines[5]])
    flipped = data.replace(b"ready", b"reads")
    for damaged in (dropped, swapped, flipped, b"\0" * 10 + b"\n" + data, b"garbage\n" * 2):
        path.write_bytes(damaged)
        with pytest.raises(PlanError, match="damaged"):
            opened(tmp_path)
        assert path.read_bytes() == damaged


@pytest.mark.parametrize(
    "entry",
    [
        *({"done": [7]}, {"ready": [[1, 2]]}, {"intent": 5}, {"folders": [["a", "b"]]}),
        *({"done": [math.inf]}, {"done": [-1]}, {"done": [0.0]}, {"done": ["0"]}, {"done": None}),
        *({"closed": False}, {"closed": 1}, {"soon": [0]}, {"done": [], "undone": []}, {}),
        {"ready": [[0, 1, 2, "no sha256"]]},
    ],
    ids=str,
)
def test_sound_lines_that_make_no_sense_are_refused(tmp_path: Path, entry: object) -> None:
    with opened(tmp_path) as journal:
        journal.intend(steps(1))
    data = journal.path.read_bytes()
    body = json.dumps(entry, separators=(",", ":")).encode()
    before = int(data.splitlines()[-1][2:10], 16)
    journal.path.write_bytes(data + b'["%08x",%b]\n' % (zlib.crc32(body, before), body))
    with pytest.raises(PlanError, match="damaged"):
        opened(tmp_path)


def test_it_belongs_to_one_plan(tmp_path: Path) -> None:
    fill(tmp_path)
    with pytest.raises(PlanError, match="another plan"):
        opened(tmp_path, plan="2" * 64)


def test_another_version_is_not_guessed_at(tmp_path: Path) -> None:
    path = tmp_path / "plan.json.journal"
    body = b'{"header":{"schema":"coincide.journal/9"}}'
    path.write_bytes(b'["%08x",%b]\n' % (zlib.crc32(body), body))
    with pytest.raises(PlanError, match="another version"):
        opened(tmp_path)


def test_reading_only_changes_nothing_and_needs_no_file(tmp_path: Path) -> None:
    with opened(tmp_path, write=False) as journal:
        assert journal.records == {}
    assert not journal.path.exists()
    data = fill(tmp_path) + b'["torn'
    journal.path.write_bytes(data)
    with opened(tmp_path, write=False) as journal:
        assert len(journal.records) == 4
        with pytest.raises(ValueError, match="not open for writing"):
            journal.done(steps(1))
    assert journal.path.read_bytes() == data


@pytest.mark.parametrize("plan_id", ["", "../x", "a/b", "a" * 40, "a.b.c"])
def test_a_plan_id_is_no_path(tmp_path: Path, plan_id: str) -> None:
    with pytest.raises(PlanError, match="valid plan id"):
        open_journal(tmp_path / "j", plan_sha256="1", plan_id=plan_id, roots=[ROOT])

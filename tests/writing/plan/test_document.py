"""A plan is read back as it was written, and anything else is refused, whoever wrote it."""

import json
import os
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coincide.errors import PlanError
from coincide.writing.plan import (
    FileChange,
    GalleryPlan,
    LeftAlone,
    Plan,
    TagChange,
    parse_plan,
    plan_json,
)
from coincide.writing.plan.document import read_plan
from coincide.writing.plan.model import Fingerprint, Moment, Place
from coincide.writing.plan.vocabulary import is_planned_tag

STATE = Fingerprint(1234, 5, "ab" * 32)
PLAN = Plan(
    event="wedding",
    to="sidecar",
    program="digikam",
    roots=(Path("/photos/wedding"),),
    project=Path("/photos/wedding/.coincide"),
    anchor="Ben",
    event_time="true",
    galleries=(GalleryPlan("Anna", "moved", -3600.0, "why", ("Canon", "EOS", "1")),),
    files=(
        FileChange(
            Place(0, PurePosixPath("Anna/IMG 1.jpg")),
            STATE,
            Place(0, PurePosixPath("Anna/IMG 1.jpg.xmp")),
            None,
            (TagChange("XMP-exif:DateTimeOriginal", None, "2024-05-04T14:00:00+02:00"),),
            Moment(10.0, 3600, -3590.0, -3600.0),
            "Anna",
            "an hour",
        ),
    ),
    left=(LeftAlone("/photos/wedding/x.avi", "AVI"),),
    notes=("a note",),
)


def document(**changes: Any) -> bytes:
    """Return the plan's document with keys replaced, a path into it joined by dots."""
    data = json.loads(plan_json(PLAN))
    for path, value in changes.items():
        *parents, last = path.split("__")
        target = data
        for part in parents:
            target = target[int(part) if part.isdigit() else part]
        target[last] = value
    return json.dumps(data).encode()


def test_a_plan_is_read_back_as_it_was() -> None:
    assert parse_plan(plan_json(PLAN).encode()) == PLAN
    assert parse_plan(document()) == PLAN


@pytest.mark.parametrize(
    "path",
    [
        *("/etc/passwd", "../x", "a/../../x", "a//b", "./a", "a/.", "", "C:/x", "a\\..\\x"),
        *("a\0b", "\ud800.jpg", "a/..", "..", "x" * 5000),
    ],
)
def test_no_path_leads_out_of_the_event(path: str) -> None:
    for key in ("photo", "writes"):
        with pytest.raises(PlanError):
            parse_plan(document(**{f"files__0__{key}": {"root": 0, "path": path}}))


@pytest.mark.parametrize("path", ["-o.jpg", "a b/'\"$(x).jpg", "été/写真.jpg", "...", "a/-rf"])
def test_odd_names_are_names(path: str) -> None:
    plan = parse_plan(
        document(
            files__0__photo={"root": 0, "path": path},
            files__0__writes={"root": 0, "path": f"{path}.xmp"},
        )
    )
    assert plan.where(plan.files[0].photo) == Path("/photos/wedding") / path
    assert plan.where(plan.files[0].writes) == Path(f"/photos/wedding/{path}.xmp")


@pytest.mark.parametrize(
    "tag", ["EXIF:ModifyDate", "GPS:GPSTimeStamp", "All", "-o", "FileName", "Directory"]
)
def test_only_times_of_capture_can_be_planned(tag: str) -> None:
    assert not is_planned_tag(tag)
    with pytest.raises(PlanError, match="not a tag that a plan may change"):
        parse_plan(document(files__0__changes=[{"tag": tag, "old": None, "new": "x"}]))


@pytest.mark.parametrize("value", ["now", "2024:05:04\n-FileName=x", "<%f", "2024-05-04", ""])
def test_only_times_can_be_values(value: str) -> None:
    change = {"tag": "EXIF:CreateDate", "old": None, "new": value}
    with pytest.raises(PlanError, match="not a value for"):
        parse_plan(document(files__0__changes=[change]))


def test_what_a_new_sidecar_repeats_is_read_back_and_an_old_one_repeats_nothing() -> None:
    carries = ["Xmp.xmp.Rating"]
    plan = parse_plan(document(files__0__carries=carries))
    assert plan.files[0].carries == ("Xmp.xmp.Rating",)
    was = {"size": 1, "mtime_ns": 2, "sha256": "ab" * 32}
    with pytest.raises(PlanError, match="cannot copy metadata"):
        parse_plan(document(files__0__carries=carries, files__0__was=was))


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("schema", "coincide.plan/2"),
        ("to", "script"),
        ("for", "photoshop"),
        ("roots", ["relative"]),
        ("roots", ["/a/../b"]),
        ("roots", []),
        ("files", {}),
        ("event_time", "noon"),
        ("galleries", [1]),
        ("files__0__state", {"size": 1, "mtime_ns": 2, "sha256": "x"}),
        ("files__0__moment", {"recorded_s": 1, "zone_s": 0, "corrected_s": True, "shift_s": 0}),
        ("files__0__writes", {"root": 1, "path": "a"}),
        ("files__0__writes", {"root": -1, "path": "a"}),
        ("files__0__moment", {"recorded_s": 1, "zone_s": 0, "corrected_s": 10**400, "shift_s": 0}),
        ("event", "half a character: \ud800"),
        ("left_alone", [{"path": "\udcff.jpg", "why": "w"}]),
    ],
)
def test_what_is_no_plan_is_refused(key: str, value: Any) -> None:
    with pytest.raises(PlanError):
        parse_plan(document(**{key: value}))


def test_two_entries_for_one_file_are_refused() -> None:
    entry = json.loads(plan_json(PLAN))["files"][0]
    with pytest.raises(PlanError, match="same file"):
        parse_plan(document(files=[entry, entry]))


@settings(max_examples=300)
@given(st.data())
def test_mutated_plans_are_read_or_refused(data: st.DataObject) -> None:
    raw = bytearray(document())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(raw) - 1))
        raw[at : at + data.draw(st.integers(0, 8))] = data.draw(st.binary(max_size=8))
    try:
        plan = parse_plan(bytes(raw))
    except PlanError:
        return
    for change in plan.files:
        for place in (change.photo, change.writes):
            assert ".." not in place.path.parts
            assert not place.path.is_absolute()


def test_deep_nesting_is_refused() -> None:
    with pytest.raises(PlanError):
        parse_plan(b"[" * 100_000 + b"]" * 100_000)


def test_deep_values_are_refused() -> None:
    deep = b"[" * 900 + b"]" * 900
    with pytest.raises(PlanError):
        parse_plan(document().replace(b'"wedding"', deep, 1))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with a name")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "plan.json")
    with pytest.raises(PlanError, match="not a regular file"):
        read_plan(tmp_path / "plan.json")


def test_a_plan_is_read_with_its_very_bytes(tmp_path: Path) -> None:
    path = tmp_path / "plan.json"
    path.write_bytes(document())
    assert read_plan(path) == (PLAN, document())


def test_what_cannot_be_a_plan_is_not_even_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "plan.json"
    with pytest.raises(PlanError, match="Cannot read the plan"):
        read_plan(path)
    path.write_bytes(document())
    monkeypatch.setattr("coincide.writing.plan.document.MAX_BYTES", len(document()) - 1)
    with pytest.raises(PlanError, match="too large for a plan"):
        read_plan(path)


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity"])
def test_a_time_that_is_no_number_is_refused(number: str) -> None:
    text = document().decode().replace("-3590.0", number)
    assert number in text
    with pytest.raises(PlanError):
        parse_plan(text.encode())

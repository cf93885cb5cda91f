import csv
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest

from coincide.model import (
    Basis,
    Contradiction,
    Device,
    Estimate,
    Event,
    Explanation,
    Finding,
    FindingKind,
    Gallery,
    Guess,
    Jump,
    Offsets,
    Photo,
    Placement,
    Question,
    SkippedPhoto,
    Timeless,
)
from coincide.timeline import build_timeline, in_order, offsets_csv, offsets_json, timeline_csv
from coincide.timeline.table import OFFSETS_HEADER, TIMELINE_HEADER


def photo(name: str, time_s: float) -> Photo:
    return Photo(Path(name), f"{name:0>64}", time_s, time_s, Device("Canon", "Canon EOS 40D"))


FORMATS = Path(__file__).resolve().parents[2] / "docs" / "reference" / "formats" / "index.md"

EVENT = Event(
    "party",
    (
        Gallery("ann", (photo("a1", 100.0), photo("a2", 300.25))),
        Gallery("bob", (photo("b1", 3700.0), photo("b2", 3900.25))),
        Gallery("zoe", (photo("z1", 5.0),), notes=("two bodies may be mixed",)),
    ),
    skipped=(SkippedPhoto(Path("x.mov"), "videos are not read yet"),),
)
OFFSETS = Offsets(
    "ann",
    "paper",
    (
        Placement("ann", Estimate(0.0, 0.0, 0.0)),
        Placement(
            "bob",
            Estimate(-3600.0, -3605.0, -3590.0, 0.995, Basis("evidence", ("look", "rhythm"))),
            9,
            "ann",
            error="time zone: −1 h",
        ),
        Placement("zoe", None, findings=(Finding(FindingKind.NOT_REACHED),)),
    ),
)


WHY = Explanation(
    contradictions=(Contradiction("ann", "bob", 3, 0, 3, 7200.0),),
    questions=(Question("zoe", 4, 1, 0.5, 3.2),),
    n_hints_missing=2,
)


def test_photos_are_in_order_and_unplaced_ones_last() -> None:
    entries = list(build_timeline(EVENT, OFFSETS))
    assert [entry.photo.path.name for entry in entries] == ["a1", "b1", "a2", "b2", "z1"]
    assert [entry.event_time_s for entry in entries] == [100.0, 100.0, 300.25, 300.25, None]


def changed(**clock: object) -> Offsets:
    """Return the offsets with something that bob's clock did after his first photo."""
    bob = replace(OFFSETS.placements[1], **clock)  # type: ignore[arg-type]
    return replace(OFFSETS, placements=(OFFSETS.placements[0], bob, OFFSETS.placements[2]))


def test_clocks_that_change_are_followed_photo_by_photo() -> None:
    jumped = build_timeline(EVENT, changed(jumps=(Jump(1, -150.0),)))
    times_s = {entry.photo.path.name: entry.event_time_s for entry in jumped}
    assert times_s == {"a1": 100.0, "b1": 100.0, "b2": 150.25, "a2": 300.25, "z1": None}
    assert [entry.photo.path.name for entry in jumped] == ["a1", "b1", "b2", "a2", "z1"]
    drifted = build_timeline(EVENT, changed(drift_ppm=10_000.0))
    times_s = {entry.photo.path.name: entry.event_time_s for entry in drifted}
    assert times_s["b1"] == 100.0
    assert times_s["b2"] == pytest.approx(300.25 + 2.0025)


def test_the_json_tells_how_clocks_changed() -> None:
    offsets = changed(jumps=(Jump(1, -150.0),), drift_ppm=12.0)
    galleries = json.loads(offsets_json(EVENT, offsets, photos="d1"))["galleries"]
    assert galleries["bob"]["jumps"] == [{"row": 1, "step_s": -150.0}]
    assert galleries["bob"]["drift_ppm"] == 12.0
    assert galleries["ann"]["jumps"] == []
    assert galleries["ann"]["drift_ppm"] == 0.0
    assert galleries["zoe"]["drift_ppm"] is None


def test_the_json_has_the_documented_shape() -> None:
    document = json.loads(offsets_json(EVENT, OFFSETS, photos="d1"))
    assert document["schema"] == "coincide.offsets/2"
    assert document["anchor"] == "ann"
    assert document["method"] == "paper"
    assert document["photos"] == "d1"
    assert document["galleries"]["bob"] == {
        "offset_s": -3600.0,
        "placed": True,
        "state": "certain",
        "how_sure": "certain",
        "findings": [],
        "reasons": [],
        "interval_s": [-3605.0, -3590.0],
        "probability": 0.995,
        "basis": "look, rhythm",
        "jumps": [],
        "open_spans": [],
        "clock_right": None,
        "harm": 0.005,
        "drift_ppm": 0.0,
        "error": "time zone: −1 h",
        "contradicted": None,
        "n_links": 9,
        "via": "ann",
        "n_photos": 2,
        "device": "Canon EOS 40D",
        "trusted": False,
        "notes": [],
    }
    zoe = document["galleries"]["zoe"]
    assert zoe["offset_s"] is None
    assert zoe["placed"] is False
    assert (zoe["state"], zoe["findings"]) == ("unplaced", ["not-reached"])
    assert zoe["reasons"] == ["no links lead from the anchor to this gallery"]
    assert zoe["probability"] is zoe["basis"] is None
    assert zoe["interval_s"] is None
    assert zoe["notes"] == ["two bodies may be mixed"]
    assert document["skipped"] == [{"path": "x.mov", "reason": "videos are not read yet"}]
    # a person may read it: as lines, and in their own letters
    text = offsets_json(EVENT, OFFSETS, photos="d1")
    assert '\n  "event": "party",\n' in text
    assert "time zone: −1 h" in text


@pytest.mark.parametrize(
    ("findings", "state", "kinds", "reasons"),
    [
        ((), "certain", [], []),
        ((Finding(FindingKind.THIN),), "likely", ["thin"], ["the evidence is thin"]),
        (
            (Finding(FindingKind.THIN), Finding(FindingKind.ASSUMED, text="a phone")),
            "assumed",
            ["thin", "assumed"],
            ["the evidence is thin"],
        ),
        ((Finding(FindingKind.MEASURED),), "certain", ["measured"], []),
    ],
)
def test_both_files_tell_what_was_found_and_leave_the_probability_as_it_is(
    findings: tuple[Finding, ...], state: str, kinds: list[str], reasons: list[str]
) -> None:
    offsets = changed(findings=findings)
    bob = json.loads(offsets_json(EVENT, offsets, photos="d1"))["galleries"]["bob"]
    assert (bob["state"], bob["findings"], bob["reasons"]) == (state, kinds, reasons)
    row = next(row for row in read_rows(offsets_csv(EVENT, offsets)) if row["gallery"] == "bob")
    assert (bob["probability"], row["probability"]) == (0.995, "0.9950")
    assert row["reasons"] == "; ".join(reasons)


def read_rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_every_key_of_the_json_is_documented() -> None:
    page = FORMATS.read_text(encoding="utf-8")
    document = json.loads(offsets_json(EVENT, OFFSETS, photos="d1", why=WHY))
    parts = (document["galleries"]["bob"], document["contradictions"][0], document["questions"][0])
    for key in (*document, *(key for part in parts for key in part)):
        assert f'"{key}"' in page, key


def test_every_column_of_the_tables_is_documented() -> None:
    page = FORMATS.read_text(encoding="utf-8")
    words = " ".join(page.split())
    for header in (OFFSETS_HEADER, TIMELINE_HEADER):
        assert ", ".join(header) in words


def test_what_speaks_against_it_and_what_to_ask_name_files() -> None:
    document = json.loads(offsets_json(EVENT, OFFSETS, photos="d1", why=WHY))
    assert document["contradictions"] == [
        {"galleries": ["ann", "bob"], "n_pairs": 3, "photos": ["a1", "b2"], "apart_s": 7200.0}
    ]
    asked = {"gallery": "zoe", "photos": ["z1", "a2"], "gain": 0.5}
    shown = ["1970-01-01T00:00:05", "1970-01-01T00:05:00"]
    assert document["questions"] == [{**asked, "camera_times": shown, "mends": 3.2}]
    assert document["hints_missing"] == 2
    unknown = json.loads(offsets_json(EVENT, OFFSETS, photos="d1"))
    assert unknown["contradictions"] is unknown["questions"] is unknown["hints_missing"] is None


def test_the_tables_leave_unknown_cells_blank() -> None:
    rows = {row["gallery"]: row for row in read_rows(offsets_csv(EVENT, OFFSETS))}
    assert rows["bob"]["offset"] == "-1 h 00 min 00 s"
    assert rows["bob"]["offset_s"] == "-3600.000"
    assert rows["bob"]["probability"] == "0.9950"
    assert (rows["bob"]["low_s"], rows["bob"]["high_s"]) == ("-3605.000", "-3590.000")
    assert rows["bob"]["error"] == "time zone: −1 h"
    assert rows["ann"]["probability"] == ""
    assert rows["zoe"]["offset_s"] == rows["zoe"]["low_s"] == ""
    assert [rows[name]["placed"] for name in ("ann", "bob", "zoe")] == ["yes", "yes", "no"]
    lines = read_rows(timeline_csv(EVENT, build_timeline(EVENT, OFFSETS)))
    assert lines[2] == {
        "event_time": "1970-01-01 00:05:00.250",
        "camera_time": "1970-01-01 00:05:00.250",
        "gallery": "ann",
        "path": "a2",
        "estimated": "",
        "event_zone": "",
        "camera_zone": "",
    }
    assert lines[-1]["event_time"] == ""


TIMELESS = (
    Timeless(Path("t1"), "k1", "ann", "no capture time"),
    Timeless(Path("t2"), "k2", "bob", "no capture time"),
    Timeless(Path("t3"), "k3", "bob", "no capture time"),
)
GUESSES = (
    Guess(TIMELESS[1], 300.25, "look", Path("b2"), 420.0),
    Guess(TIMELESS[0], 100.0, "copy", Path("a1")),
)
WITH_TIMELESS = replace(EVENT, timeless=TIMELESS)


def test_guesses_stand_where_they_belong_and_say_so() -> None:
    timeline = build_timeline(WITH_TIMELESS, OFFSETS, GUESSES)
    assert [guess.photo.path.name for guess in timeline.guesses] == ["t1", "t2"]
    names = [one.photo.path.name for one in in_order(timeline)]
    assert names == ["a1", "b1", "t1", "a2", "b2", "t2", "z1"]
    rows = {row["path"]: row for row in read_rows(timeline_csv(WITH_TIMELESS, timeline))}
    assert rows["t1"]["estimated"] == "copy of a1"
    assert rows["t2"]["estimated"] == "by its look, ± 7 min"
    assert rows["t2"]["event_time"] == "1970-01-01 00:05:00.250"
    assert rows["t2"]["camera_time"] == rows["t2"]["gallery"] == ""
    assert {row["estimated"] for name, row in rows.items() if name[0] != "t"} == {""}


def test_guesses_of_photos_that_are_gone_or_changed_are_dropped() -> None:
    assert build_timeline(EVENT, OFFSETS, GUESSES).guesses == ()
    changed_file = replace(GUESSES[0], photo=replace(TIMELESS[1], key="other"))
    assert build_timeline(WITH_TIMELESS, OFFSETS, [changed_file]).guesses == ()


def test_the_json_lists_every_photo_without_a_time() -> None:
    document = json.loads(offsets_json(WITH_TIMELESS, OFFSETS, photos="d1", guesses=GUESSES))
    page = FORMATS.read_text(encoding="utf-8")
    assert all(f'"{key}"' in page for key in document["timeless"][0])
    assert [item["estimated"] for item in document["timeless"]] == ["copy", "look", None]
    assert document["timeless"][1] == {
        "path": "t2",
        "key": "k2",
        "owner": "bob",
        "reason": "no capture time",
        "event_time_s": 300.25,
        "estimated": "look",
        "like": "b2",
        "spread_s": 420.0,
        "event_time": "1970-01-01T00:05:00",
    }
    assert document["timeless"][2]["event_time_s"] is None

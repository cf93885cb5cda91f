import csv
import io
import json
from pathlib import Path

from coincide.model import (
    Device,
    Estimate,
    Event,
    Gallery,
    Offsets,
    Photo,
    Placement,
    SkippedPhoto,
)
from coincide.timeline import build_timeline, offsets_csv, offsets_json, timeline_csv


def photo(name: str, time_s: float) -> Photo:
    return Photo(Path(name), f"{name:0>64}", time_s, time_s, Device("Canon", "Canon EOS 40D"))


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
        Placement("bob", Estimate(-3600.0, -3605.0, -3590.0, None, (), "9 of 9"), 9, "ann"),
        Placement("zoe", None, reasons=("no links",)),
    ),
)


def test_photos_are_in_order_and_unplaced_ones_last() -> None:
    entries = list(build_timeline(EVENT, OFFSETS))
    assert [entry.photo.path.name for entry in entries] == ["a1", "b1", "a2", "b2", "z1"]
    assert [entry.event_time_s for entry in entries] == [100.0, 100.0, 300.25, 300.25, None]


def test_the_json_has_the_documented_shape() -> None:
    document = json.loads(offsets_json(EVENT, OFFSETS, photos="d1"))
    assert document["schema"] == "coincide.offsets/1"
    assert document["anchor"] == "ann"
    assert document["photos"] == "d1"
    assert document["galleries"]["bob"] == {
        "offset_s": -3600.0,
        "placed": True,
        "reasons": [],
        "interval_s": [-3605.0, -3590.0],
        "probability": None,
        "basis": "9 of 9",
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
    assert zoe["reasons"] == ["no links"]
    assert zoe["interval_s"] is None
    assert zoe["notes"] == ["two bodies may be mixed"]
    assert document["skipped"] == [{"path": "x.mov", "reason": "videos are not read yet"}]


def test_every_key_of_the_json_is_documented() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "formats.md").read_text()
    document = json.loads(offsets_json(EVENT, OFFSETS, photos="d1"))
    for key in (*document, *document["galleries"]["bob"]):
        assert f'"{key}"' in page, key


def test_the_tables_leave_unknown_cells_blank() -> None:
    rows = {row["gallery"]: row for row in csv.DictReader(io.StringIO(offsets_csv(EVENT, OFFSETS)))}
    assert rows["bob"]["offset"] == "-1 h 00 min 00 s"
    assert rows["bob"]["offset_s"] == "-3600.000"
    assert rows["zoe"]["offset_s"] == ""
    assert rows["zoe"]["placed"] == "no"
    lines = list(csv.DictReader(io.StringIO(timeline_csv(build_timeline(EVENT, OFFSETS)))))
    assert lines[2] == {
        "event_time": "1970-01-01 00:05:00.250",
        "camera_time": "1970-01-01 00:05:00.250",
        "gallery": "ann",
        "path": "a2",
    }
    assert lines[-1]["event_time"] == ""

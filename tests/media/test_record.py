import json

from hypothesis import given
from hypothesis import strategies as st

from coincide.ingest import FileRecord
from coincide.model import ExactTime, HeaderReading

RECORDS = st.builds(
    FileRecord,
    key=st.none() | st.text(),
    reason=st.none() | st.text(),
    recorded_time_s=st.none() | st.floats(0, 4e9),
    zone_s=st.none() | st.integers(-43200, 50400),
    make=st.none() | st.text(),
    orientation=st.integers(1, 8),
    scene_ev=st.none() | st.floats(-10, 22),
    format=st.none() | st.sampled_from(["JPEG", "CR3", "MP4"]),
    viewable=st.booleans(),
    clock=st.sampled_from(["local", "utc"]),
    exact_unread=st.none() | st.text(),
    written_s=st.none() | st.floats(0, 4e9),
    content_id=st.none() | st.text(),
    exact=st.none()
    | st.builds(
        ExactTime,
        utc_s=st.floats(0, 4e9),
        sd_s=st.floats(0, 100),
        source=st.sampled_from(["gpmf", "timecode"]),
        local=st.booleans(),
    ),
    lacks=st.sampled_from([(), ("av",), ("exiftool", "av")]),
)


@given(RECORDS)
def test_a_record_survives_json(record: FileRecord) -> None:
    assert FileRecord.from_json(json.loads(json.dumps(record.to_json()))) == record


def test_what_media_a_record_is_of() -> None:
    formats = {"JPEG": "photo", "HEIF": "photo", "NEF": "raw", "DNG": "raw", "AVI": "video"}
    assert {name: FileRecord(format=name).media for name in formats} == formats
    assert FileRecord().media is None


def test_records_of_another_version_are_not_used() -> None:
    data = FileRecord(key="ab").to_json()
    assert FileRecord.from_json(data | {"version": 0}) is None
    assert FileRecord.from_json(data | {"colour": "red"}) is None
    assert FileRecord.from_json({"key": "ab"}) is None


def test_what_a_videos_time_may_mean_survives_json() -> None:
    readings = (HeaderReading("end", "utc", 12.5, -0.1), HeaderReading("start", "utc", 20.0, -2.4))
    record = FileRecord(key="ab", format="MP4", sound=True, readings=readings)
    assert FileRecord.from_json(json.loads(json.dumps(record.to_json()))) == record

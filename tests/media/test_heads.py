"""The tags of many files, as a library's scan reads them."""

from pathlib import Path

from coincide.media.heads import read_heads
from coincide.media.records import read_file
from tests.media_files import write_dng, write_heic
from tests.photo_files import gps_tags, write_photo


def test_a_head_says_what_the_whole_file_says(tmp_path: Path) -> None:
    write_photo(tmp_path / "a.jpg", zone="+02:00", serial="4711", gps=gps_tags())
    write_heic(tmp_path / "b.heic")
    write_dng(tmp_path / "c.dng")
    paths = sorted(tmp_path.iterdir())
    for head, path in zip(read_heads(paths), paths, strict=True):
        whole = read_file(path)
        for name in ("recorded_time_s", "zone_s", "gps_time_s", "latitude_deg", "serial", "model"):
            assert getattr(head.record, name) == getattr(whole, name), (path, name)
        assert head.record.recorded_time_s is not None
        assert head.record.key is None


def test_a_bad_file_is_a_head_with_a_reason(tmp_path: Path) -> None:
    (tmp_path / "empty.jpg").write_bytes(b"")
    (tmp_path / "text.jpg").write_text("hello")
    whole = write_photo(tmp_path / "whole.jpg").read_bytes()
    (tmp_path / "cut.jpg").write_bytes(whole[:60])
    heads = dict(
        zip(
            "ecgtw",
            read_heads(
                [
                    tmp_path / "empty.jpg",
                    tmp_path / "cut.jpg",
                    tmp_path / "gone.jpg",
                    tmp_path / "text.jpg",
                    tmp_path / "whole.jpg",
                ]
            ),
            strict=True,
        )
    )
    assert heads["w"].record.reason is None
    for bad in "ecgt":
        assert heads[bad].record.reason, bad


def test_a_changed_capture_time_is_known_by_the_time_of_digitising(tmp_path: Path) -> None:
    write_photo(tmp_path / "a.jpg", "2024:05:04 14:00:00", digitised="2024:05:04 14:00:01")
    write_photo(tmp_path / "b.jpg", "2024:05:04 14:00:00", digitised="2024:05:04 13:00:00")
    heads = read_heads([tmp_path / "a.jpg", tmp_path / "b.jpg"])
    assert [head.edited for head in heads] == [False, True]


def test_pixels_are_not_read(tmp_path: Path) -> None:
    path = write_photo(tmp_path / "a.jpg", size=(640, 480))
    data = path.read_bytes()
    path.write_bytes(data[: data.rindex(b"\xff\xda") + 2])
    (head,) = read_heads([path])
    assert head.record.reason is None
    assert head.record.recorded_time_s is not None


def test_order_is_kept_over_many_batches(tmp_path: Path) -> None:
    paths = [
        write_photo(tmp_path / f"{i}.jpg", f"2024:05:04 14:{i // 60:02d}:{i % 60:02d}")
        for i in range(200)
    ]
    times = [head.record.recorded_time_s or 0.0 for head in read_heads(paths)]
    assert times == sorted(times)
    assert len(times) == 200

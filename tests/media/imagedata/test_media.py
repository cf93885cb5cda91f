"""Films and pictures in boxes: what may move, and what may not."""

import struct
from pathlib import Path

import av
import pytest

from coincide.media.exiftool import ExifTool
from coincide.media.imagedata import image_digest
from tests.media.imagedata.made import make
from tests.media.imagedata.rewriting import flip, rewritten
from tests.media_files import box, movie_bytes, write_mp4


def remuxed(path: Path, to: Path, flags: str) -> Path:
    """Return the same samples in another arrangement of boxes."""
    options = {"movflags": flags} if flags else {}
    with av.open(str(path)) as old, av.open(str(to), "w", options=options) as new:
        stream = new.add_stream_from_template(old.streams.video[0])
        for packet in old.demux(video=0):
            if packet.dts is not None:
                packet.stream = stream
                new.mux(packet)
    return to


def test_the_tables_may_lie_before_the_samples_or_behind(tmp_path: Path) -> None:
    film = make("film.mp4", tmp_path)
    behind = remuxed(film, tmp_path / "behind.mp4", "")
    before = remuxed(film, tmp_path / "before.mp4", "faststart")
    data = before.read_bytes()
    assert data.index(b"moov") < data.index(b"mdat")
    assert image_digest(before) == image_digest(behind)


def test_samples_that_are_not_where_the_tables_say_are_noticed(tmp_path: Path) -> None:
    film = make("film.mp4", tmp_path)
    table = film.read_bytes().index(b"stco")
    assert image_digest(flip(film, table + 15, tmp_path / "off.mp4")) != image_digest(film)


def test_a_table_of_places_may_be_the_wider_one(tmp_path: Path) -> None:
    film = make("film.mp4", tmp_path)
    data = bytearray(film.read_bytes())
    assert data.index(b"mdat") < data.index(b"moov")  # so that no place changes
    start = data.index(b"stco") - 4
    size, _, flags, n_places = struct.unpack_from(">I4sII", data, start)
    places = struct.unpack_from(f">{n_places}I", data, start + 16)
    wide = box(b"co64", struct.pack(f">II{n_places}Q", flags, n_places, *places))
    data[start : start + size] = wide
    for parent in (b"moov", b"trak", b"mdia", b"minf", b"stbl"):
        at = data.index(parent) - 4
        data[at : at + 4] = struct.pack(
            ">I", int.from_bytes(data[at : at + 4], "big") + 4 * n_places
        )
    other = tmp_path / "wide.mp4"
    other.write_bytes(data)
    assert image_digest(other) == image_digest(film)


def test_header_times_do_not_count_but_a_turn_does(tmp_path: Path) -> None:
    early = write_mp4(tmp_path / "early.mp4", "2001-01-01T00:00:00")
    late = write_mp4(tmp_path / "late.mp4", "2031-01-01T00:00:00")
    turned = write_mp4(tmp_path / "turned.mp4", "2001-01-01T00:00:00", rotation=90)
    assert image_digest(early) == image_digest(late)
    assert image_digest(turned) != image_digest(early)


def test_a_film_in_fragments_is_refused(tmp_path: Path) -> None:
    film = remuxed(make("film.mp4", tmp_path), tmp_path / "f.mp4", "frag_keyframe+empty_moov")
    with pytest.raises(ValueError, match="a fragmented film"):
        image_digest(film)


def test_a_film_without_samples_is_refused(tmp_path: Path) -> None:
    film = tmp_path / "film.mp4"
    film.write_bytes(movie_bytes(3_000_000_000))
    with pytest.raises(ValueError, match="neither a picture nor a film"):
        image_digest(film)


def test_a_film_that_was_cut_short_is_refused(tmp_path: Path) -> None:
    film = make("film.mp4", tmp_path)
    film.write_bytes(film.read_bytes()[:-10])
    with pytest.raises(ValueError, match="cut short"):
        image_digest(film)


def test_samples_outside_any_box_for_them_are_refused(tmp_path: Path) -> None:
    film = make("film.mp4", tmp_path)
    data = film.read_bytes().replace(b"mdat", b"free") + box(b"mdat", b"")
    film.write_bytes(data)
    with pytest.raises(ValueError, match="where none are expected"):
        image_digest(film)


def test_a_motion_photos_film_counts(tmp_path: Path, exiftool: ExifTool) -> None:
    photo = make("phone.heic", tmp_path)
    film = make("film.mp4", tmp_path).read_bytes()
    photo.write_bytes(photo.read_bytes() + box(b"mpvd", film))
    copy = rewritten(exiftool, photo, tmp_path / "new")
    assert copy is not None
    assert image_digest(copy) == image_digest(photo)
    end = photo.stat().st_size - 1
    assert image_digest(flip(photo, end, tmp_path / "flipped")) != image_digest(photo)


def test_the_turn_of_a_picture_counts(tmp_path: Path) -> None:
    photo = make("phone.heic", tmp_path)
    size = photo.read_bytes().index(b"ispe")
    assert image_digest(flip(photo, size + 11, tmp_path / "flipped")) != image_digest(photo)


FILM_HEAD = box(b"ftyp", b"isom\0\0\0\0isom") + box(b"mdat", b"samples")


def test_a_film_without_tracks_is_refused(tmp_path: Path) -> None:
    film = tmp_path / "film.mp4"
    film.write_bytes(FILM_HEAD + box(b"moov", box(b"mvhd", bytes(100))))
    with pytest.raises(ValueError, match="a film without tracks"):
        image_digest(film)


def test_a_film_whose_header_ends_within_its_times_is_refused(tmp_path: Path) -> None:
    film = tmp_path / "film.mp4"
    film.write_bytes(FILM_HEAD + box(b"moov", box(b"mvhd", bytes(11))))
    with pytest.raises(ValueError, match="a film's header is cut short"):
        image_digest(film)


def test_a_table_that_counts_more_places_than_it_has_is_refused(tmp_path: Path) -> None:
    film = make("film.mp4", tmp_path)
    count = film.read_bytes().index(b"stco") + 8
    more = flip(film, count + 3, tmp_path / "more.mp4")
    with pytest.raises(ValueError, match="places of its samples are cut short"):
        image_digest(more)


def test_samples_in_a_box_that_holds_no_metadata_count_whole(tmp_path: Path) -> None:
    photo = make("animated_tagged.avif", tmp_path)
    data = photo.read_bytes() + box(b"mdat", b"more samples")
    photo.write_bytes(data)
    tag = data.index(b"2024:05:04 14:00:00")
    assert image_digest(flip(photo, tag, tmp_path / "tag")) == image_digest(photo)
    for place in (len(data) - len(b"more samples"), len(data) - 1):
        assert image_digest(flip(photo, place, tmp_path / "more")) != image_digest(photo)

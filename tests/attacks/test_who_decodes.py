"""Bytes of strangers are decoded by worker processes alone, through a closed list of tasks."""

import ast
from collections.abc import Callable
from pathlib import Path
from typing import Any

import av
import exiv2
import numpy as np
import pytest
import rawpy
import zxingcpp
from PIL import Image, ImageFile

import coincide
from coincide.app.review.pictures import Pictures, photo_jpeg
from coincide.features.backbones import Preprocess
from coincide.features.clockcode import ClockCode
from coincide.features.clockcode.payload import clock_codes
from coincide.features.frames import decode_frames
from coincide.features.images import decode, small_pixels
from coincide.features.inclips import greys_near
from coincide.features.same.compare import read_square
from coincide.features.verify.pictures import read_grey
from coincide.media.descriptions import said_inside
from coincide.media.heads import read_heads
from coincide.media.records import read_file
from coincide.media.sidecars import parse_sidecar
from coincide.media.sound import read_sound
from coincide.media.tagreader import all_tags, read_named
from coincide.media.video.streams import read_streams
from coincide.model import Photo
from coincide.servers.previewtags import tagged
from coincide.writing.album.films import write_film
from coincide.writing.album.originals import stripped_photo
from coincide.writing.album.pictures import upright, views_of
from tests.clock_files import write_clock
from tests.film_files import speech
from tests.film_files import write_film as write_sounding_film
from tests.media_files import write_dng, write_heic
from tests.photo_files import write_photo

PREPROCESS = Preprocess(mean=(127.0, 127.0, 127.0), std=(128.0, 128.0, 128.0))
XMP = b"""<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
 xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
 xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:DateTimeOriginal="2024-05-04T14:00:00"/>
</rdf:RDF></x:xmpmeta>"""

TASKS = {
    "coincide.app.review.pictures": {
        "_are_squares",
        "_photo_jpeg",
        "_sheet_jpeg",
        "_tile_jpeg",
    },
    "coincide.features.clockcode.payload": {"clock_codes"},
    "coincide.features.frames": {"decode_frames"},
    "coincide.features.images": {"decode", "small_pixels"},
    "coincide.features.inclips": {"greys_near"},
    "coincide.features.same.square": {"grey_square"},
    "coincide.features.verify.pictures": {"read_grey"},
    "coincide.media.heads": {"heads_of", "tags_in"},
    "coincide.media.raw": {"with_preview_of"},
    "coincide.media.records": {"_key_of", "read_boxed_video", "read_picture"},
    "coincide.media.descriptions": {"_said_inside"},
    "coincide.media.sound": {"read_sound"},
    "coincide.media.tagreader": {"_read_named", "all_tags"},
    "coincide.media.video.header": {"measured"},
    "coincide.media.video.streams": {"read_streams"},
    "coincide.servers.previewtags": {"tagged"},
    "coincide.writing.album.films": {"write_film"},
    "coincide.writing.album.pictures": {"_upright_pixels", "views_of"},
    "coincide.writing.album.originals": {"stripped_photo"},
    "coincide.writing.clips.grid.film": {"film_of", "upright_px"},
}


def test_the_list_of_tasks_is_closed() -> None:
    top = Path(coincide.__file__).parent
    found: dict[str, set[str]] = {}
    for path in top.rglob("*.py"):
        parts = path.relative_to(top.parent).with_suffix("").parts
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and any(
                isinstance(one, ast.Name) and one.id == "isolated" for one in node.decorator_list
            ):
                found.setdefault(".".join(parts), set()).add(node.name)
    assert found == TASKS


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("files")
    write_photo(folder / "a.jpg", size=(320, 240))
    write_photo(folder / "a.png", format_="PNG", size=(320, 240))
    write_clock(folder / "clock.png", [ClockCode(1_790_000_000.0, 0.1, 7200)])
    write_heic(folder / "a.heic")
    write_dng(folder / "a.dng")
    write_sounding_film(folder / "a.mp4", speech(3.0, 1))
    return folder


def _sheet(folder: Path) -> bytes:
    pictures = Pictures(folder)
    try:
        return pictures.sheet([Photo(folder / "a.heic", "a", 0.0, 0.0)])
    finally:
        pictures.close()


LOOKS: dict[str, Callable[[Path], Any]] = {
    "JPEG": lambda folder: read_file(folder / "a.jpg").recorded_time_s,
    "PNG": lambda folder: read_file(folder / "a.png").recorded_time_s,
    "HEIC": lambda folder: read_file(folder / "a.heic").recorded_time_s,
    "RAW": lambda folder: read_file(folder / "a.dng").viewable,
    "film": lambda folder: read_file(folder / "a.mp4").recorded_time_s,
    "head": lambda folder: [*read_heads([folder / "a.jpg", folder / "a.dng"])],
    "sidecar": lambda _folder: parse_sidecar(XMP),
    "tags": lambda folder: all_tags(folder / "a.jpg"),
    "a tag": lambda folder: read_named(folder / "a.jpg", ["Exif.Image.Make"]),
    "said": lambda folder: [said_inside(folder / "a.jpg")],
    "square": lambda folder: decode(folder / "a.heic", PREPROCESS).size,
    "square of RAW": lambda folder: decode(folder / "a.dng", PREPROCESS).size,
    "square of film": lambda folder: decode(folder / "a.mp4", PREPROCESS).size,
    "frames": lambda folder: len(decode_frames(folder / "a.mp4", PREPROCESS, 1.0, 5)[0]),
    "frames near": lambda folder: greys_near(folder / "a.mp4", 1.0, 0.5, 0.2, 200),
    "clock": lambda folder: clock_codes(folder / "clock.png"),
    "grey": lambda folder: read_grey(folder / "a.png", 100).size,
    "small": lambda folder: small_pixels(folder / "a.png", 100).size,
    "compared": lambda folder: read_square(folder / "a.jpg"),
    "shown": lambda folder: photo_jpeg(folder / "a.png", 256),
    "sheet": _sheet,
    "album": lambda folder: views_of(folder / "a.jpg").webp,
    "one file": lambda folder: np.asarray(upright(folder / "a.jpg", 200)).size,
    "stripped": lambda folder: stripped_photo(folder / "a.png"),
    "sound": lambda folder: read_sound(folder / "a.mp4").size,
    "streams": lambda folder: read_streams(folder / "a.mp4").rate,
    "preview": lambda folder: tagged((folder / "a.jpg").read_bytes(), {"Exif.Image.Make": "x"}),
}


@pytest.fixture
def no_decoders(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing be decoded in this process."""

    def forbidden(*_: object, **__: object) -> None:
        raise AssertionError("decoded where strangers' bytes have no business")

    monkeypatch.setattr(exiv2, "ImageFactory", forbidden)
    monkeypatch.setattr(Image, "open", forbidden)
    monkeypatch.setattr(ImageFile.ImageFile, "__init__", forbidden)
    monkeypatch.setattr(av, "open", forbidden)
    monkeypatch.setattr(rawpy, "imread", forbidden)
    monkeypatch.setattr(zxingcpp, "read_barcodes", forbidden)


@pytest.mark.usefixtures("no_decoders")
@pytest.mark.parametrize("look", LOOKS)
def test_nothing_is_decoded_in_the_process_itself(files: Path, look: str) -> None:
    assert LOOKS[look](files)


@pytest.mark.usefixtures("no_decoders")
def test_films_of_an_album_are_written_by_a_worker(files: Path, tmp_path: Path) -> None:
    write_film(files / "a.mp4", tmp_path / "out.mp4")
    assert (tmp_path / "out.mp4").stat().st_size > 1000

"""What exiv2 is asked, and what it is spared."""

import contextlib
import io
import time

import pytest
from PIL import Image

from coincide.media.tagbounds import MOST_PROPERTIES
from coincide.media.tagreader import all_tags, read_named

TIME = "Xmp.exif.DateTimeOriginal"


def packet(attributes: str = "", inside: str = "") -> bytes:
    return f"""<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/"
 exif:DateTimeOriginal="2024-05-04T14:00:00" {attributes}>{inside}</rdf:Description>
</rdf:RDF></x:xmpmeta>""".encode()


def names(n: int, start: int = 0) -> str:
    return " ".join(f'exif:a{number}="1"' for number in range(start, start + n))


def photo_with(format_: str, xmp: bytes) -> bytes:
    buffer = io.BytesIO()
    options = {"tiffinfo": {700: xmp}} if format_ == "TIFF" else {"xmp": xmp}
    Image.new("RGB", (64, 48)).save(buffer, format_, **options)
    return buffer.getvalue()


DESCRIBED = '<rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" {}/>'


@pytest.mark.parametrize("format_", ["TIFF", "WEBP", "AVIF", "HEIF"])
def test_a_photo_with_too_many_properties_in_one_place_is_refused(format_: str) -> None:
    start_s = time.process_time()
    with pytest.raises(ValueError, match="more than 5000 properties"):
        read_named(photo_with(format_, packet(names(60_000))), [TIME])
    assert time.process_time() - start_s < 2.0


@pytest.mark.parametrize(
    "many",
    [
        packet(inside=f"<exif:b {names(6000)}/>"),
        packet(inside="".join(f"<exif:a{number}>1</exif:a{number}>" for number in range(6000))),
        packet(
            inside="</rdf:Description>"
            + "".join(DESCRIBED.format(names(1000, 1000 * part)) for part in range(6))
            + '<rdf:Description rdf:about="">'
        ),
    ],
)
def test_wherever_they_stand(many: bytes) -> None:
    with pytest.raises(ValueError, match="more than 5000 properties"):
        read_named(many, [TIME])


def test_a_jpeg_is_looked_at_as_far_as_its_tags_go() -> None:
    short = " ".join(f"e:{number:x}=''" for number in range(0xA000, 0xA000 + 5200))
    many = packet(f'xmlns:e="urn:e" {short.replace("e:", "e:a")}')
    assert len(many) < 65_000
    with pytest.raises(ValueError, match="more than 5000 properties"):
        read_named(photo_with("JPEG", many), [TIME])
    # behind the picture nobody reads it
    assert read_named(photo_with("JPEG", packet()) + many, [TIME])[TIME].startswith("2024-05-04")
    # fill bytes before a segment: it is searched to its end, and found
    padded = photo_with("JPEG", many)
    with pytest.raises(ValueError, match="more than 5000 properties"):
        read_named(padded[:2] + b"\xff" + padded[2:], [TIME])


def test_long_lists_are_no_properties() -> None:
    items = "".join(f"<rdf:li {names(10)}/>" for _ in range(2000))
    listed = packet(names(400), f"<exif:b><rdf:Seq>{items}</rdf:Seq></exif:b>")
    assert listed.count(b"=") > 2 * MOST_PROPERTIES
    assert read_named(listed, [TIME]) == {TIME: "2024-05-04T14:00:00"}
    assert all_tags(photo_with("WEBP", listed))[0][0].startswith("Xmp.exif.")


def test_what_looks_like_xmp_takes_no_time() -> None:
    start_s = time.process_time()
    for noise in (b"RDF" * 200_000, b"<RDF" * 500_000, b"<a:RDF" + b"RDF>" * 200_000):
        with contextlib.suppress(ValueError):
            read_named(noise, [TIME])
    assert time.process_time() - start_s < 2.0

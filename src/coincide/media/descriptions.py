"""What people have said of a photo inside its file: stars, keywords, titles, faces, rights.

Where a sidecar lies beside a photo, digiKam and darktable take these from the sidecar alone, so a
new one has to say them too. Times are not among them, nor how a photo was developed: exported from
darktable, it would be developed a second time.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import exiv2

from coincide.media.formats import HEAD_BYTES, VIDEO_FORMATS, format_of
from coincide.media.isolated import DecodeLimitError, isolated
from coincide.media.tagreader import find, opened, text_of
from coincide.media.video.boxes import BoxFile

# namespaces, by exiv2's prefixes, that hold nothing else
_ALL_OF = (
    *("MP", "MicrosoftPhoto", "acdsee", "cc", "digiKam", "expressionmedia", "iptc", "iptcExt"),
    *("kipi", "lr", "mediapro", "mwg-kw", "mwg-rs", "plus", "xmpRights"),
)
# and of those that hold other things too
_SOME_OF = {
    "dc": "contributor coverage creator description language publisher relation rights source"
    " subject title type",
    "xmp": "Label Rating",
    "photoshop": "AuthorsPosition CaptionWriter Category City Country Credit Headline Instructions"
    " Source State SupplementalCategories TransmissionReference Urgency",
    "tiff": "Artist Copyright ImageDescription",
    "exif": "GPSAltitude GPSAltitudeRef GPSLatitude GPSLongitude UserComment",
}
_NAMES = frozenset(
    f"Xmp.{prefix}.{name}" for prefix, names in _SOME_OF.items() for name in names.split()
)
# what else says the same, where XMP does not; EXIF's description stays apart from captions,
# because cameras fill it with their own name
_FROM_IPTC = {
    "Xmp.dc.subject": "Keywords",
    "Xmp.dc.description": "Caption",
    "Xmp.dc.title": "ObjectName",
    "Xmp.dc.creator": "Byline",
    "Xmp.dc.rights": "Copyright",
    "Xmp.photoshop.AuthorsPosition": "BylineTitle",
    "Xmp.photoshop.CaptionWriter": "Writer",
    "Xmp.photoshop.City": "City",
    "Xmp.photoshop.Country": "CountryName",
    "Xmp.photoshop.Credit": "Credit",
    "Xmp.photoshop.Headline": "Headline",
    "Xmp.photoshop.Instructions": "SpecialInstructions",
    "Xmp.photoshop.Source": "Source",
    "Xmp.photoshop.State": "ProvinceState",
    "Xmp.photoshop.TransmissionReference": "TransmissionReference",
    "Xmp.photoshop.Urgency": "Urgency",
    "Xmp.iptc.CountryCode": "CountryCode",
    "Xmp.iptc.Location": "SubLocation",
}
_FROM_EXIF = {
    "Xmp.xmp.Rating": "Exif.Image.Rating",
    "Xmp.dc.creator": "Exif.Image.Artist",
    "Xmp.dc.rights": "Exif.Image.Copyright",
    "Xmp.tiff.ImageDescription": "Exif.Image.ImageDescription",
    "Xmp.exif.UserComment": "Exif.Photo.UserComment",
}
_LISTS = {"Xmp.dc.subject": exiv2.TypeId.xmpBag, "Xmp.dc.creator": exiv2.TypeId.xmpSeq}
_IN_LANGUAGES = (
    *("Xmp.dc.title", "Xmp.dc.description", "Xmp.dc.rights"),
    *("Xmp.tiff.ImageDescription", "Xmp.exif.UserComment"),
)
_XMP_BOX = bytes.fromhex("be7acfcb97a942e89c71999491e3afac")
_WRAPPER = ('<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n', '<?xpacket end="w"?>\n')
_PACKET = (b"<x:xmpmeta", b"</x:xmpmeta>")
# bytes; photos of this kind stay far below, and are searched as a whole
_MOST_BYTES = 64 << 20


@dataclass(frozen=True, slots=True)
class Descriptions:
    """What is said inside a photo: the names of its properties by exiv2, and the XMP of them."""

    names: tuple[str, ...] = ()
    xmp: bytes = b""


def said_inside(path: Path) -> Descriptions:
    """Return what is said inside a photo or video; of one that cannot be read, nothing."""
    try:
        return _said_inside(path)
    except DecodeLimitError:
        return Descriptions()


@isolated
def _said_inside(path: Path) -> Descriptions:
    kept = exiv2.XmpData()
    try:
        with path.open("rb") as file:
            is_video = format_of(path, file.read(HEAD_BYTES)) in VIDEO_FORMATS
            packet = _boxed_packet(BoxFile(file), whole=not is_video)
        if packet:
            with opened(packet) as image:
                _keep_xmp(image, kept)
        if not is_video:  # of which exiv2 makes XMP of its own
            with opened(path) as image:
                _keep_xmp(image, kept)
                _keep_others(image, kept)
        return _encoded(kept)
    except (ValueError, OSError):
        return Descriptions()


def _keep_xmp(image: Any, kept: Any) -> None:
    for datum in image.xmpData():
        if _is_said(datum.key()) and find(kept, datum.key()) is None:
            kept.add(exiv2.XmpKey(datum.key()), datum.value())


def _keep_others(image: Any, kept: Any) -> None:
    """Add what IPTC says, and then EXIF, where nothing was said yet."""
    for name, tag in _FROM_IPTC.items():
        _add(kept, name, _iptc(image.iptcData(), f"Iptc.Application2.{tag}"))
    for name, tag in _FROM_EXIF.items():
        _add(kept, name, _exif(image.exifData(), tag))


def _is_said(key: str) -> bool:
    name = _property(key)
    return name.split(".")[1] in _ALL_OF or name in _NAMES


def _property(key: str) -> str:
    """Return the property that a key is of: of a face's name, the regions it is in."""
    return re.split(r"[/\[]", key, maxsplit=1)[0]


def _iptc(data: Any, tag: str) -> list[str]:
    return [text for datum in data if datum.key() == tag and (text := text_of(datum).strip())]


def _exif(data: Any, tag: str) -> list[str]:
    datum = find(data, tag)
    text = "" if datum is None else _comment(datum)
    return [text] if text else []


def _comment(datum: Any) -> str:
    """Return an EXIF text; a comment names its character set first, which is no part of it."""
    text = text_of(datum).strip(" \0\t\r\n")
    if text.startswith("charset="):
        text = text.partition(" ")[2].strip(" \0\t\r\n")
    return text if text.isprintable() else ""


def _add(kept: Any, name: str, texts: list[str]) -> None:
    if not texts or find(kept, name) is not None:
        return
    if name in _LISTS:
        value = exiv2.XmpArrayValue(_LISTS[name])
        for text in texts:
            value.read(text)
    elif name in _IN_LANGUAGES:
        value = exiv2.LangAltValue()
        value.read(f'lang="x-default" {texts[0]}')
    else:
        value = exiv2.XmpTextValue()
        value.read(texts[0])
    kept.add(exiv2.XmpKey(name), value)


def _encoded(kept: Any) -> Descriptions:
    names = dict.fromkeys(_property(datum.key()) for datum in kept)
    if not names:
        return Descriptions()
    flags = exiv2.XmpParser.XmpFormatFlags
    status, text = exiv2.XmpParser.encode(kept, flags.omitPacketWrapper | flags.useCompactFormat)
    if status:
        raise ValueError("its XMP cannot be written")
    return Descriptions(tuple(sorted(names)), f"{_WRAPPER[0]}{text}{_WRAPPER[1]}".encode())


def _boxed_packet(boxes: BoxFile, *, whole: bool) -> bytes:
    """Return the XMP of an ISO media file, which exiv2 does not find in all of them."""
    first = next(boxes.boxes(), None)
    if first is None or first.kind != b"ftyp":
        return b""
    for part in _parts(boxes, whole=whole):
        start = part.find(_PACKET[0])
        end = part.find(_PACKET[1], max(start, 0))
        if 0 <= start < end:
            return part[start : end + len(_PACKET[1])]
    return b""


def _parts(boxes: BoxFile, *, whole: bool) -> Iterator[bytes]:
    """Yield where XMP may be: of a video its own box and the user's data, of a photo anywhere."""
    if whole:
        yield boxes.read(0, min(boxes.size, _MOST_BYTES))
        return
    for box in boxes.boxes():
        payload = boxes.payload(box) if box.kind == b"uuid" else b""
        if payload.startswith(_XMP_BOX):
            yield payload
    user = boxes.find(b"moov", b"udta", b"XMP_")
    if user is not None:
        yield boxes.payload(user)

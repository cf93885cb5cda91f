"""Say of a file whether it is read, left out with a reason, or none of our business."""

from dataclasses import dataclass
from pathlib import Path

from coincide.media.formats import HEAD_BYTES, MEDIA_SUFFIXES, RAW_SUFFIXES, format_of, media_of
from coincide.model.places import Place

__all__ = ["HEAD_BYTES", "Kind", "is_lasting", "kind_of", "named_as_media"]

_OTHER_PICTURES = (
    (b"GIF8", "GIF"),
    (b"BM", "BMP"),
    (b"8BPS", "Photoshop"),
    (b"\xff\x0a", "JPEG XL"),
    (b"\x00\x00\x00\x0cJXL ", "JPEG XL"),
    (b"\x00\x00\x00\x0cjP  ", "JPEG 2000"),
)
# files that hold a second copy of something, which their bytes do not tell
_COPY_SUFFIXES = {".thm": "the thumbnail of a video", ".lrv": "the small copy of a video"}
_EMPTY, _NO_PHOTO, _NOT_READ = "empty: zero bytes", "not a photo", "pictures are not read"


@dataclass(frozen=True, slots=True)
class Kind:
    """What a file is: media of ``format``, or left out for ``reason``, or neither: no media."""

    format: str | None = None
    reason: str | None = None


def named_as_media(path: Place) -> bool:
    """Tell whether a name promises a photo or a video: such a file is used or listed."""
    return path.suffix.lower() in MEDIA_SUFFIXES


def kind_of(path: Place, head: bytes) -> Kind:
    """Return the kind of a file from its name and its first ``HEAD_BYTES`` bytes.

    >>> kind_of(Path("a.png"), bytes.fromhex("ffd8ffe0"))
    Kind(format='JPEG', reason=None)
    """
    second_copy = _second_copy(path)
    if second_copy is not None:
        return Kind(reason=second_copy)
    for start, name in _OTHER_PICTURES:
        if head.startswith(start) and path.suffix.lower() not in RAW_SUFFIXES:
            return _listed(path, f"{name} {_NOT_READ}")
    format_ = format_of(path, head)
    # the boxes of a video are also those of sound, of drawings and of much else: what is not
    # named as media is passed over
    if format_ is not None and (media_of(format_) != "video" or named_as_media(path)):
        return Kind(format=format_)
    if not head:
        return _listed(path, _EMPTY)
    return _listed(path, f"{_NO_PHOTO}, though its name ends in {path.suffix.lower()}")


def is_lasting(reason: str | None) -> bool:
    """Tell whether a reason of ``kind_of`` holds until the file is changed."""
    if reason is None:
        return False
    return reason == _EMPTY or reason.startswith(_NO_PHOTO) or reason.endswith(_NOT_READ)


def _second_copy(path: Place) -> str | None:
    name = path.name.lower()
    if name.endswith("_original") and named_as_media(Path(name.removesuffix("_original"))):
        return "a backup that ExifTool made of another file"
    return _COPY_SUFFIXES.get(path.suffix.lower())


def _listed(path: Place, reason: str) -> Kind:
    return Kind(reason=reason) if named_as_media(path) else Kind()

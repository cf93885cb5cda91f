"""Tell what a file is by its first bytes; its name only decides what the bytes leave open."""

from dataclasses import dataclass
from pathlib import Path

# enough for every signature below
HEAD_BYTES = 64

RAW_REASON = "RAW photos are not read yet"
VIDEO_REASON = "videos are not read yet"

_PHOTO_SUFFIXES = {
    *(".jpg", ".jpeg", ".jpe", ".jfif", ".mpo", ".png", ".tif", ".tiff", ".webp"),
    *(".heic", ".heif", ".hif", ".avif", ".gif", ".bmp", ".jxl", ".jp2", ".psd", ".insp"),
}
_RAW_SUFFIXES = {
    *(".3fr", ".arw", ".cr2", ".cr3", ".crw", ".dcr", ".dng", ".erf", ".fff", ".iiq", ".kdc"),
    *(".mef", ".mos", ".mrw", ".nef", ".nrw", ".orf", ".pef", ".raf", ".raw", ".rw2", ".rwl"),
    *(".sr2", ".srf", ".srw", ".x3f"),
}
_VIDEO_SUFFIXES = {
    *(".mp4", ".mov", ".m4v", ".avi", ".mkv", ".webm", ".mts", ".m2ts", ".mpg", ".mpeg"),
    *(".3gp", ".3g2", ".wmv", ".flv", ".insv", ".lrv"),
}
_HEIF_BRANDS = {
    *(b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"hevm", b"hevs"),
    *(b"mif1", b"mif2", b"msf1", b"miaf"),
}
_AVIF_BRANDS = {b"avif", b"avis"}
_RAW_HEADS = (
    b"FUJIFILMCCD-RAW",
    b"IIU\x00",  # Panasonic
    b"IIRO",  # Olympus, and the two below
    b"IIRS",
    b"MMOR",
    b"II\x1a\x00\x00\x00HEAPCCDR",  # Canon CRW
    b"FOVb",  # Sigma
    b"\x00MRM",  # Minolta
)
_VIDEO_HEADS = (
    b"\x1aE\xdf\xa3",  # Matroska, WebM
    b"\x00\x00\x01\xba",  # MPEG
    b"\x00\x00\x01\xb3",
    b"FLV\x01",
)
_OTHER_PICTURES = (
    (b"GIF8", "GIF"),
    (b"BM", "BMP"),
    (b"8BPS", "Photoshop"),
    (b"\xff\x0a", "JPEG XL"),
    (b"\x00\x00\x00\x0cJXL ", "JPEG XL"),
    (b"\x00\x00\x00\x0cjP  ", "JPEG 2000"),
)


@dataclass(frozen=True, slots=True)
class Kind:
    """What a file is: a photo of ``format``, or left out for ``reason``, or neither: no photo."""

    format: str | None = None
    reason: str | None = None


def named_as_media(path: Path) -> bool:
    """Tell whether a name promises a photo or a video: such a file is used or listed."""
    return path.suffix.lower() in _PHOTO_SUFFIXES | _RAW_SUFFIXES | _VIDEO_SUFFIXES


def kind_of(path: Path, head: bytes) -> Kind:
    """Return the kind of a file from its name and its first ``HEAD_BYTES`` bytes.

    >>> kind_of(Path("a.png"), bytes.fromhex("ffd8ffe0"))
    Kind(format='JPEG', reason=None)
    """
    second_copy = _second_copy(path)
    if second_copy is not None:
        return Kind(reason=second_copy)
    suffix = path.suffix.lower()
    format_ = _photo_format(head)
    # most RAW formats are TIFF inside, so that only the name tells them from one
    if _is_raw(head) or (format_ == "TIFF" and suffix in _RAW_SUFFIXES):
        return Kind(reason=RAW_REASON)
    if format_ is not None:
        return Kind(format=format_)
    return Kind(reason=_why_no_photo(suffix, head))


def _second_copy(path: Path) -> str | None:
    """Name the files that hold a second copy of something, which their bytes do not tell."""
    name = path.name.lower()
    if name.endswith("_original") and named_as_media(Path(name.removesuffix("_original"))):
        return "a backup that ExifTool made of another file"
    if path.suffix.lower() == ".thm":
        return "the thumbnail of a video"
    return None


def _photo_format(head: bytes) -> str | None:
    if head.startswith(b"\xff\xd8\xff"):
        return "JPEG"
    if head.startswith(b"\x89PNG\r\n\x1a\n"):
        return "PNG"
    if head[:4] in (b"II*\x00", b"MM\x00*", b"II+\x00", b"MM\x00+"):
        return "TIFF"
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return "WEBP"
    brands = _brands(head)
    if brands & _AVIF_BRANDS:
        return "AVIF"
    return "HEIF" if brands & _HEIF_BRANDS else None


def _brands(head: bytes) -> set[bytes]:
    """Return the brands of an ISO media file, the major one and those it is compatible with."""
    if head[4:8] != b"ftyp":
        return set()
    end = min(int.from_bytes(head[:4], "big"), len(head))
    compatible = {head[start : start + 4] for start in range(16, end - 3, 4)}
    return {head[8:12]} | compatible


def _is_raw(head: bytes) -> bool:
    is_cr2 = head[:4] == b"II*\x00" and head[8:10] == b"CR"
    return is_cr2 or head.startswith(_RAW_HEADS) or head[4:12] == b"ftypcrx "


def _is_video(head: bytes) -> bool:
    if head[:4] == b"RIFF":
        return head[8:12] == b"AVI "
    # boxes that begin a QuickTime file without ftyp, as old cameras wrote them
    boxes = (b"ftyp", b"moov", b"mdat", b"wide")
    return head[4:8] in boxes or head.startswith(_VIDEO_HEADS)


def _why_no_photo(suffix: str, head: bytes) -> str | None:
    """Return the reason to list; None for a file that does not claim to be a photo."""
    if not named_as_media(Path(f"x{suffix}")):
        return None
    if not head:
        return "empty: zero bytes"
    if _is_video(head) or suffix in _VIDEO_SUFFIXES:
        return VIDEO_REASON
    if suffix in _RAW_SUFFIXES:
        return RAW_REASON
    for start, name in _OTHER_PICTURES:
        if head.startswith(start):
            return f"{name} pictures are not read"
    return f"not a photo, though its name ends in {suffix}"

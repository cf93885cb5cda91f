"""Tell the format of a file by its first bytes; its name decides what the bytes leave open."""

from typing import BinaryIO, Literal

from coincide.model.places import Place

Media = Literal["photo", "raw", "video"]

# enough for every signature below
HEAD_BYTES = 64

PHOTO_FORMATS = frozenset(("JPEG", "PNG", "TIFF", "WEBP", "AVIF", "HEIF"))
# ISO base media and QuickTime: boxes in boxes, which we read ourselves
BOX_VIDEO_FORMATS = frozenset(("MP4", "MOV", "3GP"))
_STREAM_VIDEO_FORMATS = frozenset(("AVI", "MKV", "MPEG", "MTS", "WMV", "FLV"))
VIDEO_FORMATS = BOX_VIDEO_FORMATS | _STREAM_VIDEO_FORMATS

PHOTO_SUFFIXES = frozenset(
    (
        *(".jpg", ".jpeg", ".jpe", ".jfif", ".mpo", ".png", ".tif", ".tiff", ".webp"),
        *(".heic", ".heif", ".hif", ".avif", ".gif", ".bmp", ".jxl", ".jp2", ".psd", ".insp"),
    )
)
RAW_SUFFIXES = frozenset(
    (
        *(".3fr", ".arw", ".cr2", ".cr3", ".crw", ".dcr", ".dng", ".erf", ".fff", ".iiq", ".kdc"),
        *(".mef", ".mos", ".mrw", ".nef", ".nrw", ".orf", ".pef", ".raf", ".raw", ".rw2", ".rwl"),
        *(".sr2", ".srf", ".srw", ".x3f"),
    )
)
_VIDEO_OF_SUFFIX = {
    **dict.fromkeys((".mp4", ".m4v", ".insv", ".lrv"), "MP4"),
    ".mov": "MOV",
    **dict.fromkeys((".3gp", ".3g2"), "3GP"),
    ".avi": "AVI",
    **dict.fromkeys((".mkv", ".webm"), "MKV"),
    **dict.fromkeys((".mts", ".m2ts"), "MTS"),
    **dict.fromkeys((".mpg", ".mpeg"), "MPEG"),
    ".wmv": "WMV",
    ".flv": "FLV",
}
MEDIA_SUFFIXES = PHOTO_SUFFIXES | RAW_SUFFIXES | frozenset(_VIDEO_OF_SUFFIX)

_HEIF_BRANDS = {
    *(b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"hevm", b"hevs"),
    *(b"mif1", b"mif2", b"msf1", b"miaf"),
}
_AVIF_BRANDS = {b"avif", b"avis"}
_DNG_VERSION = 50706
_TIFF_HEADS = (b"II*\x00", b"MM\x00*", b"II+\x00", b"MM\x00+")
_RAW_HEADS = (
    (b"FUJIFILMCCD-RAW", "RAF"),
    (b"IIU\x00", "RW2"),
    (b"IIRO", "ORF"),
    (b"IIRS", "ORF"),
    (b"MMOR", "ORF"),
    (b"II\x1a\x00\x00\x00HEAPCCDR", "CRW"),
    (b"FOVb", "X3F"),
    (b"\x00MRM", "MRW"),
)
_VIDEO_HEADS = (
    (b"\x1aE\xdf\xa3", "MKV"),
    (b"\x00\x00\x01\xba", "MPEG"),
    (b"\x00\x00\x01\xb3", "MPEG"),
    (b"FLV\x01", "FLV"),
    (b"0&\xb2u\x8ef\xcf\x11", "WMV"),
)
# boxes that begin a QuickTime file without ftyp, as old cameras wrote them
_QUICKTIME_BOXES = (b"moov", b"mdat", b"wide", b"skip", b"pnot")
# ISO media that holds sound alone
_SOUND_BRANDS = (b"M4A ", b"M4B ", b"M4P ")


def media_of(format_: str) -> Media:
    """Return what a format that ``format_of`` names holds.

    >>> media_of("CR2"), media_of("HEIF"), media_of("3GP")
    ('raw', 'photo', 'video')
    """
    if format_ in PHOTO_FORMATS:
        return "photo"
    return "video" if format_ in VIDEO_FORMATS else "raw"


def format_of(path: Place, head: bytes) -> str | None:
    """Return the format of a file from its name and its first ``HEAD_BYTES`` bytes.

    None: no format that is known. A RAW format is named as its files usually end: most are
    TIFF inside, so that only the name tells one from another and from a TIFF.

    >>> from pathlib import Path
    >>> format_of(Path("a.png"), bytes.fromhex("ffd8ffe0"))
    'JPEG'
    >>> format_of(Path("a.nef"), bytes.fromhex("4d4d002a"))
    'NEF'
    """
    suffix = path.suffix.lower()
    raw = _raw_by_head(head)
    if raw is not None:
        return raw
    photo = _photo_by_head(head)
    if suffix in RAW_SUFFIXES and photo in (None, "TIFF"):
        return suffix[1:].upper() if head else None
    return photo or _video(suffix, head)


def is_dng(file: BinaryIO) -> bool:
    """Tell whether an open TIFF says that it is a DNG, which its first bytes do not."""
    file.seek(0)
    head = file.read(8)
    order: Literal["little", "big"] = "little" if head[:2] == b"II" else "big"
    file.seek(int.from_bytes(head[4:8], order))
    n_entries = int.from_bytes(file.read(2), order)
    entries = file.read(12 * n_entries)
    tags = (entries[at : at + 2] for at in range(0, len(entries), 12))
    return any(int.from_bytes(tag, order) == _DNG_VERSION for tag in tags)


def _photo_by_head(head: bytes) -> str | None:
    if head.startswith(b"\xff\xd8\xff"):
        return "JPEG"
    if head.startswith(b"\x89PNG\r\n\x1a\n"):
        return "PNG"
    if head.startswith(_TIFF_HEADS):
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


def _raw_by_head(head: bytes) -> str | None:
    if head[:4] == b"II*\x00" and head[8:10] == b"CR":
        return "CR2"
    if head[4:12] == b"ftypcrx ":
        return "CR3"
    return next((format_ for start, format_ in _RAW_HEADS if head.startswith(start)), None)


def _video(suffix: str, head: bytes) -> str | None:
    """Return the format of a video; a sound file and a still picture in boxes are none."""
    if head[4:8] == b"ftyp" and head[8:12] not in _SOUND_BRANDS:
        return _boxed(head[8:12])
    if head[4:8] in _QUICKTIME_BOXES:
        return "MOV"
    if head[:4] == b"RIFF" and head[8:12] == b"AVI ":
        return "AVI"
    by_head = next((format_ for start, format_ in _VIDEO_HEADS if head.startswith(start)), None)
    return by_head or (_VIDEO_OF_SUFFIX.get(suffix) if head else None)


def _boxed(brand: bytes) -> str:
    if brand == b"qt  ":
        return "MOV"
    return "3GP" if brand[:2] == b"3g" else "MP4"

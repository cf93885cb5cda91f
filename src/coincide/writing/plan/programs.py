"""How each photo program names a sidecar, and whether it will read one at all.

Only what could be confirmed in a program's own documentation or source is claimed here.
"""

from collections.abc import Container
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from coincide.model.times import WallTime
from coincide.writing.choices import Program

# the container formats Adobe reads embedded metadata of, whatever lies beside them
_ADOBE_EMBEDDED = {
    *(".jpg", ".jpeg", ".jpe", ".jfif", ".dng", ".tif", ".tiff", ".png", ".psd"),
    *(".heic", ".heif", ".hif", ".avif", ".webp", ".jxl"),
}
_VIDEOS = {".mp4", ".mov", ".m4v", ".3gp", ".avi", ".mts", ".m2ts", ".mkv"}

NOTES: dict[Program, str] = {
    "lightroom": "Lightroom reads NAME.xmp beside RAW photos; for DNG, JPEG, TIFF, HEIC and"
    " videos it reads the file itself. For photos already in the catalogue: select them and choose"
    " Metadata › Read Metadata from Files.",
    "digikam": "digiKam reads NAME.EXT.xmp if Settings › Metadata › Sidecars › Read from"
    " sidecar files is on. It then ignores ratings and keywords inside those photos, so they are"
    " repeated in the sidecars. For photos it already has, use Item › Reread Metadata From File."
    " Times are written without their zone, because digiKam would convert them to this computer's.",
    "darktable": "darktable reads NAME.EXT.xmp when a photo is imported, and then overwrites"
    " it with its own. For photos it already has: quit it before you apply, then start it with"
    " --conf run_crawler_on_start=true, select all, and keep the XMP edit.",
    "immich": "Immich reads NAME.EXT.xmp, else NAME.xmp, when a photo is scanned: for those it"
    " already has, run Administration › Jobs › Sidecar metadata › All, then Extract metadata.",
}
UNCONFIRMED = {
    "capture-one": "Capture One names sidecars NAME.xmp, but whether it takes a capture time from"
    " one could not be confirmed. Use --to file, which every program reads."
}


@dataclass(frozen=True, slots=True)
class SidecarTarget:
    """The sidecar to write for a photo; or None, and why the program would not read it."""

    path: Path | None
    why_not: str = ""


def as_read_by(program: Program | None, written: WallTime) -> WallTime:
    """Return a time as it has to be written for a program to show what it says.

    digiKam turns a time with a zone into the local time of the computer it runs on, and a photo's
    own time never: at home after a journey, some photos would be hours off the others.
    """
    return replace(written, zone_s=None) if program == "digikam" else written


def is_sidecar_name(photo: str, name: str) -> bool:
    """Tell whether a sidecar of a photo may have this name, for whichever program; case aside.

    >>> is_sidecar_name("IMG_1.CR3", "IMG_1.xmp"), is_sidecar_name("IMG_1.CR3", ".bashrc")
    (True, False)
    """
    stem = PurePosixPath(photo).stem
    return name.lower() in (f"{photo}.xmp".lower(), f"{stem}.xmp".lower())


def sidecar_for(photo: Path, program: Program | None, siblings: Container[str]) -> SidecarTarget:
    """Return the sidecar that a program reads for a photo, given the names beside it.

    Without a program: NAME.EXT.xmp, which three of the four read, and NAME.xmp for a RAW that
    already has one.
    """
    full, short = photo.with_name(f"{photo.name}.xmp"), photo.with_suffix(".xmp")
    suffix = photo.suffix.lower()
    if program == "lightroom":
        if suffix in _ADOBE_EMBEDDED:
            return SidecarTarget(
                None, "Lightroom reads this format's times in the file: use --to file"
            )
        if suffix in _VIDEOS:
            return SidecarTarget(None, "Lightroom does not read sidecars of videos: use --to file")
        return SidecarTarget(short)
    if full.name in siblings or short.name not in siblings:
        return SidecarTarget(full)
    # Immich reads the full name first: a new one would hide what the short one says
    is_raw = suffix not in _ADOBE_EMBEDDED | _VIDEOS
    return SidecarTarget(short if program == "immich" or (program is None and is_raw) else full)

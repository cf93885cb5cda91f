"""Clips as the browser plays them: their own files, in parts as it asks for them."""

from pathlib import Path

from starlette.responses import FileResponse

from coincide.errors import UsageError
from coincide.media.formats import HEAD_BYTES, format_of
from coincide.model import Photo

# what browsers are told of the containers that they play; of all others they are told nothing
_KINDS = {**dict.fromkeys(("MP4", "MOV", "3GP"), "video/mp4"), "MKV": "video/webm"}
_UNKNOWN = "application/octet-stream"


def clip_file(photo: Photo) -> Path | None:
    """Return the file of a clip; None where it is none, or no longer there, or not on a disk."""
    if photo.clip is None:
        return None
    try:
        path = photo.file
    except UsageError:
        return None
    return path if path.is_file() else None


def clip_response(path: Path, key: str) -> FileResponse:
    """Return a clip's file as an answer, whole or the part that was asked for."""
    headers = {"Cache-Control": "private, no-cache", "ETag": f'"{key[:24]}"'}
    return FileResponse(path, media_type=_kind(path), headers=headers)


def _kind(path: Path) -> str:
    try:
        with path.open("rb") as file:
            head = file.read(HEAD_BYTES)
    except OSError:
        return _UNKNOWN
    return _KINDS.get(format_of(path, head) or "", _UNKNOWN)

"""Clips as the browser plays them: their own files, in parts as it asks for them."""

import os
from pathlib import Path

from starlette.responses import FileResponse
from starlette.types import Receive, Scope, Send

from coincide.app.review.pictures import RealPaths
from coincide.errors import UsageError
from coincide.media.formats import HEAD_BYTES, format_of
from coincide.model import Photo

# what browsers are told of the containers that they play; of all others they are told nothing
_KINDS = {**dict.fromkeys(("MP4", "MOV", "3GP"), "video/mp4"), "MKV": "video/webm"}
_UNKNOWN = "application/octet-stream"


class ClipResponse(FileResponse):
    """A file that is open already, as an answer: whoever swaps it now is too late."""

    def __init__(self, descriptor: int, path: Path, kind: str, key: str) -> None:
        headers = {"Cache-Control": "private, no-cache", "ETag": f'"{key[:24]}"'}
        there = Path(f"/dev/fd/{descriptor}")
        opened = there if there.exists() else path  # not every system has such names
        super().__init__(opened, media_type=kind, headers=headers, stat_result=os.fstat(descriptor))
        self._descriptor = descriptor

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it, or the part that was asked for."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            os.close(self._descriptor)


def clip_response(photo: Photo, files: RealPaths) -> ClipResponse | None:
    """Return a clip's file as an answer.

    None where it is no clip, no longer there, not on a disk, or another file than was opened.
    """
    if photo.clip is None:
        return None
    try:
        path = photo.file
    except UsageError:
        return None
    descriptor = files.open(path)
    if descriptor is None:
        return None
    format_ = format_of(path, os.read(descriptor, HEAD_BYTES))
    os.lseek(descriptor, 0, os.SEEK_SET)
    return ClipResponse(descriptor, path, _KINDS.get(format_ or "", _UNKNOWN), photo.key)

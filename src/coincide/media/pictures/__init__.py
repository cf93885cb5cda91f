"""From any file that shows something to an upright picture: photo, RAW preview or video frame."""

from coincide.media.pictures.upright import DECODE_ERRORS, open_picture

__all__ = ["DECODE_ERRORS", "open_picture"]

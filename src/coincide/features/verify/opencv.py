"""OpenCV, where it is installed: it comes with an extra, and takes a while to load."""

from types import ModuleType

from coincide.errors import ModelError


def load_opencv() -> ModuleType:
    """Return the cv2 module, or say how to get it."""
    try:
        import cv2
    except ImportError as error:
        raise ModelError(
            f"Verifying links needs OpenCV ({error}). Install it: pip install 'coincide[verify]'."
        ) from error
    return cv2

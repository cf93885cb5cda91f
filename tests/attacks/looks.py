"""All that a run does with a file whose name promises a photo or a film."""

import contextlib
from collections.abc import Callable
from pathlib import Path

from coincide.features.backbones import Preprocess
from coincide.features.frames import decode_frames
from coincide.features.images import DECODE_ERRORS, decode
from coincide.media.pictures import open_picture
from coincide.media.sound import read_sound
from coincide.media.tagreader import all_tags

PREPROCESS = Preprocess(mean=(127.0, 127.0, 127.0), std=(128.0, 128.0, 128.0))


def looks_at(path: Path) -> list[Callable[[], object]]:
    """Return all that a run does with a file whose name promises a photo or a film."""
    return [
        lambda: open_picture(path),
        lambda: decode(path, PREPROCESS),
        lambda: decode_frames(path, PREPROCESS, 2.0, 10),
        lambda: read_sound(path),
        lambda: all_tags(path),
    ]


def look(path: Path) -> list[object]:
    """Do all of it; return what was shown or heard."""
    found = []
    for act in looks_at(path):
        with contextlib.suppress(*DECODE_ERRORS, ValueError, OSError):
            found.append(act())
    return found

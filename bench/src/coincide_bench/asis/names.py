"""Names that tell nothing, for files that a website named by day, order or place."""

import hashlib
import re
from pathlib import Path

# what cameras call their photos: DSC_0024, IMG_1234, DSC00174, P1010023, DSCF0838
_BY_CAMERA = re.compile(r"(?:DSC[_F]?|_DSC|IMG_|DSCN|SAM_|P\d{2})\d{4,5}", re.IGNORECASE)
_LETTERS = str.maketrans("0123456789abcdef", "abcdefghijklmnop")
_LENGTH = 12


def neutral_name(path: Path) -> str:
    """Return a name by content alone; the name that a camera gave is kept.

    Letters only: digits could be taken for a camera's counter.
    """
    if _BY_CAMERA.fullmatch(path.stem):
        return path.name
    digest = hashlib.sha256(path.read_bytes()).hexdigest().translate(_LETTERS)
    return f"{digest[:_LENGTH]}{path.suffix.lower()}"

"""Events of small, distinct pictures, written in no time."""

from pathlib import Path

import numpy as np
from PIL import Image

from tests.photo_files import exif_bytes


def write_event(folder: Path, sizes: dict[str, int], *, seed: int = 0) -> Path:
    """Write one folder per person; photo n of each was taken at 14:00 plus n minutes.

    Photos of the same number show the same pattern, seen a little differently.
    """
    rng = np.random.default_rng(seed)
    scenes = rng.integers(0, 255, (max(sizes.values()), 8, 10, 3), dtype=np.uint8)
    for number, (person, n_photos) in enumerate(sizes.items()):
        (folder / person).mkdir(parents=True)
        for n in range(n_photos):
            exif = exif_bytes(
                f"2024:05:04 {14 + n // 60:02d}:{n % 60:02d}:00", make="Maker", model=f"M{number}"
            )
            noisy = np.clip(scenes[n] + rng.normal(0, 6, scenes[n].shape), 0, 255).astype(np.uint8)
            picture = Image.fromarray(noisy).resize((320, 240), Image.Resampling.BICUBIC)
            picture.save(folder / person / f"IMG_{n:04d}.jpg", exif=exif)
    return folder

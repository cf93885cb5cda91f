"""What is Pillow's for a whole process, and so the business of whoever owns the process."""

import logging
import warnings

from PIL import Image

# what an event takes (IngestOptions), and so what is decoded
MAX_PIXELS = 250_000_000


def settle_process(max_pixels: int) -> None:
    """Have photos up to our own limit decoded, and broken files reported by us alone."""
    Image.MAX_IMAGE_PIXELS = max_pixels
    logging.getLogger("PIL").setLevel(logging.CRITICAL)
    warnings.filterwarnings("ignore", module=r"PIL\.")

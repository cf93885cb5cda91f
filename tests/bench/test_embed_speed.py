from pathlib import Path

import pytest

from coincide.bench.embed_speed import measure_embedding
from coincide.config import EmbedOptions


@pytest.mark.slow
def test_embedding_is_faster_than_the_serial_loop(tmp_path: Path) -> None:
    """The full size, 500 photos, is `coincide bench embed`; here 64, in one run."""
    speed = measure_embedding(tmp_path, 64, EmbedOptions(), tell=lambda _done, _total: None)
    assert speed.n_photos == 64
    assert speed.ratio >= 1.1

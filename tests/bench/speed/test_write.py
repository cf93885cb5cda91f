from pathlib import Path

import pytest

from coincide.features.options import EmbedOptions
from coincide_bench.speed.write import measure_writing


@pytest.mark.slow
@pytest.mark.alone
def test_planning_and_writing_cost_less_than_a_tenth_of_embedding(tmp_path: Path) -> None:
    """The full size, 200 photos, is `coincide bench speed write`; here 64, in one run."""
    speed = measure_writing(tmp_path, 64, EmbedOptions(), tell=lambda _done, _total: None)
    assert speed.n_photos == 64
    assert speed.share < 0.1

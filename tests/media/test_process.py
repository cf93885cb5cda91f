import logging
import warnings

import pytest
from PIL import Image

from coincide.media.process import settle_process


def test_a_process_takes_photos_up_to_our_own_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 1)
    monkeypatch.setattr(logging.getLogger("PIL"), "level", logging.NOTSET)
    with warnings.catch_warnings():
        settle_process(1234)
    assert Image.MAX_IMAGE_PIXELS == 1234
    assert logging.getLogger("PIL").level == logging.CRITICAL

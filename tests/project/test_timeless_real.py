"""The figures of docs/lab.md hold, on the smallest of the sets."""

from pathlib import Path

import numpy as np
import pytest

from coincide.features.backbones import open_backbone
from coincide.project.read.features import compute_features
from coincide.storage.store import Store
from tests.project.timeless_trials import OPTIONS, copies_trial, hidden_trial, read_set


@pytest.mark.slow
def test_hidden_times_of_real_photos(shared: Path, tmp_path: Path) -> None:
    event = read_set(shared / "datasets", "newyork_2021")
    backbone = open_backbone(OPTIONS.embed.backbone)
    with Store(tmp_path / "project") as store:
        compute_features(event, backbone, store, OPTIONS, lambda *_: None)
        for cut in (False, True):
            copies = copies_trial(event, backbone, store, cut=cut)
            assert len(copies.copy_error_s) >= 0.95 * copies.n_asked
            assert max(copies.copy_error_s) <= 60
        hidden = hidden_trial(event, backbone, store, seeds=2)
    errors_s = np.array([*hidden.copy_error_s, *hidden.look_error_s])
    assert len(errors_s) >= 0.3 * hidden.n_asked
    assert (errors_s <= 3600).mean() >= 0.9

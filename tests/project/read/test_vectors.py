"""How photos look is read from the store as the project's last sync left it there."""

from pathlib import Path

import numpy as np
import onnx
import pytest

from coincide.features.backbones import open_backbone
from coincide.features.backbones.cache import CACHE_VARIABLE
from coincide.features.options import EmbedOptions
from coincide.model import Singles
from coincide.project import Project
from coincide.project.album.items import items_of
from coincide.project.folder.settings import ProjectSettings, save_settings
from coincide.project.folder.trust import require_code
from coincide.project.options import SyncOptions
from coincide.project.read.features import chosen_taps, feature_key
from coincide.project.read.vectors import looks_of
from coincide.storage.store import Store
from tests.drawn import write_event
from tests.features.test_backbones_googlenet import make_network


def keep(folder: Path, options: SyncOptions, *blocks: Singles) -> None:
    """Keep options, and what a sync with them saw of a photo "b", a block for each layer."""
    backbone = open_backbone(options.embed.backbone, weights=options.embed.weights)
    taps = chosen_taps(backbone, options.features, options.method)
    with Store(folder) as store:
        for tap, block in zip(taps, blocks, strict=True):
            store.save_vectors(feature_key(backbone, tap), ["b"], block)
    save_settings(folder, ProjectSettings(options=options))


def test_looks_are_those_of_the_store_as_far_as_it_has_them(tmp_path: Path) -> None:
    keep(tmp_path, SyncOptions(), np.full((1, 4), 3.0, np.float32))
    assert looks_of(["a", "b"], tmp_path).tolist() == [[0.0] * 4, [0.5] * 4]
    assert looks_of(["a"], tmp_path).shape == (1, 0)
    assert looks_of(["a", "b"], None).shape == (2, 0)


def test_a_map_looks_as_its_regions_do_together_and_layers_count_alike(tmp_path: Path) -> None:
    regions = np.zeros((1, 2, 1, 2), np.float32)
    regions[0, :, 0, :] = [[8.0, 0.0], [0.0, 8.0]]
    keep(tmp_path, SyncOptions(features="28x28"), regions)
    assert looks_of(["b"], tmp_path) == pytest.approx(np.array([[0.5**0.5, 0.5**0.5]]))
    keep(tmp_path, SyncOptions(features="28x28,14x14"), regions, regions * [[100.0, 0.0]])
    assert looks_of(["b"], tmp_path) == pytest.approx(np.array([[0.5, 0.5, 0.5**0.5, 0.0]]))


def test_another_network_is_the_one_that_is_asked(tmp_path: Path) -> None:
    weights = tmp_path / "own.onnx"
    onnx.save(make_network(), weights)
    embed = EmbedOptions(backbone="googlenet", weights=weights)
    keep(tmp_path / "project", SyncOptions(embed=embed), np.full((1, 4), 3.0, np.float32))
    assert looks_of(["b"], tmp_path / "project").shape == (1, 0)  # nobody named it yet
    require_code(SyncOptions(embed=embed))
    assert looks_of(["b"], tmp_path / "project").tolist() == [[0.5] * 4]
    weights.unlink()  # an album is made without it, of times alone
    assert looks_of(["b"], tmp_path / "project").shape == (1, 0)


def test_nothing_is_downloaded_to_look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))
    options = SyncOptions(embed=EmbedOptions(backbone="googlenet"))
    save_settings(tmp_path, ProjectSettings(options=options))
    assert looks_of(["b"], tmp_path).shape == (1, 0)
    assert not (tmp_path / "cache").exists()


def test_the_album_of_another_layer_has_looks(tmp_path: Path) -> None:
    project = Project.at(write_event(tmp_path / "party", {"ann": 4, "bob": 3}))
    solution = project.sync(SyncOptions(features="7x7", anchor="ann")).solution
    keys = [one.photo.key for one in items_of(solution)]
    looks = looks_of(keys, solution.event.project)
    assert np.linalg.norm(looks, axis=1) == pytest.approx(np.ones(len(keys)))
    assert len({row.tobytes() for row in looks}) > 1

"""Embedding overlaps, keeps its order, bounds its memory and survives bad photos."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from coincide.features import run
from coincide.features.backbones import Backbone, Preprocess, open_backbone
from coincide.features.colour import describe_colours
from coincide.features.images import decode
from coincide.features.options import EmbedOptions
from coincide.features.session import BackboneSession
from coincide.model import Photo

OPTIONS = EmbedOptions(batch=4, threads=1, decoders=2)


@pytest.fixture(scope="module")
def backbone() -> Backbone:
    return open_backbone("efficientnet-lite0")


@pytest.fixture(scope="module")
def session(backbone: Backbone) -> BackboneSession:
    return BackboneSession(backbone, ["pooled", "7x7"], threads=1, batch=4)


def write_photos(folder: Path, n: int) -> list[Photo]:
    rng = np.random.default_rng(0)
    photos = []
    for number in range(n):
        path = folder / f"{number:03d}.jpg"
        coarse = rng.integers(0, 255, (6, 8, 3), dtype=np.uint8)
        Image.fromarray(coarse).resize((320, 240)).save(path)
        photos.append(Photo(path, f"{number:064x}", float(number), float(number)))
    return photos


def test_each_photo_gets_what_it_would_get_alone(
    tmp_path: Path, backbone: Backbone, session: BackboneSession
) -> None:
    photos = write_photos(tmp_path, 11)
    batches = list(run.embed(photos, session, backbone.preprocess, OPTIONS))
    assert [photo for batch in batches for photo in batch.photos] == photos
    pooled = np.concatenate([batch.responses["pooled"] for batch in batches])
    maps = np.concatenate([batch.responses["7x7"] for batch in batches])
    colours = np.concatenate([batch.colours for batch in batches])
    assert maps.shape == (11, 49, 320)
    for number in (0, 5, 10):
        pixels = decode(photos[number].path, backbone.preprocess)[None]
        assert pooled[number].tobytes() == session.run(pixels)["pooled"][0].tobytes()
        assert colours[number].tobytes() == describe_colours(pixels)[0].tobytes()


def test_colours_need_no_network(tmp_path: Path, backbone: Backbone) -> None:
    photos = write_photos(tmp_path, 5)
    photos[4].path.write_bytes(b"no photo")
    batches = list(run.embed(photos, None, backbone.preprocess, OPTIONS))
    assert [batch.responses for batch in batches] == [{}, {}]
    assert [len(batch.colours) for batch in batches] == [4, 0]
    assert len(np.unique(batches[0].colours, axis=0)) == 4


def test_a_photo_that_cannot_be_decoded_is_named_and_the_rest_go_on(
    tmp_path: Path, backbone: Backbone, session: BackboneSession
) -> None:
    photos = write_photos(tmp_path, 9)
    for number in (0, 4, 5, 6, 7):
        photos[number].path.write_bytes(photos[number].path.read_bytes()[:300])
    batches = list(run.embed(photos, session, backbone.preprocess, OPTIONS))
    failed = [skipped for batch in batches for skipped in batch.failed]
    assert [skipped.path for skipped in failed] == [photos[n].path for n in (0, 4, 5, 6, 7)]
    assert all(skipped.reason.startswith("cannot be decoded: ") for skipped in failed)
    assert [photo for batch in batches for photo in batch.photos] == [
        photos[n] for n in (1, 2, 3, 8)
    ]


def test_decoding_runs_ahead_but_not_away(
    tmp_path: Path, backbone: Backbone, session: BackboneSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    photos = write_photos(tmp_path, 40)
    n_decoded = 0

    def counting(path: Path, preprocess: Preprocess) -> np.ndarray:
        nonlocal n_decoded
        n_decoded += 1
        return decode(path, preprocess)

    monkeypatch.setattr(run, "decode", counting)
    batches = run.embed(photos, session, backbone.preprocess, OPTIONS)
    next(batches)
    assert 4 <= n_decoded <= 4 + 2 * 4 + 2  # one batch, two more in waiting, one per decoder
    batches.close()

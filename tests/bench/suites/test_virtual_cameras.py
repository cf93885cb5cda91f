from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from coincide_bench.suites.virtual_cameras import (
    CAMERAS,
    VirtualCamera,
    frame_of,
    render,
    write_jpeg,
)


def scene(size: tuple[int, int] = (768, 512)) -> Image.Image:
    """A colourful picture with detail at every scale."""
    coarse = np.random.default_rng(0).integers(30, 226, (24, 32, 3), dtype=np.uint8)
    return Image.fromarray(coarse).resize(size, Image.Resampling.BICUBIC)


def rng_of(seed: int) -> np.random.Generator:
    return np.random.default_rng(seed)


def signature(picture: Image.Image) -> np.ndarray:
    """Mean colours, spread and detail: what differs between sensors."""
    small = np.asarray(picture.resize((96, 96)), dtype=np.float64)
    detail = np.abs(np.diff(small, axis=1)).mean()
    return np.array([*small.mean(axis=(0, 1)), small.std(), detail])


def test_there_are_eight_with_names_of_their_own() -> None:
    assert len({camera.name for camera in CAMERAS}) == len(CAMERAS) == 8


@pytest.mark.parametrize("camera", CAMERAS, ids=lambda camera: camera.name)
def test_frame_stays_inside_and_keeps_most(camera: VirtualCamera) -> None:
    for seed in range(50):
        for size in ((768, 512), (512, 768), (500, 500)):
            left, top, right, bottom = frame_of(size, camera.frame, rng_of(seed))
            assert 0 <= left < right <= size[0]
            assert 0 <= top < bottom <= size[1]
            # seen are 50 to 100 % of the side that limits the frame
            assert max((right - left) / size[0], (bottom - top) / size[1]) > 0.5


@pytest.mark.parametrize("camera", CAMERAS, ids=lambda camera: camera.name)
def test_rendering_has_the_cameras_form_and_stays_a_photo(camera: VirtualCamera) -> None:
    for size in ((768, 512), (512, 768)):
        picture = render(scene(size), camera, rng_of(1))
        assert picture.mode == "RGB"
        assert max(picture.size) / min(picture.size) == pytest.approx(camera.frame.aspect, abs=0.01)
        long_side = picture.width if size[0] >= size[1] else picture.height
        assert long_side == camera.long_side_px
        levels = np.asarray(picture, dtype=np.float64)
        assert 40 < levels.mean() < 215
        assert levels.std() > 15
        assert np.mean((levels == 0) | (levels == 255)) < 0.2


def test_any_two_cameras_differ_far_more_than_two_shots_of_one() -> None:
    image = scene()
    shots = np.array(
        [[signature(render(image, camera, rng_of(n))) for n in range(6)] for camera in CAMERAS]
    )
    within = shots.std(axis=1).mean(axis=0)
    means = shots.mean(axis=1) / within
    for one in range(len(CAMERAS)):
        for other in range(one):
            assert np.abs(means[one] - means[other]).max() > 2.0


def test_same_draw_same_pixels_and_another_draw_others() -> None:
    image, camera = scene(), CAMERAS[3]
    first = np.asarray(render(image, camera, rng_of(5)))
    assert np.array_equal(first, np.asarray(render(image, camera, rng_of(5))))
    assert not np.array_equal(first, np.asarray(render(image, camera, rng_of(6))))


def test_tiny_photo_can_be_rendered() -> None:
    assert render(scene((3, 2)), CAMERAS[0], rng_of(0)).width == CAMERAS[0].long_side_px


def test_jpeg_has_no_tag(tmp_path: Path) -> None:
    image = scene()
    image.getexif()[0x010F] = "Maker"
    write_jpeg(render(image, CAMERAS[4], rng_of(0)), CAMERAS[4], tmp_path / "a.jpg")
    with Image.open(tmp_path / "a.jpg") as written:
        assert not written.getexif()
        assert written.format == "JPEG"

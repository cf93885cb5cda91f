"""What faces add: telling links of one moment from others, with and without them.

    python -m coincide_bench.people_gain DATASETS_DIR MODELS_DIR

MODELS_DIR has YuNet (``yunet_n_640_640.onnx``), which finds faces, and MobileFaceNet
(``MobileFaceNet.onnx``), which tells them apart; neither is a part of Coincide. Of each photo's
three most similar photos of every other camera, which were taken within three minutes? Similarity
alone ranks them; so does similarity with how alike their most alike faces are, weighed by a
logistic fit on the other events: no event helps itself. Real events that are developed on.
"""

import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import cv2
import numpy as np
import onnxruntime
from numpy.typing import NDArray
from scipy.optimize import minimize

from coincide.media.pictures import open_picture
from coincide.model import Floats, Indices, Photo, Singles
from coincide_bench.suites.context import BenchContext, default_cache
from coincide_bench.suites.photosets import load_galleries
from coincide_bench.suites.realevents import EVENTS, RealEvent
from coincide_bench.suites.vectors import plain_vectors
from coincide_bench.verify_fit import top_matches
from coincide_bench.verify_gain import NEAR_S, Flags, scores

Pixels = NDArray[np.uint8]
LONG_SIDE_PX, FACE_PX = 640, 112
# where eyes, nose and corners of the mouth belong in a face of 112 px, as the network learnt it
TEMPLATE = np.array(
    [(38.29, 51.70), (73.53, 51.50), (56.03, 71.74), (41.55, 92.37), (70.73, 92.20)], np.float32
)
MEAN, SD = np.array([0.485, 0.456, 0.406]), np.array([0.229, 0.224, 0.225])
# from this cosine on two faces are taken for one person's
SAME_PERSON = 0.5


@dataclass(frozen=True)
class Faces:
    """Finds faces and describes them by 128 numbers of length one."""

    finder: cv2.FaceDetectorYN
    network: onnxruntime.InferenceSession

    @classmethod
    def opened(cls, models: Path) -> "Faces":
        """Return both networks from a folder."""
        finder = cv2.FaceDetectorYN.create(str(models / "yunet_n_640_640.onnx"), "", (1, 1), 0.8)
        return cls(finder, onnxruntime.InferenceSession(str(models / "MobileFaceNet.onnx")))

    def of(self, pixels: Pixels) -> Singles:
        """Return the faces of a picture in RGB, (n, 128)."""
        self.finder.setInputSize((pixels.shape[1], pixels.shape[0]))
        _, boxes = self.finder.detect(np.ascontiguousarray(pixels[:, :, ::-1]))
        found = cast("Singles | None", boxes)  # None of a picture without a face
        if found is None:
            return np.zeros((0, 128), np.float32)
        crops = [_upright(pixels, face[4:14].reshape(5, 2)) for face in found]
        scaled = (np.stack(crops) / 255.0 - MEAN) / SD
        name = self.network.get_inputs()[0].name
        batch = scaled.transpose(0, 3, 1, 2).astype(np.float32)
        vectors = np.concatenate([self.network.run(None, {name: one[None]})[0] for one in batch])
        length = np.linalg.norm(vectors, axis=1, keepdims=True)
        return np.asarray(vectors / np.maximum(length, 1e-9), np.float32)


def _upright(pixels: Pixels, points: Singles) -> Pixels:
    """Return a face turned and scaled so that its five points are where they belong."""
    turn, _ = cv2.estimateAffinePartial2D(points.astype(np.float32), TEMPLATE, method=cv2.LMEDS)
    return np.asarray(cv2.warpAffine(pixels, turn, (FACE_PX, FACE_PX)), np.uint8)


@dataclass(frozen=True)
class Linked:
    """The links of an event: how alike, how alike their most alike faces, and whether near.

    ``face`` is NaN where one of the two has none.
    """

    name: str
    n_photos: int
    n_with_faces: int
    look: Floats
    face: Floats
    near: Flags


def linked(event: RealEvent, faces: Faces, context: BenchContext) -> Linked | None:
    """Return the links of one event; None where it is not at hand."""
    names = [clock.camera for clock in event.clocks]
    galleries = load_galleries(context, event.folder, names, tags=True)
    if galleries is None:
        return None
    told = [
        (number, photo, truth.instant_s)
        for number, (name, photos) in enumerate(galleries.items())
        for photo in photos
        if (truth := event.truth_of(name, photo)) is not None
    ]
    photos = [photo for _, photo, _ in told]
    found = [faces.of(_pixels(photo)) for photo in photos]
    gallery = np.array([number for number, _, _ in told], np.int64)
    pooled = plain_vectors(photos, context).pooled.astype(np.float32)
    links = top_matches(pooled, gallery)
    times_s = np.array([time_s for _, _, time_s in told])
    apart_s = np.abs(times_s[links.photo_a] - times_s[links.photo_b])
    return Linked(
        event.folder,
        len(photos),
        sum(len(array) > 0 for array in found),
        links.similarity,
        _most_alike(found, links.photo_a, links.photo_b),
        apart_s <= NEAR_S,
    )


def _pixels(photo: Photo) -> Pixels:
    with open_picture(photo.file) as picture:
        picture.thumbnail((LONG_SIDE_PX, LONG_SIDE_PX))
        return np.asarray(picture.convert("RGB"))


def _most_alike(found: Sequence[Singles], a: Indices, b: Indices) -> Floats:
    pairs = zip(a.tolist(), b.tolist(), strict=True)
    return np.array(
        [
            float((found[i] @ found[j].T).max()) if len(found[i]) and len(found[j]) else np.nan
            for i, j in pairs
        ]
    )


def _columns(one: Linked) -> Floats:
    """Return what a link is judged by: look, whether both have faces, how alike these are."""
    both = np.isfinite(one.face)
    # events differ in how alike all their photos are
    look = (one.look - one.look.mean()) / one.look.std()
    return np.stack([look, both, np.where(both, one.face, 0.0)], axis=1)


def fit(parts: Sequence[Linked]) -> Floats:
    """Return the weights of a logistic fit of near links, the constant first."""
    x = np.concatenate([_columns(part) for part in parts])
    near = np.concatenate([part.near for part in parts])

    def loss(weights: Floats) -> float:
        odds = weights[0] + x @ weights[1:]
        return float(np.mean(np.logaddexp(0.0, np.where(near, -odds, odds)))) + 1e-4 * float(
            weights[1:] @ weights[1:]
        )

    return np.asarray(minimize(loss, np.zeros(x.shape[1] + 1), method="BFGS").x)


def lines(found: Sequence[Linked]) -> Iterator[str]:
    """Yield what faces add, event by event."""
    for one in found:
        others = [other for other in found if other is not one]
        weights = fit(others)
        both = scores(_columns(one) @ weights[1:], one.near)
        alone, faces = scores(one.look, one.near), np.isfinite(one.face)
        same = faces & (np.nan_to_num(one.face) >= SAME_PERSON)
        yield (
            f"{one.name}: {one.n_with_faces} of {one.n_photos} photos have a face; of"
            f" {len(one.near)} links {one.near.sum()} are near, {faces.sum()} have faces on both"
            f" sides, {same.sum()} one person on both, {(same & one.near).sum()} of these near;"
            f" AUC {alone.auc:.3f} → {both.auc:.3f}, average precision"
            f" {alone.average_precision:.3f} → {both.average_precision:.3f}"
        )


def main(datasets: Path, models: Path) -> None:
    """Measure and tell."""
    context = BenchContext(default_cache(), datasets, report=False, progress=lambda *_: None)
    faces = Faces.opened(models)
    start = time.process_time()
    found = [linked(event, faces, context) for event in EVENTS if not event.report_only]
    kept = [one for one in found if one is not None and one.near.any()]
    n_photos = sum(one.n_photos for one in found if one is not None)
    took_ms = 1e3 * (time.process_time() - start) / n_photos
    sys.stdout.write(f"{took_ms:.0f} ms of processor time a photo, reading it included\n")
    for line in lines(kept):
        sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))

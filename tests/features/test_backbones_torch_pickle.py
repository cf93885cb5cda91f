import hashlib
import pickle
import struct
from collections import OrderedDict
from pathlib import Path

import numpy as np
import pytest

from coincide.errors import ModelError
from coincide.features.backbones.torch_pickle import load_state_dict, parse_state_dict

MAGIC = 0x1950A86A20F9469CFC6C
SOURCE = Path("weights.pth")
REBUILD = b"ctorch._utils\n_rebuild_tensor_v2\n"


def body(value: object) -> bytes:
    """The opcodes of a plain value, without the frame of a pickle."""
    return pickle.dumps(value, 2)[2:-1]


def tensor(
    *,
    offset: int = 0,
    shape: tuple[int, ...] = (2, 3),
    strides: tuple[int, ...] = (3, 1),
    length: int = 6,
    rebuild: bytes = REBUILD,
    storage: bytes = b"ctorch\nFloatStorage\n",
    kind: str = "storage",
) -> bytes:
    identity = b"(" + body(kind) + storage + body("k") + body("cpu") + body(length) + b"NtQ"
    arguments = b"(" + identity + body(offset) + body(shape) + body(strides) + b"\x89}t"
    return rebuild + arguments + b"R"


def weights_file(
    opcodes: bytes | None = None,
    *,
    values: bytes = np.arange(6, dtype="<f4").tobytes(),
    length: int = 6,
    magic: int = MAGIC,
    protocol: int = 1001,
    little_endian: bool = True,
) -> bytes:
    opcodes = tensor() if opcodes is None else opcodes
    state = b"\x80\x02}(" + body("w") + opcodes + b"u."
    heads = [magic, protocol, {"little_endian": little_endian}]
    return (
        b"".join(pickle.dumps(head, 2) for head in heads)
        + state
        + pickle.dumps(["k"], 2)
        + struct.pack("<q", length)
        + values
    )


def test_reads_a_tensor():
    state = parse_state_dict(weights_file(), source=SOURCE)
    assert list(state) == ["w"]
    assert state["w"].dtype == np.float32
    np.testing.assert_array_equal(state["w"], [[0, 1, 2], [3, 4, 5]])


def test_follows_strides_and_offset():
    content = weights_file(tensor(offset=1, shape=(2, 2), strides=(1, 2)))
    np.testing.assert_array_equal(parse_state_dict(content, source=SOURCE)["w"], [[1, 3], [2, 4]])


def test_reads_integers_and_scalars():
    opcodes = tensor(shape=(), strides=(), length=1, storage=b"ctorch\nLongStorage\n")
    content = weights_file(opcodes, values=np.int64(-7).tobytes(), length=1)
    value = parse_state_dict(content, source=SOURCE)["w"]
    assert (value.shape, value.dtype, value.item()) == ((), np.int64, -7)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (weights_file(tensor(offset=1)), "beyond its storage"),
        (weights_file(tensor(strides=(4, 1))), "beyond its storage"),
        (weights_file(tensor(shape=(0, 3))), "beyond its storage"),
        (weights_file(tensor(shape=(1 << 40,), strides=(0,))), "beyond its storage"),
        (weights_file(tensor(offset=-1)), "malformed tensor"),
        (weights_file(tensor(strides=(-3, 1))), "malformed tensor"),
        (weights_file(tensor(strides=(1,))), "malformed tensor"),
        (weights_file(tensor(shape=("x", 3))), "not a weights file"),  # type: ignore[arg-type]
        (weights_file(tensor(kind="module")), "unknown persistent object"),
        (weights_file(tensor(rebuild=b"cbuiltins\neval\n")), r"refused name builtins\.eval"),
        (weights_file(tensor(storage=b"ctorch\nHalfStorage\n")), r"refused name torch\.HalfStor"),
        (weights_file(length=5), "storage of 5 numbers, expected 6"),
        (weights_file(length=-1), "expected 6"),
        (weights_file(values=bytes(20)), "ends too early"),
        (weights_file(values=bytes(25)), "more bytes"),
        (weights_file(magic=1), "old little-endian format"),
        (weights_file(protocol=1002), "old little-endian format"),
        (weights_file(little_endian=False), "old little-endian format"),
        (weights_file(body(3)), "not a weights file"),
        (b"PK\x03\x04", "not a weights file"),
    ],
)
def test_refuses_what_does_not_fit(content: bytes, reason: str):
    with pytest.raises(ModelError, match=reason) as caught:
        parse_state_dict(content, source=SOURCE)
    assert str(caught.value).startswith("weights.pth: ")


def test_refuses_every_truncation():
    content = weights_file()
    for length in range(len(content)):
        with pytest.raises(ModelError):
            parse_state_dict(content[:length], source=SOURCE)


def test_runs_nothing_a_pickle_names(tmp_path: Path):
    trap = tmp_path / "trap"
    call = b"cos\nmkdir\n(" + body(str(trap)) + b"tR"
    with pytest.raises(ModelError, match=r"refused name os\.mkdir"):
        parse_state_dict(weights_file(call), source=SOURCE)
    assert not trap.exists()


def test_checks_the_whole_file_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "weights.pth"
    path.write_bytes(weights_file())
    right = hashlib.sha256(path.read_bytes()).hexdigest()
    assert list(load_state_dict(path, sha256=right)) == ["w"]

    def unreachable(*_: object, **__: object) -> None:
        raise AssertionError("parsed before it was checked")

    monkeypatch.setattr("coincide.features.backbones.torch_pickle.parse_state_dict", unreachable)
    with pytest.raises(ModelError, match=f"sha256 {right}, expected {'0' * 64}"):
        load_state_dict(path, sha256="0" * 64)


def test_names_a_file_that_is_not_there(tmp_path: Path):
    with pytest.raises(ModelError, match=r"gone\.pth: cannot read"):
        load_state_dict(tmp_path / "gone.pth", sha256="0" * 64)


def test_agrees_with_torch(tmp_path: Path):
    torch = pytest.importorskip("torch", reason="torch is a development tool only")
    generator = torch.Generator().manual_seed(1)
    base = torch.randn(4, 5, 3, generator=generator)
    state = OrderedDict(
        plain=base, turned=base.permute(2, 0, 1), part=base[1:3, 2], count=torch.tensor(11)
    )
    path = tmp_path / "state.pth"
    torch.save(state, path, _use_new_zipfile_serialization=False)
    read = parse_state_dict(path.read_bytes(), source=path)
    assert list(read) == list(state)
    for name, value in state.items():
        assert read[name].shape == tuple(value.shape)
        np.testing.assert_array_equal(read[name], value.numpy())

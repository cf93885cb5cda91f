"""The command line starts fast: it loads what a command needs when that command runs."""

import subprocess
import sys

import pytest

# Pillow's settings are of the whole process and made at the start: PIL.Image is there, no more
HEAVY = {
    *("numpy", "scipy", "msgspec", "safetensors", "onnx", "onnxruntime"),
    *("exiv2", "pillow_heif", "rawpy", "av", "cv2", "PIL.ImageOps", "PIL.JpegImagePlugin"),
    *("fastapi", "uvicorn", "fsspec", "faiss", "ray", "prometheus_client", "matplotlib"),
    *("coincide.model", "coincide.storage", "coincide.media.pictures", "coincide.timeline"),
    *("coincide.ingest", "coincide.solver.joint", "coincide.features.backbones"),
    *("coincide.album", "coincide.writing.album", "coincide.writing.plan"),
    *("coincide.writing.clips", "coincide.writing.apply", "coincide.writing.served"),
    *("coincide.servers", "coincide.demo", "coincide.project", "coincide.app.review"),
}
MODULES = "print(*sys.modules, file=sys.stderr)"
RUN = f"import sys; from coincide.__main__ import main\ntry:\n    main()\nfinally:\n    {MODULES}\n"


def loaded_by(code: str, *arguments: str) -> set[str]:
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return set(done.stderr.split())


def test_the_commands_are_there_before_anything_heavy_is() -> None:
    loaded = loaded_by(f"import coincide.app.cli.app, sys; {MODULES}")
    assert "coincide.app.cli.sync" in loaded
    assert sorted(HEAVY & loaded) == []


@pytest.mark.parametrize(
    "arguments",
    [("--version",), ("--help",), ("sync", "--help"), ("plan", "--help"), ("hint", "--help")],
    ids=" ".join,
)
def test_help_loads_nothing_heavy(arguments: tuple[str, ...]) -> None:
    loaded = loaded_by(RUN, *arguments)
    assert "coincide.app.cli.sync" in loaded
    assert sorted(HEAVY & loaded) == []

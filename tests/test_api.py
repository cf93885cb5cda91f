"""What the package promises to the outside."""

import subprocess
import sys

import coincide


def test_public_names() -> None:
    assert sorted(coincide.__all__) == [
        "CoincideError",
        "Estimate",
        "Event",
        "Gallery",
        "Offsets",
        "OpenProject",
        "Photo",
        "Placement",
        "SkippedPhoto",
        "SyncOptions",
        "SyncResult",
        "Timeline",
        "TimelineEntry",
        "__version__",
        "load_event",
        "open",
        "sync",
    ]
    assert all(hasattr(coincide, name) for name in coincide.__all__)


def test_importing_does_not_load_what_only_some_runs_need() -> None:
    """onnxruntime takes most of a second, and --help does not need it."""
    heavy = ["onnx", "onnxruntime", "torch", "scipy.optimize", "coincide.demo.render"]
    code = f"import coincide.app.cli, sys; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"

"""``coincide doctor`` in processes in which packages are missing."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from coincide.__main__ import main

# a module that is None cannot be imported, as if it were not installed
BLOCKED = (
    "import runpy, sys\n"
    "blocked, sys.argv = sys.argv[1].split(), ['coincide', *sys.argv[2:]]\n"
    "sys.modules.update(dict.fromkeys(blocked))\n"
    "runpy.run_module('coincide', run_name='__main__')\n"
)
OPTIONAL = "rawpy av fastapi uvicorn threadpoolctl cv2 s3fs fsspec faiss prometheus_client ray"


def run(blocked: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", BLOCKED, blocked, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def findings(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    document = json.loads(done.stdout)
    assert document["schema"] == "coincide.doctor/1"
    assert document["ok"] == (done.returncode == 0)
    return {finding["name"]: finding for finding in document["findings"]}


def test_what_only_some_need_may_be_missing(tmp_path: Path) -> None:
    done = run(OPTIONAL, "doctor", "--json", "--project", tmp_path / "here")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    found = findings(done)
    for extra in ("raw", "video", "web", "verify", "s3", "cluster"):
        finding = found[f"coincide[{extra}]"]
        assert finding["problem"], extra
        assert finding["remedy"].endswith(f'install "coincide[{extra}]"')
    assert found["numpy"]["problem"] is None
    assert found["project folder"]["version"] == str(tmp_path / "here")
    assert list(tmp_path.iterdir()) == []


def test_text_has_the_lines_to_copy() -> None:
    done = run(OPTIONAL, "doctor")
    assert done.returncode == 0, done.stderr
    assert 'install "coincide[web]"' in done.stdout
    assert "Everything that Coincide needs is installed." in done.stdout


@pytest.mark.parametrize("module", ["onnxruntime", "exiv2", "msgspec", "typer"])
def test_what_everyone_needs_is_told_by_any_way_it_can_be(module: str) -> None:
    """Some are loaded before there is a command line, most by the command that needs them."""
    done = run(f"{module} {OPTIONAL}", "doctor", "--json")
    assert done.returncode == 1, done.stderr
    assert "Traceback" not in done.stderr
    assert findings(done)[module]["problem"]


def test_any_command_says_what_is_missing() -> None:
    done = run(f"exiv2 {OPTIONAL}", "sync", "party")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "Coincide cannot work here yet: exiv2." in done.stdout


def test_a_bug_of_ours_is_not_taken_for_a_missing_package() -> None:
    done = run(f"coincide.app.cli.output.tables {OPTIONAL}", "doctor")
    assert done.returncode == 1
    assert "Traceback" in done.stderr
    assert "coincide.app.cli.output.tables" in done.stderr


def test_a_full_disk_is_not_taken_for_a_missing_package(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        import coincide.project  # noqa: F401

        raise OSError("No space left on device")

    monkeypatch.setattr("coincide.app.cli.main", fail)
    monkeypatch.setattr("coincide.app.doctor.examine", pytest.fail)
    with pytest.raises(OSError, match="No space left"):
        main()


def test_a_project_folder_that_cannot_be_written_is_a_mistake(tmp_path: Path) -> None:
    (tmp_path / "party").write_text("no folder")
    done = run(OPTIONAL, "doctor", "--json", tmp_path / "party" / "x")
    assert done.returncode == 1
    assert findings(done)["project folder"]["problem"]

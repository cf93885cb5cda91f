"""An environment with the wheel of this checkout, as a stranger would have it."""

import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

from tests.journeys.shell import ROOT, Environment
from tests.once import for_this_run, made_once


def build_wheel(folder: Path, source: Path = ROOT) -> Path:
    """Build the wheel of this checkout, with the front end inside, without a network."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=source, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def install_wheel(wheel: Path, folder: Path, *others: Path) -> Environment:
    """Install wheels into a new environment that borrows the dependencies of this one.

    They are borrowed by a path file. Python does not follow path files inside of borrowed folders,
    so an editable checkout that is installed there stays out of sight.
    """
    venv.create(folder, with_pip=True, symlinks=True)
    python = folder / "bin" / "python"
    offline = ("--quiet", "--no-index", "--no-deps", "--disable-pip-version-check")
    subprocess.run([python, "-m", "pip", "install", *offline, wheel, *others], check=True)
    (site,) = folder.glob("lib/python*/site-packages")
    (site / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return Environment(python)


def installed_wheel(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """Return an environment of the built wheel; all tests of a run have the same one."""
    shared = for_this_run(tmp_path_factory)
    (wheel,) = made_once(shared / "dist", build_wheel).glob("*.whl")
    made_once(shared / "env", lambda folder: install_wheel(wheel, folder))
    return Environment(shared / "env" / "bin" / "python")


@pytest.fixture(scope="session")
def wheel_env(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment of the built wheel, which does not see the checkout."""
    return installed_wheel(tmp_path_factory)


@pytest.fixture(scope="session")
def bench_env(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """Another with the benchmark's wheel too."""
    folder = tmp_path_factory.mktemp("bench")
    (wheel,) = made_once(for_this_run(tmp_path_factory) / "dist", build_wheel).glob("*.whl")
    return install_wheel(wheel, folder / "env", build_wheel(folder / "bench", ROOT / "bench"))

"""Packages built from a copy of the repository, on a machine with Python alone."""

import shutil
import tarfile
import zipfile
from dataclasses import dataclass
from email.message import Message
from email.parser import Parser
from pathlib import Path

import pytest

from tests.once import for_this_run, made_once
from tools import packages


@dataclass(frozen=True)
class Machine:
    """A new environment, and what its commands see: no Node, no ExifTool, no cache of pip's."""

    python: Path
    variables: dict[str, str]


@dataclass(frozen=True)
class Wheel:
    """A wheel, the names inside of it, and its metadata."""

    path: Path
    names: frozenset[str]
    metadata: Message


def open_wheel(path: Path) -> Wheel:
    """Return a wheel as read from disk."""
    with zipfile.ZipFile(path) as archive:
        names = frozenset(archive.namelist())
        (name,) = [one for one in names if one.endswith(".dist-info/METADATA")]
        return Wheel(path, names, Parser().parsestr(archive.read(name).decode("utf-8")))


def sdist_names(path: Path) -> frozenset[str]:
    """Return the names of an sdist's files, without the folder that holds them all."""
    with tarfile.open(path) as archive:
        return frozenset(one.name.split("/", 1)[1] for one in archive if one.isfile())


@pytest.fixture(scope="session")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    """A machine that has Python, and nothing else."""
    folder = tmp_path_factory.mktemp("machine")
    python = packages.make_environment(folder / "env")
    variables = packages.bare_variables(folder / "env", folder / "home")
    # of what is installed here, little is imported, and then Python compiles it; threads of
    # several workers would wait for each other
    return Machine(python, variables | {"PIP_COMPILE": "0", "OPENBLAS_NUM_THREADS": "1"})


@pytest.fixture(scope="session")
def built(machine: Machine, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clone and the wheel that pip builds of it, once for all workers."""

    def make(folder: Path) -> None:
        source = packages.copy_sources(folder / "coincide")  # nothing built, nothing installed
        out = folder / "wheel"
        packages.build_wheel(source, out, python=machine.python, env=machine.variables)

    return made_once(for_this_run(tmp_path_factory) / "built", make)


@pytest.fixture(scope="session")
def clone(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The repository as it was cloned, with the front end that was built for the wheel."""
    to = tmp_path_factory.mktemp("clone") / "coincide"
    return Path(shutil.copytree(built / "coincide", to, symlinks=True))


@pytest.fixture(scope="session")
def wheel(built: Path) -> Wheel:
    """The wheel that pip builds of a clone."""
    (path,) = (built / "wheel").glob("*.whl")
    return open_wheel(path)


@pytest.fixture(scope="session")
def sdist(wheel: Wheel, clone: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sdist of the clone; its front end was built for the wheel."""
    return packages.build_sdist(clone, tmp_path_factory.mktemp("sdist"))

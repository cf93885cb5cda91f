"""Copy, pack and install Coincide as a stranger would: what git holds, a wheel, an sdist.

``python -m tools.packages FOLDER`` builds all packages of a release into a folder.
"""

import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Mapping
from pathlib import Path

Command = list[str | Path]
ROOT = Path(__file__).resolve().parents[1]
# the versions of what builds the packages; another one would write other bytes
BUILD_CONSTRAINTS = ".ci/build-constraints.txt"
# how this machine reaches the package indexes; nothing else of it reaches a stranger's commands
NETWORK = ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "NODE_EXTRA_CA_CERTS", "TMPDIR")
NETWORK_BEGINNINGS = ("PIP_", "NPM_CONFIG_", "UV_", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY")


def copy_sources(target: Path) -> Path:
    """Copy what a clone would hold, with what is not committed yet, and return the folder."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():  # what was deleted and not committed is still listed
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, target / name)
    return target


def bare_variables(folder: Path, home: Path) -> dict[str, str]:
    """Return what a command sees on a machine with only Python: no Node, and no cache of pip's."""
    home.mkdir(parents=True, exist_ok=True)
    kept = {name: value for name, value in os.environ.items() if _is_network(name)}
    return {
        **kept,
        "PATH": str(folder / ("Scripts" if os.name == "nt" else "bin")),
        "HOME": str(home),
        "VIRTUAL_ENV": str(folder),
        "LC_ALL": "C.UTF-8",
        "COLUMNS": "120",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    }


def _is_network(name: str) -> bool:
    return name in NETWORK or name.upper().startswith(NETWORK_BEGINNINGS)


def make_environment(folder: Path) -> Path:
    """Make an environment with Python and pip alone, and return its Python."""
    venv.create(folder, with_pip=True, symlinks=os.name != "nt")
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def build_wheel(
    source: Path, out: Path, *, python: Path | None = None, env: Mapping[str, str] | None = None
) -> Path:
    """Build the wheel of a source folder or an sdist with pip into a new folder, and return it.

    pip fetches what the build asks for, Node among it, into an environment of its own.
    """
    command: Command = [python or sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps"]
    subprocess.run([*command, "--wheel-dir", out, source], check=True, env=env)
    (wheel,) = out.glob("*.whl")
    return wheel


def build_sdist(source: Path, out: Path) -> Path:
    """Build the sdist of a source folder with this environment's hatchling, and return it."""
    command: Command = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", out]
    subprocess.run(command, cwd=source, check=True, capture_output=True)
    (sdist,) = out.glob("coincide-*.tar.gz")
    return sdist


def build_all(source: Path, out: Path, *, env: Mapping[str, str] | None = None) -> None:
    """Build the sdists and wheels of Coincide and of its benchmark, dated as the last commit."""
    variables = {**(os.environ if env is None else env), **commit_date(source)}
    variables["PIP_CONSTRAINT"] = str(source / BUILD_CONSTRAINTS)
    for folder in (source, source / "bench"):
        command: Command = [sys.executable, "-m", "build", "--outdir", out, folder]
        subprocess.run(command, check=True, env=variables)


def commit_date(source: Path) -> dict[str, str]:
    """Return when the last commit was made, as builds are told it; nothing outside of git."""
    command = ["git", "log", "-1", "--format=%ct"]
    done = subprocess.run(command, cwd=source, check=False, capture_output=True, text=True)
    return {"SOURCE_DATE_EPOCH": done.stdout.strip()} if done.returncode == 0 else {}


if __name__ == "__main__":
    build_all(ROOT, Path(sys.argv[1]).resolve())

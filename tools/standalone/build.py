"""Build the standalone program, for people without Python: one folder, and an archive of it.

It is made in an environment of its own, with PyInstaller from the package index. ExifTool is not
inside. What was built is under the GPL as a whole; LICENSES.txt inside says why. Run from the
repository: ``python -m tools.standalone.build``.
"""

import argparse
import platform
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from coincide import __version__
from tools import packages

HERE = Path(__file__).resolve().parent
PYINSTALLER, PIP_LICENSES = "pyinstaller>=6.11", "pip-licenses>=5.0"
# what a photographer needs; object storage, clusters and OpenCV are for those who have Python
EXTRAS = ("web", "raw", "video")


def make_environment(folder: Path) -> Path:
    """Make an environment with the wheel of this source and PyInstaller; return its Python."""
    shutil.rmtree(folder, ignore_errors=True)
    python = packages.make_environment(folder / "env")
    wheel = packages.build_wheel(packages.ROOT, folder / "wheel", python=python)
    install: packages.Command = [python, "-m", "pip", "install", "--quiet", PYINSTALLER]
    subprocess.run([*install, f"{wheel}[{','.join(EXTRAS)}]"], check=True)
    return python


def bundle(python: Path, folder: Path) -> Path:
    """Gather the program and all it needs in ``folder/coincide``, and return that."""
    command: packages.Command = [python, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"]
    places: packages.Command = ["--distpath", folder, "--workpath", folder / "work"]
    subprocess.run([*command, *places, HERE / "coincide.spec"], check=True)
    program = folder / "coincide"
    # in that environment, where the packages are that went into it; what lists them did not
    subprocess.run([python, "-m", "pip", "install", "--quiet", PIP_LICENSES], check=True)
    licences: packages.Command = [python, "-m", "tools.standalone.licences", program]
    subprocess.run(licences, check=True, cwd=packages.ROOT)
    if sys.platform == "linux":
        for name in ("coincide.desktop", "coincide.svg", "install.sh"):
            shutil.copy(HERE / "desktop" / name, program)
    return program


def app_folder(program: Path, folder: Path) -> Path:
    """Lay the program out as an AppImage has it, for ``appimagetool``; return the folder."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(program, folder / "usr" / "lib" / "coincide", symlinks=True)
    for name in ("AppRun", "coincide.desktop", "coincide.svg"):
        shutil.copy(HERE / "desktop" / name, folder)
    return folder


def pack(program: Path, out: Path) -> Path:
    """Pack the program into an archive that is named after version and system."""
    system = f"{platform.system().lower()}-{platform.machine().lower()}"
    kind = "zip" if sys.platform == "win32" else "gztar"
    name = out / f"coincide-{__version__}-{system}"
    made = shutil.make_archive(str(name), kind, program.parent, program.name)
    return Path(made)


def size_mb(path: Path) -> float:
    """Return the size of a file, or of all files in a folder, in megabytes."""
    files = [path] if path.is_file() else [one for one in path.rglob("*") if one.is_file()]
    return sum(one.lstat().st_size for one in files if not one.is_symlink()) / 1e6


def main(arguments: Sequence[str]) -> None:
    """Build, pack, and tell what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, default=packages.ROOT / "build" / "standalone")
    parser.add_argument("--out", type=Path, default=packages.ROOT / "dist")
    asked = parser.parse_args(arguments)
    asked.out.mkdir(parents=True, exist_ok=True)
    program = bundle(make_environment(asked.work), asked.work)
    if sys.platform == "linux":
        app_folder(program, asked.work / "Coincide.AppDir")
    archive = pack(program, asked.out)
    for made in (program, archive):
        print(f"wrote {made} ({size_mb(made):.0f} MB)")


if __name__ == "__main__":
    main(sys.argv[1:])

"""Write what an installation of Coincide with all of its extras holds, as CycloneDX.

``python -m tools.sbom FILE`` installs the wheel of this source in a new environment and lists it:
name, version, licence and dependencies of each package. The file is the same whenever the same
versions are installed.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from coincide.app.doctor.parts import EXTRAS
from tools import packages


def write(file: Path, extras: tuple[str, ...]) -> None:
    """Install the wheel with these extras, and list what is then there."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        wheel = packages.build_wheel(packages.ROOT, folder / "wheel")
        python = packages.make_environment(folder / "env")
        wanted = f"{wheel}[{','.join(extras)}]" if extras else str(wheel)
        install: packages.Command = [python, "-m", "pip", "install", "--quiet", "--no-compile"]
        subprocess.run([*install, wanted], check=True)
        # pip is there to install the others; nothing of ours needs it
        remove: packages.Command = [python, "-m", "pip", "uninstall", "--quiet", "--yes"]
        subprocess.run([*remove, "setuptools", "pip"], check=True)
        listing: packages.Command = [sys.executable, "-m", "cyclonedx_py", "environment", python]
        listing += ["--pyproject", packages.ROOT / "pyproject.toml", "--mc-type", "application"]
        file.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run([*listing, "--output-reproducible", "--output-file", file], check=True)


if __name__ == "__main__":
    write(Path(sys.argv[1]), tuple(extra.name for extra in EXTRAS))

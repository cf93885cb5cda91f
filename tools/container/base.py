"""Make the base of the image from Debian's packages, for whoever has no registry: needs root.

What ``container/Containerfile`` begins with is else an image of Python's.
``python -m tools.container.base`` makes ``localhost/coincide-base``.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

NAME = "localhost/coincide-base"
SUITE, ARCHIVE = "bookworm", "http://deb.debian.org/debian"
PACKAGES = "python3,python3-venv,ca-certificates"
# of the package manager alone
LEFT_OUT = ("var/cache/apt", "var/lib/apt/lists")


def make_base(name: str = NAME) -> None:
    """Make the image, unless it is there."""
    there = subprocess.run(["buildah", "inspect", name], check=False, capture_output=True)
    if there.returncode == 0:
        return
    with tempfile.TemporaryDirectory() as folder:
        asked = ["--variant=minbase", f"--include={PACKAGES}", SUITE, folder, ARCHIVE]
        subprocess.run(["debootstrap", *asked], check=True, stdout=sys.stderr)
        for place in LEFT_OUT:
            for file in Path(folder, place).rglob("*"):
                if file.is_file():
                    file.unlink()
        container = _buildah("from", "scratch")
        _buildah("add", container, folder, "/")
        _buildah("commit", container, name)
        _buildah("rm", container)


def _buildah(*command: str) -> str:
    done = subprocess.run(["buildah", *command], check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout.strip()


if __name__ == "__main__":
    make_base()

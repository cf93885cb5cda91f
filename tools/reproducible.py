"""Build the packages of a commit twice, in two clean clones, and compare them byte by byte.

The clones lie in different folders, and are built under another umask, zone and language each.
``python -m tools.reproducible [TAG]`` takes the last commit where no tag is named.
"""

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from tools import packages

# what differs between two machines, and must not be seen in a package
SURROUNDINGS = (
    {"umask": "022", "TZ": "UTC", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "1"},
    {"umask": "077", "TZ": "Asia/Kathmandu", "LC_ALL": "C", "PYTHONHASHSEED": "2"},
)


def clone(source: Path, tag: str, target: Path, umask: str) -> None:
    """Clone a repository at a tag, as a stranger with that umask would."""
    before = os.umask(int(umask, 8))
    try:
        command: packages.Command = ["git", "clone", "--quiet", "--no-local", source, target]
        subprocess.run(command, check=True)
        subprocess.run(["git", "checkout", "--quiet", tag], cwd=target, check=True)
    finally:
        os.umask(before)


def build(source: Path, tag: str, folder: Path, around: Mapping[str, str]) -> Path:
    """Build the packages of a tag in a new clone, and return the folder they are in."""
    variables = {name: text for name, text in around.items() if name != "umask"}
    clone(source, tag, folder / "clone", around["umask"])
    before = os.umask(int(around["umask"], 8))
    try:
        packages.build_all(folder / "clone", folder / "dist", env={**os.environ, **variables})
    finally:
        os.umask(before)
    return folder / "dist"


def digests(folder: Path) -> dict[str, str]:
    """Return the sha256 of each file of a folder, by name."""
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.iterdir())
    }


def differences(first: Mapping[str, str], second: Mapping[str, str]) -> list[str]:
    """Return the names of files that are not the same in both, or in one of them only."""
    return sorted(name for name in first | second if first.get(name) != second.get(name))


def main(arguments: Sequence[str]) -> int:
    """Build twice and compare; 1 if a byte differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tag", nargs="?", default="HEAD")
    parser.add_argument("--keep", type=Path, help="where packages that differ are kept")
    asked = parser.parse_args(arguments)
    command = ["git", "rev-parse", "--verify", f"{asked.tag}^{{commit}}"]
    found = subprocess.run(command, cwd=packages.ROOT, check=True, capture_output=True, text=True)
    with tempfile.TemporaryDirectory() as name:
        folders = [Path(name) / "first", Path(name) / "other" / "second"]
        made = [
            build(packages.ROOT, found.stdout.strip(), folder, around)
            for folder, around in zip(folders, SURROUNDINGS, strict=True)
        ]
        first, second = (digests(folder) for folder in made)
        differ = differences(first, second)
        if differ and asked.keep:
            for folder, number in zip(made, ("first", "second"), strict=True):
                shutil.copytree(folder, asked.keep / number, dirs_exist_ok=True)
    for package, digest in first.items():
        print(f"{'differs  ' if package in differ else 'identical'}  {digest}  {package}")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

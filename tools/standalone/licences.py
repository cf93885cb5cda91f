"""Write LICENSES.txt into the standalone program: what is inside, under which terms, and the texts.

Run in the environment that the program was made of: ``python -m tools.standalone.licences FOLDER``.
"""

import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

from packaging.utils import canonicalize_name

from tools.make_licences import PLAIN, direct_requirements, find_used
from tools.standalone.build import EXTRAS

TARGET = "LICENSES.txt"
RULE = "=" * 80
TEXTS = ("licen", "copying", "notice", "authors")
HEADER = """\
This program is Coincide with Python and everything else it needs, bundled into one folder.

Coincide itself is under the Apache License 2.0. The bundle as a whole is under the GNU General
Public License, version 3 or (at your option) any later version, because exiv2, which is inside, is
under that licence, as are libraries inside of pillow-heif and av. You may use it for anything; if
you pass the bundle on, you pass it on under the GPL, with the sources or an offer of them.

The sources: Coincide's are in the repository that this bundle was made of, with
tools/standalone/build.py, which makes it. Those of each package below are in the Python Package
Index under the name and version given here; there, a package's page leads to the libraries that its
wheel holds.

It comes WITHOUT ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or FITNESS FOR A
PARTICULAR PURPOSE. See the licences below.
"""
ALSO_INSIDE = """\
Python {python}: PSF-2.0 (https://docs.python.org/3/license.html)
PyInstaller's bootloader: GPL-2.0-or-later, with an exception that lets it start any program
Libraries of the system that it was built on, each under its own free licence:
{libraries}
"""


def main(program: Path) -> None:
    """Write the file into the program's folder."""
    (program / TARGET).write_text("".join(document(program)), encoding="utf-8")


def document(program: Path) -> Iterator[str]:
    """Yield the parts of the file."""
    direct = {name: lines for name, lines in direct_requirements().items() if name in _groups()}
    used = find_used(direct)
    yield HEADER
    yield f"\n{RULE}\nPackages inside\n{RULE}\n\n"
    for name, one in sorted(used.items()):
        yield f"{name} {one.version}: {one.licence}\n"
    yield f"\n{RULE}\nAlso inside\n{RULE}\n\n"
    libraries = "\n".join(f"  {name}" for name in system_libraries(program))
    yield ALSO_INSIDE.format(python=sys.version.split()[0], libraries=libraries)
    for name in (PLAIN, *sorted(used)):
        for path, text in texts(name):
            yield f"\n{RULE}\n{name}: {path}\n{RULE}\n\n{text.strip()}\n"


def _groups() -> set[str]:
    return {PLAIN, *EXTRAS}


def texts(package: str) -> Iterator[tuple[str, str]]:
    """Yield the licence texts that a package brought with it."""
    found = metadata.distribution(canonicalize_name(package))
    for file in found.files or []:
        inside = ".dist-info" in str(file) and file.suffix.lower() in ("", ".txt", ".md", ".rst")
        if inside and any(word in file.name.lower() for word in TEXTS):
            yield str(file), file.read_text(encoding="utf-8")


def system_libraries(program: Path) -> list[str]:
    """Return the names of the libraries that came from the system, not from a package."""
    top = program / "_internal"
    return sorted(one.name for one in top.glob("lib*.so*") if not one.is_symlink())


if __name__ == "__main__":
    main(Path(sys.argv[1]))

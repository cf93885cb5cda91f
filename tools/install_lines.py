"""Run every install line of the documentation, each in a new environment of a clean Debian root.

``python -m tools.install_lines WHEELS`` needs root and debootstrap; WHEELS holds our own packages,
as ``make packages`` makes them: what is to come from the package index is taken from there. Lines
are found in all pages: ``pip install``, ``pipx``, ``uv`` and ``uvx``, as commands and between
backticks. ``--only WORD`` takes those that hold a word. With all extras it downloads gigabytes.
"""

import argparse
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SUITE, ARCHIVE = "bookworm", "http://deb.debian.org/debian"
PACKAGES = "python3,python3-venv,ca-certificates,libgomp1"
LINE = re.compile(r"(?:^\s*\$ |`)((?:pip|pipx|uv|uvx)\b[^`\n#]*)", re.MULTILINE)
INSTALLS = re.compile(r"pip install|pipx (?:install|run)|uv tool install|uvx ")
# pages of what others install, and what was said once
LEFT_OUT = ("docs/reference", "docs/adr", "docs/lab.md")
INSIDE = "COINCIDE_IN_NAMESPACE"
# the machine's own way to the package index, its certificates, and its processes, which uv asks for
OURS = ("etc/ssl/certs", "etc/pip.conf", "etc/resolv.conf", "proc")
TRIES = """set -e
cd /clone
python3 -m venv /tmp/env && . /tmp/env/bin/activate
export PIP_FIND_LINKS="$PIP_FIND_LINKS /wheels" UV_FIND_LINKS=/wheels HOME=/tmp/home
{tools}
case {line} in *.whl*) cd /wheels;; esac
{command}
"""


def install_lines(root: Path = ROOT) -> dict[str, str]:
    """Return every line that installs, each once, with the page that has it first."""
    pages = [*sorted(root.glob("*.md")), *sorted((root / "docs").rglob("*.md"))]
    found: dict[str, str] = {}
    for page in pages:
        name = page.relative_to(root).as_posix()
        if name.startswith(LEFT_OUT):
            continue
        for line in LINE.findall(page.read_text(encoding="utf-8")):
            if INSTALLS.match(line):
                found.setdefault(line.strip(), name)
    return found


@contextmanager
def clean_root(wheels: Path) -> Iterator[Path]:
    """Make a root of Debian's packages with a clone of this repository, and our wheels."""
    with tempfile.TemporaryDirectory(prefix="coincide-root-") as folder:
        asked = ["--variant=minbase", f"--include={PACKAGES}", SUITE, folder, ARCHIVE]
        subprocess.run(["debootstrap", *asked], check=True, stdout=subprocess.DEVNULL)
        root = Path(folder)
        subprocess.run(["git", "clone", "--quiet", ROOT, root / "clone"], check=True)
        mounts = [(ROOT / "src" / name, root / "clone" / "src" / name) for name in _built()]
        mounts += [(wheels.resolve(), root / "wheels")]
        mounts += [(Path("/") / name, root / name) for name in OURS if (Path("/") / name).exists()]
        made: list[Path] = []
        try:
            for source, target in mounts:
                (target.mkdir if source.is_dir() else target.touch)(exist_ok=True)
                subprocess.run(["mount", "--bind", source, target], check=True)
                made.append(target)
            yield root
        finally:
            for target in reversed(made):
                subprocess.run(["umount", target], check=True)


def _built() -> list[str]:
    """Return the folders of front ends that are built here, which saves building them anew."""
    return [
        path.relative_to(ROOT / "src").as_posix()
        for path in (ROOT / "src").rglob("static")
        if path.is_dir()
    ]


def run_line(root: Path, line: str) -> tuple[bool, str]:
    """Run a line in a new environment; return whether it did, and what it printed."""
    tools = "pip install --quiet pipx uv" if not line.startswith("pip ") else ""
    script = TRIES.format(tools=tools, line=shlex.quote(line), command=line)
    home = ["rm", "-rf", root / "tmp" / "env", root / "tmp" / "home"]
    subprocess.run(home, check=True)
    done = subprocess.run(
        ["chroot", root, "bash", "-c", script], capture_output=True, text=True, check=False
    )
    return done.returncode == 0, done.stdout + done.stderr


def main(arguments: Sequence[str]) -> int:
    """Run them; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("wheels", type=Path)
    parser.add_argument("--only", default="", help="lines that hold this")
    asked = parser.parse_args(arguments)
    if INSIDE not in os.environ:  # what is mounted ends with the process, however that ends
        command = ["unshare", "--mount", sys.executable, "-m", "tools.install_lines", *arguments]
        environment = {**os.environ, INSIDE: "1"}
        return subprocess.run(command, env=environment, check=False).returncode
    lines = {line: page for line, page in install_lines().items() if asked.only in line}
    failed = 0
    with clean_root(asked.wheels) as root:
        for line, page in lines.items():
            began_s = time.monotonic()
            good, printed = run_line(root, line)
            failed += not good
            took = f"{time.monotonic() - began_s:.0f} s"
            print(f"{'ok' if good else 'FAILED'}  {line}  ({page}, {took})", flush=True)
            if not good:
                print(printed[-2000:])
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

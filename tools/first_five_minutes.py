"""Measure a stranger's first minutes: the README's commands, from nothing to an open report.

In a copy of the repository, or with --from-wheel in an empty folder with the built wheel, and a new
environment with Python alone: no Node, no ExifTool, no cache of pip's. Exit code 1 if a command
fails, the page shows no timeline, or all of it takes longer than five minutes.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tests.journeys.pages import Use, read_page
from tests.journeys.shell import Shell
from tools import packages

README = packages.ROOT / "README.md"
ALLOWED_S = 300.0
PATIENCE_S = 1800.0  # a machine that is too slow gets its figure, too
LAST = "coincide report"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
CHROMIUM_OPTIONS = ("--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=20000")
TITLE = re.compile(r"<title>([^<]+)</title>")
# the head of a lane: whose it is, and how sure its clock is
PICTURE = re.compile(r'<img[^>]* src="data:image/')
LANE = re.compile(r'aria-label="(\w+: (?:Anchor|Certain)[^"]*)"')


@dataclass(frozen=True)
class Step:
    """Something that was done, how long it took, and what is wrong, if anything."""

    name: str
    seconds: float
    problem: str | None = None


def readme_commands() -> Iterator[str]:
    """Yield the README's commands, up to the one that opens the report."""
    for block in read_page(README):
        for command in block.commands if block.use is Use.CONSOLE else ():
            yield command.text
            if command.text.startswith(LAST):
                return
    raise SystemExit(f"No command of {README} begins with {LAST}.")


def from_wheel(command: str, wheel: Path) -> str:
    """Return a command that installs the clone as one that installs the wheel; others as they are.

    >>> from_wheel('pip install ".[web]"  # here', Path("/a.whl"))
    'pip install "/a.whl[web]"  # here'
    """
    return re.sub(r'^pip install "\.(\[[\w,]+\])?"', rf'pip install "{wheel}\1"', command)


def timed(name: str, work: Callable[[], str | None]) -> Step:
    """Do something that returns what is wrong, and tell at once how long it took."""
    start_s = time.perf_counter()
    problem = work()
    step = Step(name, time.perf_counter() - start_s, problem)
    print(f"{step.seconds:8.1f} s  {name}", flush=True)
    return step


def walk(folder: Path, scratch: Path, commands: Sequence[str]) -> Iterator[Step]:
    """Yield every step from nothing to an open report, until one fails."""
    env = scratch / "env"
    yield timed("python3 -m venv", partial(_make_environment, env))
    opened = scratch / "opened.txt"
    variables = packages.bare_variables(env, scratch / "home")
    variables["BROWSER"] = str(_write_browser(scratch / "browser", opened))
    variables["PATH"] += os.pathsep + str(_folder_with_bash(scratch / "bin"))
    with Shell(variables, folder, scratch) as shell:
        for command in commands:
            yield timed(re.sub(r"\s+#.*", "", command), partial(_run, shell, command))
    yield timed("the report in a browser", partial(look_at, opened))


def _make_environment(folder: Path) -> str | None:
    python = packages.make_environment(folder)
    return None if python.is_file() else f"{python} is missing"


def _run(shell: Shell, command: str) -> str | None:
    status, printed = shell.run(command, PATIENCE_S)
    return None if status == 0 else f"exit code {status}:\n{printed}"


def _folder_with_bash(folder: Path) -> Path:
    """Make a folder in which commands find the shell that runs them, and nothing else."""
    folder.mkdir()
    (folder / "bash").symlink_to(shutil.which("bash") or "/bin/bash")
    return folder


def _write_browser(path: Path, opened: Path) -> Path:
    """Write a program that notes what it is to open."""
    path.write_text(f"#!/bin/sh\nprintf %s \"$1\" > '{opened}'\n", encoding="utf-8")
    path.chmod(0o755)
    return path


def look_at(opened: Path) -> str | None:
    """Show what the browser was asked for; return what is wrong with it, None for nothing."""
    if not opened.is_file():
        return "No browser was asked to open anything."
    address = opened.read_text(encoding="utf-8")
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        print(f"            no chromium here: {address} was not looked at")
        return None
    return problem_with_opening(_dom(browser, address)) or problem_with_timeline(
        _dom(browser, f"{address}#timeline")
    )


def _dom(browser: str, address: str) -> str:
    command = [browser, *CHROMIUM_OPTIONS, "--dump-dom", address]
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=PATIENCE_S)
    return done.stdout


def problem_with_opening(dom: str) -> str | None:
    """Return what the first page of a report lacks: None where a title and pictures are there."""
    title, n_pictures = TITLE.search(dom), len(PICTURE.findall(dom))
    if title is None or not n_pictures:
        return f"The page does not open with pictures: title {title and title[1]}."
    print(f"            {title[1]!r} opens with {n_pictures} pictures")
    return None


def problem_with_timeline(dom: str) -> str | None:
    """Return that a report's timeline shows no clock; None where it does."""
    lanes = LANE.findall(dom)
    if not lanes:
        return "The timeline shows no lanes."
    print(f"            its timeline has {len(lanes)} lanes, the first: {lanes[0]}")
    return None


def judge(steps: Sequence[Step]) -> int:
    """Print the sum and what went wrong, and return the exit code."""
    total_s = sum(step.seconds for step in steps)
    print(f"{total_s:8.1f} s  in all; {ALLOWED_S:.0f} s are allowed")
    spent = os.times()
    busy_s = spent.children_user + spent.children_system
    print(f"{busy_s:8.1f} s  of it, added up over cores, the processor was busy with it")
    problems = [f"{step.name}: {step.problem}" for step in steps if step.problem]
    problems += [f"{total_s:.0f} s are more than five minutes."] if total_s > ALLOWED_S else []
    print("\n".join(problems), file=sys.stderr)
    return 1 if problems else 0


def until_problem(steps: Iterator[Step]) -> Iterator[Step]:
    """Yield steps up to the first with a problem."""
    for step in steps:
        yield step
        if step.problem:
            return


def main(arguments: Sequence[str]) -> int:
    """Walk it in a temporary folder and print what each step took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--from-wheel", action="store_true", help="install the built wheel")
    asked = parser.parse_args(arguments)
    commands = list(readme_commands())
    if hasattr(os, "getloadavg"):  # what else runs here makes it slower
        print(f"{os.cpu_count()} cores; load before it began {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory(prefix="first-five-minutes-") as name:
        scratch, folder = Path(name), Path(name) / "coincide"
        folder.mkdir()
        packages.copy_sources(folder)
        if asked.from_wheel:
            wheel = packages.build_wheel(folder, scratch)
            commands = [from_wheel(command, wheel) for command in commands]
            folder = scratch / "empty"
            folder.mkdir()
        return judge(list(until_problem(walk(folder, scratch, commands))))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Run the blocks of a page as a reader would: one shell, one folder, an installed Coincide."""

import difflib
import os
import shlex
import signal
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from tests.journeys.pages import Block, Command, PageError, Use, is_as_expected, read_page

ROOT = Path(__file__).resolve().parents[2]
TIMEOUT_S = 600.0  # of one command, on a machine with much else to do
# of the machine that runs the tests, these alone reach a page's commands; the last is what
# tests/conftest.py tells all that its workers start
INHERITED = ("PATH", "TMPDIR", "LD_LIBRARY_PATH", "SSL_CERT_FILE", "OPENBLAS_NUM_THREADS")
# commands that fetch the package; it is installed already, from the wheel of this checkout
INSTALLERS = ("pip install", "pipx ", "uv ", "uvx ", "git clone", "python -m pip install")


@dataclass(frozen=True, slots=True)
class Environment:
    """An environment into which the wheel was installed."""

    python: Path

    def variables(self, home: Path) -> dict[str, str]:
        """Return what a command sees: this environment first, and a home of its own."""
        kept = {name: os.environ[name] for name in INHERITED if name in os.environ}
        folders = {
            f"XDG_{name}_HOME": str(home / f".{name.lower()}")
            for name in ("CACHE", "CONFIG", "DATA", "STATE")
        }
        return {
            **kept,
            **folders,
            "PATH": f"{self.python.parent}{os.pathsep}{kept.get('PATH', os.defpath)}",
            "VIRTUAL_ENV": str(self.python.parent.parent),
            "HOME": str(home),
            "LC_ALL": "C.UTF-8",
            "TZ": "UTC",
            "TERM": "dumb",
            "BROWSER": "true",  # a page that is opened is opened by a program that does nothing
            "COLUMNS": "160",  # as wide as the tables of the pages are
            "PIP_NO_INDEX": "1",
            "PIP_NO_BUILD_ISOLATION": "0",  # pip reads this one as "no isolation: yes"
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        }


@dataclass(frozen=True, slots=True)
class Ran:
    """A command that was run, and what it printed."""

    command: str
    printed: str


class Shell:
    """One bash that stays, so that cd, export and jobs hold on from command to command."""

    def __init__(self, variables: Mapping[str, str], folder: Path, scratch: Path) -> None:
        self._scratch = scratch
        self._n_commands = 0
        self._bash = subprocess.Popen(
            ["bash", "--noprofile", "--norc"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=folder,
            env=dict(variables),
            start_new_session=True,  # what is still running at the end is ended with the shell
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()
        with self._bash:
            pass

    def run(self, command: str, timeout_s: float = TIMEOUT_S) -> tuple[int | None, str]:
        """Return the exit code, None for a command that ended the shell, and all it printed."""
        self._n_commands += 1
        script = self._scratch / f"{self._n_commands}.sh"
        output = self._scratch / f"{self._n_commands}.txt"
        script.write_text(f"{command}\n", encoding="utf-8")
        timer = threading.Timer(timeout_s, self._end)
        timer.start()
        try:
            answer = self._ask(f". {_quoted(script)} </dev/null >{_quoted(output)} 2>&1; echo $?\n")
        finally:
            timer.cancel()
        printed = output.read_text(encoding="utf-8", errors="replace") if output.exists() else ""
        return (int(answer) if answer.strip() else None), printed

    def _ask(self, line: str) -> str:
        if self._bash.stdin is None or self._bash.stdout is None or self._bash.poll() is not None:
            return ""
        self._bash.stdin.write(line)
        self._bash.stdin.flush()
        return self._bash.stdout.readline()

    def _end(self) -> None:
        """End the shell and what it started; its group is of our own making."""
        try:
            os.killpg(self._bash.pid, signal.SIGKILL)
        except ProcessLookupError:
            return


def _quoted(path: Path) -> str:
    return shlex.quote(str(path))


def is_install(command: str) -> bool:
    """Tell whether a command only fetches what the environment has already."""
    return command.startswith(INSTALLERS)


def run_block(
    block: Block, shell: Shell, folder: Path, leave_out: Callable[[str], bool] = lambda _: False
) -> list[Ran]:
    """Run, write or pass over one block; PageError begins with the line that failed."""
    if block.skip is not None:
        return []
    ran = [_run(Command(text, block.line), shell) for text in block.first]
    if block.use is Use.FILE and block.title is not None:
        path = folder / block.title
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(block.text, encoding="utf-8")
    elif block.use is Use.PYTHON:
        with tempfile.NamedTemporaryFile("w", suffix=".py", encoding="utf-8") as code:
            code.write(block.text)
            code.flush()
            # from standard input, so that the page's folder is where modules are looked for
            ran.append(_run(Command(f"python - <{_quoted(Path(code.name))}", block.line), shell))
    elif block.use is Use.CONSOLE:
        ran += [_run(one, shell) for one in block.commands if not leave_out(one.text)]
    return ran


def _run(command: Command, shell: Shell) -> Ran:
    status, printed = shell.run(command.text)
    if status != 0:
        how = "ended the shell or took too long" if status is None else f"failed with {status}"
        raise PageError(f"{command.line}: {command.text}\n{how} and printed\n{printed}")
    if command.expected is not None and not is_as_expected(command.expected, printed):
        pairs = (command.expected.strip().splitlines(), printed.strip().splitlines())
        change = "\n".join(difflib.unified_diff(*pairs, "the page", "printed", lineterm=""))
        raise PageError(f"{command.line}: {command.text}\nprinted something else\n{change}")
    return Ran(command.text, printed)


class OpenPage:
    """A page that is being read: some of its blocks are run, the others still to come."""

    def __init__(
        self, path: Path, shell: Shell, folder: Path, leave_out: Callable[[str], bool]
    ) -> None:
        self._path, self._folder, self._leave_out = path, folder, leave_out
        self._blocks = iter(read_page(path))
        self.shell = shell

    def run_until(self, command: str) -> list[Ran]:
        """Run the blocks up to and with the next one that has a command with this text."""
        ran: list[Ran] = []
        for block in self._blocks:
            ran += self._run(block)
            if any(command in one.text for one in block.commands):
                return ran
        raise PageError(f"{self._path}: no further block has the command {command}")

    def run_rest(self) -> list[Ran]:
        """Run all blocks that are left."""
        return [one for block in self._blocks for one in self._run(block)]

    def _run(self, block: Block) -> list[Ran]:
        try:
            return run_block(block, self.shell, self._folder, self._leave_out)
        except PageError as error:
            raise PageError(f"{self._path}:{error}") from None


@contextmanager
def open_page(
    page: str | Path,
    env: Environment,
    folder: Path,
    leave_out: Callable[[str], bool] = lambda _: False,
) -> Iterator[OpenPage]:
    """Open a page of this checkout in a folder that begins empty; what runs is ended with it."""
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise PageError(f"{folder} is not empty, and a reader begins with an empty folder")
    with tempfile.TemporaryDirectory(prefix="page-") as name:
        scratch = Path(name)
        home = scratch / "home"
        home.mkdir()
        with Shell(env.variables(home), folder, scratch) as shell:
            yield OpenPage(ROOT / page, shell, folder, leave_out)


def run_page(
    page: str | Path,
    env: Environment,
    folder: Path,
    leave_out: Callable[[str], bool] = lambda _: False,
) -> list[Ran]:
    """Run all blocks of a page of this checkout, in order, in a folder that begins empty."""
    with open_page(page, env, folder, leave_out) as opened:
        return opened.run_rest()

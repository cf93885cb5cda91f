"""Record the system calls of a process that change files, and read the record."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

CALLS = (
    *("openat", "open", "creat", "close", "write", "pwrite64", "writev", "fsync", "fdatasync"),
    *("rename", "renameat", "renameat2", "link", "linkat", "symlink", "symlinkat", "unlink"),
    *("unlinkat", "mkdir", "mkdirat", "rmdir", "ftruncate", "truncate", "sendfile"),
    *("copy_file_range", "dup", "dup2", "sync", "sync_file_range", "fallocate"),
)
# these would move bytes or names past the model unseen
UNKNOWN = {"writev", "truncate", "sendfile", "copy_file_range", "dup2", "creat"}

_LINE = re.compile(r"(\d+)\s+(.*)")
_RESUMED = re.compile(r"<\.\.\. (\w+) resumed>(.*)")
_CALL = re.compile(r"(\w+)\((.*)\)\s+= (-?\d+|\?)")
_TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')


@dataclass(frozen=True)
class Call:
    """A system call that succeeded; ``begins`` and ``ends`` are places in the order of things."""

    name: str
    texts: tuple[bytes, ...]
    arguments: str
    result: int
    begins: int
    ends: int

    @property
    def first(self) -> int:
        """Its first argument as a number: mostly a descriptor."""
        return int(self.arguments.split(",", 1)[0])


def strace_works() -> bool:
    """Tell whether calls can be recorded here; containers often forbid it."""
    if shutil.which("strace") is None:
        return False
    return subprocess.run(["strace", "-qq", "-o", os.devnull, "true"], check=False).returncode == 0


def record(command: Sequence[str], log: Path, cwd: Path) -> list[Call]:
    """Run a command and return its calls by the order in which they ended."""
    options = [
        "-f",
        "-qq",
        "-xx",
        "-s",
        "1000000",
        "-o",
        str(log),
        "-e",
        f"trace={','.join(CALLS)}",
    ]
    subprocess.run(["strace", *options, *command], cwd=cwd, check=True)
    return list(_calls(log.read_text(encoding="ascii")))


def _calls(log: str) -> Iterator[Call]:
    begun: dict[str, tuple[int, str]] = {}
    for place, line in enumerate(log.splitlines()):
        match = _LINE.fullmatch(line)
        assert match is not None, line
        process, text = match.groups()
        begins = place
        if text.endswith("<unfinished ...>"):
            begun[process] = (place, text.removesuffix("<unfinished ...>").rstrip())
            continue
        resumed = _RESUMED.fullmatch(text)
        if resumed is not None:
            begins, start = begun.pop(process)
            text = start + resumed.group(2)
        call = _CALL.match(text)
        if call is None or call.group(3) in ("?", "-1"):
            continue  # a signal, the end, or a call that failed
        name, arguments, result = call.groups()
        texts = tuple(bytes.fromhex(t.replace("\\x", "")) for t in _TEXT.findall(arguments))
        yield Call(name, texts, arguments, int(result), begins, place)

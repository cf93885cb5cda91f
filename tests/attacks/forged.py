"""Plans and journals as a stranger would write them, and the command line as a user types it."""

import hashlib
import json
import subprocess
import sys
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from coincide.app.cli.app import app
from coincide.errors import CoincideError

Document = dict[str, Any]


def run(*arguments: object, answer: str = "") -> str:
    """Run a command as the shell would; return its text, raise its error."""
    result = CliRunner().invoke(app, [str(one) for one in arguments], input=answer)
    if isinstance(result.exception, CoincideError):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.output


def run_apart(*arguments: object, within_s: float = 60.0) -> "subprocess.CompletedProcess[str]":
    """Run a command in a process of its own, which must end by itself; its memory is limited."""
    limited = ["prlimit", "--as=3000000000", sys.executable, "-m", "coincide"]
    return subprocess.run(
        [*limited, *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        timeout=within_s,
    )


def sha256_of(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def fingerprint(path: Path) -> Document:
    seen = path.lstat()
    return {"size": seen.st_size, "mtime_ns": seen.st_mtime_ns, "sha256": sha256_of(path)}


def rewrite(plan: Path, change: Callable[[Document], object]) -> Document:
    """Change a plan as a stranger may, and return it."""
    document: Document = json.loads(plan.read_text(encoding="utf-8"))
    change(document)
    plan.write_text(json.dumps(document), encoding="utf-8")
    return document


def forge_journal(plan: Path, *entries: Document) -> Path:
    """Write a journal for a plan, with checksums as they should be."""
    digest = sha256_of(plan)
    roots = json.loads(plan.read_text(encoding="utf-8"))["roots"]
    header = {"schema": "coincide.journal/1", "plan_sha256": digest, "plan_id": digest[:12]}
    lines, checksum = b"", 0
    for entry in ({"header": header | {"roots": roots}}, *entries):
        body = json.dumps(entry, separators=(",", ":")).encode("ascii")
        checksum = zlib.crc32(body, checksum)
        lines += b'["%08x",%b]\n' % (checksum, body)
    journal = plan.with_name(f"{plan.name}.journal")
    journal.write_bytes(lines)
    return journal


def said_done(targets: Sequence[Path]) -> list[Document]:
    """Return the entries by which a plan has written files as they are now."""
    prints = [fingerprint(path) for path in targets]
    numbers = list(range(len(targets)))
    return [
        {"intent": [[number, str(targets[number])] for number in numbers]},
        {
            "ready": [
                [n, *(prints[n][key] for key in ("size", "mtime_ns", "sha256"))] for n in numbers
            ]
        },
        {"done": numbers},
    ]

"""Damage files and put them through every reader: ``python -m tests.fuzz.run --n 5000 --seed 0``.

Readers run in child processes, so that a crash of a C library is noticed and has a number;
``--only NUMBER`` tries that one alone, ``--keep FOLDER`` writes the files that failed.
"""

import argparse
import json
import queue
import signal
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, cast

from tests.conftest import SHARED
from tests.fuzz.cases import make_case
from tests.fuzz.seeds import build_seeds, load_seeds

# what a file may cost: CPU seconds of each reader, bytes of the process at its peak
MOST_S, MOST_BYTES = 2.0, 1 << 30
# and times what the sound file takes at the same moment: a large photo takes long to decode, and
# longer where others use the machine
MOST_OF_SOUND = 2.0
# seconds by the wall after which a child that says nothing is stuck; the machine may be loaded
_SILENT_S = 900.0
CHECKOUT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Finding:
    """A file that made something fail, and how."""

    number: int
    what: str


@dataclass
class Summary:
    """What came of all cases."""

    n: int = 0
    findings: list[Finding] = field(default_factory=list)
    said: Counter[tuple[str, str]] = field(default_factory=Counter)
    slowest: dict[str, tuple[float, int]] = field(default_factory=dict)
    peak_bytes: tuple[int, int] = (0, -1)

    def add(self, told: dict[str, Any]) -> None:
        """Take in what a child said of one case."""
        self.n += 1
        number = told["number"]
        self.said.update(told.get("said", {}).items())
        self.peak_bytes = max(self.peak_bytes, (told.get("peak_bytes", 0), number))
        for name, cpu_s in told.get("cpu_s", {}).items():
            self.slowest[name] = max(self.slowest.get(name, (0.0, -1)), (cpu_s, number))
            if cpu_s > max(MOST_S, MOST_OF_SOUND * told.get("sound_s", {}).get(name, 0.0)):
                self.findings.append(Finding(number, f"{name} took {cpu_s:.1f} s"))
        if told.get("peak_bytes", 0) > MOST_BYTES:
            self.findings.append(Finding(number, f"took {told['peak_bytes'] / 1e6:.0f} MB"))
        if "error" in told:
            self.findings.append(Finding(number, told["error"]))

    def text(self) -> str:
        """Return the summary as text."""
        lines = [f"{self.n} files, {len(self.findings)} findings"]
        for name in sorted({name for name, _ in self.said}):
            answers = {said: n for (one, said), n in sorted(self.said.items()) if one == name}
            cpu_s, number = self.slowest[name]
            told = ", ".join(f"{said} {n}" for said, n in answers.items())
            lines.append(f"  {name}: {told}; at most {cpu_s:.2f} s (file {number})")
        peak, number = self.peak_bytes
        lines.append(f"  memory: at most {peak / 1e6:.0f} MB (file {number})")
        lines += [f"file {one.number}: {one.what}" for one in sorted(self.findings, key=_by_number)]
        return "\n".join(lines)


def _slow(told: dict[str, Any]) -> bool:
    return max(told.get("cpu_s", {}).values(), default=0.0) > MOST_S


def _by_number(finding: Finding) -> int:
    return finding.number


def fuzz(numbers: Iterable[int], seed: int, seeds: Path, fixtures: Path | None) -> Summary:
    """Try cases in two child processes; each is started anew after a crash."""
    summary, lock, waiting = Summary(), threading.Lock(), queue.SimpleQueue[int]()
    for number in numbers:
        waiting.put(number)
    command = [sys.executable, "-m", "tests.fuzz.worker", f"--seed={seed}", f"--seeds={seeds}"]
    command += [] if fixtures is None else [f"--fixtures={fixtures}"]

    def work() -> None:
        child: Child | None = None
        with suppress(queue.Empty):
            while True:
                number = waiting.get_nowait()
                child = child or Child(command)
                told = child.ask(number)
                if _slow(told):
                    # a machine that takes turns with others counts theirs: slow is who is so twice
                    told = child.ask(number)
                if _slow(told):
                    told["sound_s"] = child.ask(number, "sound").get("cpu_s", {})
                child = None if "died" in told else child
                with lock:
                    summary.add(told)
        if child is not None:
            child.end()

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return summary


class Child:
    """One child process; it is asked a number and answers what became of that case."""

    def __init__(self, command: Sequence[str]) -> None:
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - as long as the child
        self._process = subprocess.Popen(
            command,
            cwd=CHECKOUT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
        )
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._gather, daemon=True)
        self._thread.start()

    def ask(self, number: int, how: str = "") -> dict[str, Any]:
        stdin = cast("IO[str]", self._process.stdin)
        stdin.write(f"{number} {how}\n")
        stdin.flush()
        line = "started"
        while line and "number" not in (told := json.loads(line) if line != "started" else {}):
            try:
                line = self._lines.get(timeout=_SILENT_S)
            except queue.Empty:
                line = ""
        if line:
            return cast("dict[str, Any]", told)
        return {"number": number, "died": True, "error": self._last_words()}

    def _last_words(self) -> str:
        """Return how a child died, after it has; one that is only silent is made to."""
        silent = self._process.poll() is None and self._thread.is_alive()
        self._finish()
        code = self._process.returncode
        how = "is stuck" if silent else f"ended with {code}"
        if code < 0 and not silent:
            how = f"was ended by {signal.Signals(-code).name}"
        self._errors.seek(0)
        said = self._errors.read().decode(errors="replace")
        self._errors.close()
        return f"the child {how}:\n{said[-3000:]}"

    def end(self) -> None:
        self._finish()
        self._errors.close()

    def _finish(self) -> None:
        with suppress(OSError):
            cast("IO[str]", self._process.stdin).close()
        try:
            self._process.wait(20.0)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._thread.join()

    def _gather(self) -> None:
        with cast("IO[str]", self._process.stdout) as pipe:
            for line in pipe:
                self._lines.put(line)
        self._lines.put("")


def find_fixtures() -> Path | None:
    """Return the folder of real files beside the checkout, None where it is not there."""
    folder = (SHARED / "fixtures").resolve()
    return folder if folder.is_dir() else None


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, default=150)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", type=int, action="append")
    parser.add_argument("--keep", type=Path)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="fuzz-seeds-") as name:
        folder, fixtures = Path(name), find_fixtures()
        build_seeds(folder)
        summary = fuzz(args.only or range(args.n), args.seed, folder, fixtures)
        print(summary.text())
        if args.keep is not None:
            args.keep.mkdir(parents=True, exist_ok=True)
            seeds = load_seeds(folder, fixtures)
            for number in sorted({finding.number for finding in summary.findings}):
                case = make_case(seeds, args.seed, number)
                kept = args.keep / f"{number}_{case.mutation}_{Path(case.origin).stem}{case.suffix}"
                kept.write_bytes(case.data)
                print(f"{kept}: {case.kind} of {case.origin} by {case.mutation}")
    return 1 if summary.findings else 0


if __name__ == "__main__":
    sys.exit(main())

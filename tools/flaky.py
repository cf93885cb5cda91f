"""Run tests several times, each time in another order, and list those that do not always agree.

    python -m tools.flaky --runs 20 -- -n 2           # the default tests
    python -m tools.flaky --runs 5 -- tests/timeline  # what follows -- is pytest's

A file's tests stay together, so that what they share is made once; files, and the tests of each,
come in an order that the seed of the run decides. Hypothesis draws other examples every time.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.etree import ElementTree

import pytest

SEED = "COINCIDE_TEST_ORDER"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put tests in the order of this run's seed; this file is a plug-in of pytest then."""
    order = random.Random(os.environ[SEED])
    files: dict[Path, list[pytest.Item]] = defaultdict(list)
    for item in items:
        files[item.path].append(item)
    shuffled = order.sample(list(files.values()), len(files))
    items[:] = [item for tests in shuffled for item in order.sample(tests, len(tests))]


def outcomes(report: Path) -> dict[str, str]:
    """Return what became of each test of one run, by its name."""
    found = {}
    for case in ElementTree.parse(report).iter("testcase"):
        bad = [child.tag for child in case if child.tag in ("failure", "error", "skipped")]
        found[f"{case.attrib['classname']}::{case.attrib['name']}"] = bad[0] if bad else "passed"
    return found


def differing(runs: Sequence[Mapping[str, str]]) -> dict[str, list[str]]:
    """Return the tests that failed in any run or were not in all, with what became of them."""
    names = sorted({name for run in runs for name in run})
    told = {name: [run.get(name, "missing") for run in runs] for name in names}
    return {
        name: became
        for name, became in told.items()
        if len(set(became)) > 1 or became[0] not in ("passed", "skipped")
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the tests so many times, and return 1 if they did not always agree."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument(
        "--seed", type=int, default=1, help="of the first run; the next has one more"
    )
    parser.add_argument("pytest", nargs="*", help="what to run, and how")
    chosen = parser.parse_args(arguments)
    runs = [_run(seed, chosen.pytest) for seed in range(chosen.seed, chosen.seed + chosen.runs)]
    found = differing(runs)
    for name, became in found.items():
        print(f"{name}: {', '.join(became)}")
    print(f"{len(found)} of {max(map(len, runs))} tests differ or fail in {len(runs)} runs")
    return 1 if found or not all(runs) else 0


def _run(seed: int, options: Sequence[str]) -> dict[str, str]:
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.xml")
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
        command += ["-p", "tools.flaky", f"--junitxml={report}", *options]
        print(f"order {seed}: {' '.join(command[1:])}", flush=True)
        subprocess.run(command, env=os.environ | {SEED: str(seed)}, check=False)
        return outcomes(report)


if __name__ == "__main__":
    sys.exit(main())

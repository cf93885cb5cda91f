"""Find out whether tests notice mistakes: make some, one at a time, and run the tests again.

    python -m tools.mutate times timeline offsets --mutants 150      # in the repository

A folder is tested by its own tests alone (``tests/offsets/joint`` for ``offsets/joint``), and a
mistake by those of them that run its line. It is *found* if one of them fails or never ends. The
survivors are listed, and kept in a file: ``--again FILE`` tries them alone, after the tests were
mended.
"""

import argparse
import importlib
import json
import os
import random
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

import pytest
from coverage import CoverageData

from tools.mutants import Mutant, mutants_of, mutated, sample

PACKAGE = Path("src") / "coincide"
# seconds of CPU that tests may take longer than usual before they are said never to end
PATIENCE_S, PATIENCE = 10, 5
# a test that waits takes no CPU: seconds by the clock, however busy the machine
DEADLOCK_S = 900
# what tests import anyway, imported once for all of them
SHARED_IMPORTS = ("numpy", "hypothesis.strategies", "scipy.optimize", "scipy.spatial")
# the quickest tests of a line, of so many seconds together, or a few lines would take all the time
BUDGET_S = 10.0


@dataclass(frozen=True)
class Place:
    """The modules of one folder or one module alone, with tests of the same name."""

    name: str

    @property
    def files(self) -> list[Path]:
        """Its source files, as in the package."""
        folder = PACKAGE / self.name
        found = sorted(folder.glob("*.py")) if folder.is_dir() else [folder.with_suffix(".py")]
        return [path.relative_to(PACKAGE) for path in found]

    @property
    def tests(self) -> list[str]:
        """Its test files."""
        folder, path = Path("tests") / self.name, Path(self.name)
        alone = Path("tests") / path.parent / f"test_{path.name}.py"
        found = sorted(folder.glob("test_*.py")) if folder.is_dir() else [alone]
        return [test.as_posix() for test in found]


def places_of(name: str) -> list[Place]:
    """Return a place and the folders in it, each of which has tests of its own."""
    inner = sorted((PACKAGE / name).rglob("__init__.py"))
    below = [path.parent.relative_to(PACKAGE).as_posix() for path in inner]
    return [Place(one) for one in (below or [name])]


@dataclass(frozen=True)
class Cover:
    """Which tests run a line of a file, and how many seconds of CPU each takes."""

    tests_of: dict[Path, dict[int, list[str]]]
    seconds: dict[str, float]

    def tests_for(self, mutant: Mutant) -> list[str]:
        """Return the tests to run, those of the module's own name first, then the quickest.

        The top of a module may be seen by any of them. None where none even imports it.
        """
        lines = self.tests_of.get(mutant.path, {})
        its_own = [line for line in range(mutant.line, mutant.last + 1) if line in lines]
        found = {test for line in its_own for test in lines[line]}
        if its_own and not found:
            found = set(self.seconds)
        of_file = {test for tests in lines.values() for test in tests}
        own = f"test_{mutant.path.stem}.py::"
        order = sorted(
            found,
            key=lambda test: (own not in test, test not in of_file, self.seconds[test], test),
        )
        until_s = accumulate(self.seconds[test] for test in order)
        within = [
            test for test, so_far_s in zip(order, until_s, strict=True) if so_far_s <= BUDGET_S
        ]
        return within or order[:1]


@dataclass(frozen=True)
class Result:
    """A mistake, and whether a test noticed."""

    mutant: Mutant
    outcome: str  # found, survived, or not run: no test runs that line


def main(arguments: Sequence[str] | None = None) -> int:
    """Try the mistakes of some places, print what survived and the shares."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("places", nargs="+", help="modules or packages below src/coincide")
    parser.add_argument("--mutants", type=int, default=150, help="about so many for each place")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other mistakes")
    parser.add_argument("--only", default="", help="only files whose path holds this")
    parser.add_argument("--again", type=Path, help="only the survivors that this file lists")
    parser.add_argument("--out", type=Path, default=Path("build/mutation.json"))
    chosen = parser.parse_args(arguments)
    again = None if chosen.again is None else _listed(chosen.again)
    results: dict[str, list[Result]] = {}
    with tempfile.TemporaryDirectory() as scratch:
        shutil.copytree(PACKAGE, Path(scratch) / "coincide", ignore=_not_needed)
        _quietly(Path(scratch))
        for module in SHARED_IMPORTS:
            importlib.import_module(module)
        for name in chosen.places:
            places = places_of(name)
            wanted = _wanted(places, chosen.mutants, chosen.seed, chosen.only)
            if again is not None:
                wanted = [mutant for mutant in wanted if mutant.in_words in again]
            results[name] = [
                result for place in places for result in _try_all(place, wanted, Path(scratch))
            ]
    chosen.out.parent.mkdir(parents=True, exist_ok=True)
    chosen.out.write_text(json.dumps(_as_json(results), indent=1, ensure_ascii=False) + "\n")
    print(_table(results))
    return 0


def _not_needed(_folder: str, names: list[str]) -> set[str]:
    return {"static", "__pycache__"} & set(names)


def _quietly(scratch: Path) -> None:
    """Let all that is started from here use the copy, one core, and leave nothing behind."""
    os.environ.update(
        PYTHONPATH=str(scratch),
        HYPOTHESIS_STORAGE_DIRECTORY=str(scratch / "hypothesis"),
        OPENBLAS_NUM_THREADS="1",
        PYTEST_DISABLE_PLUGIN_AUTOLOAD="1",  # most of the time of a quick test
    )


def _listed(path: Path) -> set[str]:
    places: dict[str, dict[str, list[str]]] = json.loads(path.read_text(encoding="utf-8"))
    return {one for place in places.values() for one in (*place["survived"], *place["not run"])}


def _wanted(places: Sequence[Place], n_mutants: int, seed: int, only: str) -> list[Mutant]:
    mutants = {
        path: mutants_of(path, (PACKAGE / path).read_text(encoding="utf-8"))
        for place in places
        for path in place.files
        if only in path.as_posix()
    }
    chosen = sample(mutants, n_mutants, seed=seed)
    wanted = [mutant for those in chosen.values() for mutant in those]
    random.Random(seed).shuffle(wanted)  # what a run that is cut short has tried is a fair sample
    return wanted


def _cover_of(place: Place, copy: Path) -> Cover:
    """Run a place's tests once; they must pass, or nothing could be found by them."""
    with tempfile.TemporaryDirectory() as folder:
        data, times = Path(folder, "data"), Path(folder, "times.json")
        os.environ["COVERAGE_FILE"] = str(data)
        options = [
            "-p",
            "pytest_cov",
            f"--cov={copy / 'coincide'}",
            "--cov-context=test",
            "--cov-report=",
        ]
        options += ["--cov-config=/dev/null"]
        if not _pass([*options, *place.tests], copy, DEADLOCK_S, _Stopwatch(times)):
            tests = " ".join(place.tests)
            raise SystemExit(f"The tests of {place.name} fail as it is: run pytest {tests}")
        seconds = json.loads(times.read_text(encoding="utf-8"))
        kept = CoverageData(str(data))
        kept.read()
        tests_of = {
            path: _whole_fixtures(
                kept.contexts_by_lineno(str(copy / "coincide" / path)), list(seconds)
            )
            for path in place.files
        }
    return Cover(tests_of, seconds)


class _Stopwatch:
    """A plug-in of pytest that writes down the seconds of CPU of each test."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.seconds: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        start_s = time.process_time()
        result = yield
        self.seconds[item.nodeid] = time.process_time() - start_s
        return result

    def pytest_sessionfinish(self) -> None:
        self.path.write_text(json.dumps(self.seconds), encoding="utf-8")


def _whole_fixtures(contexts: dict[int, list[str]], tests: list[str]) -> dict[int, list[str]]:
    """Return the tests of each line; what a shared fixture runs, all tests of its file may see."""
    found: dict[int, list[str]] = {}
    for line, names in contexts.items():
        those = {name.split("|")[0] for name in names if name}
        files = {name.split("::")[0] for name in names if name.endswith("|setup")}
        found[line] = [test for test in tests if test in those or test.split("::")[0] in files]
    return found


def _try_all(place: Place, wanted: Sequence[Mutant], copy: Path) -> list[Result]:
    """Try those of the mistakes that are in one place."""
    mutants = [mutant for mutant in wanted if mutant.path in place.files]
    if not mutants:
        return []
    cover = _cover_of(place, copy)
    results = []
    for number, mutant in enumerate(mutants, 1):
        result = _try(mutant, cover, copy)
        print(f"{number}/{len(mutants)} {result.outcome}: {mutant.in_words}", flush=True)
        results.append(result)
    return results


def _try(mutant: Mutant, cover: Cover, copy: Path) -> Result:
    """Put one mistake into the copy, run the tests of its line, and take it out again."""
    tests = cover.tests_for(mutant)
    if not tests:
        return Result(mutant, "not run")
    path = copy / "coincide" / mutant.path
    kept = path.read_text(encoding="utf-8")
    path.write_text(mutated(kept, mutant), encoding="utf-8")
    try:
        limit_s = PATIENCE_S + PATIENCE * sum(cover.seconds[test] for test in tests)
        passed = _pass(tests, copy, int(limit_s))
    finally:
        path.write_text(kept, encoding="utf-8")
    return Result(mutant, "survived" if passed else "found")


def _pass(tests: Sequence[str], copy: Path, limit_s: int, *plugins: object) -> bool:
    """Run tests in a process of their own; return whether all pass in time."""
    child = os.fork()
    if child == 0:
        _run_tests(tests, copy, limit_s, plugins)
    end = time.monotonic() + DEADLOCK_S
    while time.monotonic() < end:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return status == 0
        time.sleep(0.02)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return False


def _run_tests(tests: Sequence[str], copy: Path, limit_s: int, plugins: Sequence[object]) -> None:
    """Run tests against the copy and end this process with their code."""
    os.setsid()
    resource.setrlimit(resource.RLIMIT_CPU, (limit_s, limit_s))
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    sys.dont_write_bytecode = True  # or the next mistake would be read from this one's cache
    sys.path.insert(0, str(copy))
    options = ["-x", "-q", "-p", "no:cacheprovider"]
    options += ["-p", "_hypothesis_pytestplugin", "--hypothesis-seed=0"]
    code = 1
    try:
        code = pytest.main([*options, *tests], plugins)
    finally:  # never back into the parent's code
        os._exit(code)


def _as_json(results: dict[str, list[Result]]) -> dict[str, dict[str, list[str]]]:
    return {
        name: {
            outcome: [one.mutant.in_words for one in those if one.outcome == outcome]
            for outcome in ("found", "survived", "not run")
        }
        for name, those in results.items()
    }


def _table(results: dict[str, list[Result]]) -> str:
    lines = ["", f"{'place':12}{'tried':>8}{'found':>8}{'share':>9}"]
    for name, those in results.items():
        n_found = sum(one.outcome == "found" for one in those)
        share = f"{n_found / len(those):.1%}" if those else "–"
        lines.append(f"{name:12}{len(those):>8}{n_found:>8}{share:>9}")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())

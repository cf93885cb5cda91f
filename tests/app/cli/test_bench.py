"""``coincide bench`` without the package coincide-bench, and what it costs others."""

import subprocess
import sys

import pytest

from coincide.errors import UsageError

# Python finds no such package then, whether or not it is installed in the tests' environment
WITHOUT = "import sys; sys.modules['coincide_bench'] = None; "
RUN = "sys.argv[0] = 'coincide'; from coincide.__main__ import main; main()"


def python(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "arguments", [(), ("run",), ("run", "splits", "--seeds", "report"), ("--help",)], ids=" ".join
)
def test_without_the_package_it_says_how_to_install_it(arguments: tuple[str, ...]) -> None:
    done = python(WITHOUT + RUN, "bench", *arguments)
    assert done.returncode == UsageError.exit_code
    assert done.stdout == ""
    assert "coincide-bench" in done.stderr
    assert "pip install ./bench" in done.stderr
    assert "Traceback" not in done.stderr


def test_without_the_package_all_else_is_there() -> None:
    done = python(WITHOUT + RUN, "--help")
    assert done.returncode == 0, done.stderr
    assert "coincide-bench" in done.stdout
    assert "sync" in done.stdout


def test_help_loads_the_commands_of_the_benchmark_and_nothing_behind_them() -> None:
    code = "import coincide.app.cli.app, sys; print(*sorted(sys.modules))"
    done = python(code)
    assert done.returncode == 0, done.stderr
    loaded = set(done.stdout.split())
    ours = {name for name in loaded if name.startswith("coincide_bench.")}
    assert "coincide_bench.cli.run" in ours
    assert {name.split(".")[1] for name in ours} == {"cli"}
    assert "matplotlib" not in loaded

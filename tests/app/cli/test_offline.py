"""No telemetry, and no network after the installation: nothing but this machine is asked for."""

import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from coincide import errors
from tests.drawn import write_event
from tests.writing.apply.system_calls import strace_works

WATCHED = Path(__file__).parent / "watched"
INTERNET = re.compile(r"connect\(.*sa_family=AF_INET6?,.*|sendto\(.*sa_family=AF_INET6?,.*")
LOOPBACK = re.compile(r'inet_addr\("127\.|inet_pton\(AF_INET6, "::1"')


def environment(tmp_path: Path) -> dict[str, str]:
    """Return an environment that watches, with an empty cache: all is made anew."""
    return {
        **os.environ,
        "PYTHONPATH": str(WATCHED),
        "COINCIDE_TEST_NETWORK_LOG": str(tmp_path / "network.log"),
        "COINCIDE_CACHE": str(tmp_path / "cache"),
    }


def run(tmp_path: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "coincide", *map(str, arguments)]
    env = environment(tmp_path)
    return subprocess.run(command, capture_output=True, text=True, check=False, env=env)


def asked_for(tmp_path: Path) -> str:
    log = tmp_path / "network.log"
    return log.read_text(encoding="utf-8") if log.exists() else ""


def test_the_watch_notices(tmp_path: Path) -> None:
    code = "import urllib.request; urllib.request.urlopen('http://192.0.2.1/')"
    command = [sys.executable, "-c", code]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env=environment(tmp_path)
    )
    assert done.returncode != 0
    assert "192.0.2.1" in asked_for(tmp_path)


@pytest.mark.slow
def test_an_event_is_rendered_and_synced_without_a_network(tmp_path: Path) -> None:
    party = tmp_path / "party"
    for command in (("demo", party, "--galleries", "2", "--photos", "8"), ("sync", party)):
        done = run(tmp_path, *command)
        assert done.returncode == 0, done.stderr
    offsets = json.loads((party / ".coincide" / "offsets.json").read_text(encoding="utf-8"))
    assert len(offsets["galleries"]) == 2
    assert list((tmp_path / "cache").glob("*.onnx"))
    assert asked_for(tmp_path) == ""


def test_only_weights_that_are_asked_for_are_fetched(tmp_path: Path) -> None:
    """The one download there is: by name, from its pinned address."""
    party = write_event(tmp_path / "party", {"ann": 3, "bob": 3})
    done = run(tmp_path, "sync", party, "--backbone", "googlenet")
    assert done.returncode == errors.ModelError.exit_code, done.stderr
    assert "cannot be downloaded" in done.stderr
    assert "media.githubusercontent.com" in asked_for(tmp_path)


def test_libraries_that_report_to_their_makers_are_told_not_to() -> None:
    """ONNX Runtime does so from the moment it is loaded, so it must be told before."""
    code = (
        "import os, sys, coincide\n"
        "assert not {'onnxruntime', 'ray'} & set(sys.modules)\n"
        "print(os.environ['ORT_DISABLE_TELEMETRY'], os.environ['RAY_USAGE_STATS_ENABLED'])\n"
    )
    told = ("ORT_DISABLE_TELEMETRY", "RAY_USAGE_STATS_ENABLED")
    env = {name: text for name, text in os.environ.items() if name not in told}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env
    )
    assert done.stdout == "1 0\n"


@pytest.mark.slow
@pytest.mark.skipif(not strace_works(), reason="system calls cannot be recorded here")
def test_no_library_goes_past_python_either(tmp_path: Path) -> None:
    """What C libraries do raises no event in Python; the system's calls show it.

    ONNX Runtime waits some ten seconds before it reports, so the process must last longer.
    """
    party = write_event(tmp_path / "party", {"ann": 3, "bob": 3})
    last = "import atexit, sys, time; atexit.register(time.sleep, 20); "
    code = last + "from coincide.__main__ import main; sys.argv[0] = 'coincide'; main()"
    tracer = ["strace", "-f", "-qq", "-e", "trace=connect,sendto,sendmsg", "-o"]

    def traced(command: list[str]) -> list[str]:
        seen = tmp_path / f"calls-{command[0]}"
        done = subprocess.run(
            [*tracer, str(seen), sys.executable, "-c", code, *command],
            capture_output=True,
            text=True,
            check=False,
            env=environment(tmp_path),
        )
        assert done.returncode == 0, done.stderr
        found = INTERNET.findall(seen.read_text(encoding="utf-8", errors="replace"))
        return [call for call in found if not LOOPBACK.search(call)]

    with ThreadPoolExecutor() as both:  # each waits for most of its time
        assert list(both.map(traced, (["sync", str(party)], ["doctor"]))) == [[], []]
    assert asked_for(tmp_path) == ""

"""A platform engineer runs an event from S3 on Ray, loses the driver, and reads the figures."""

import json
import os
import re
import signal
import sysconfig
import time
from collections.abc import Iterator
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

import pytest

from tests.journeys.shell import ROOT, Environment, Ran, is_install, run_page
from tests.storage_server import free_port

pytestmark = pytest.mark.slow

PAGE = ROOT / "docs" / "tutorials" / "platform.md"
# the page's ports, for which the test takes free ones
S3_PORT, RAY_PORT = "5555", "6399"
# what the page's commands are, beside coincide and what every system has
PROGRAMS = ("ray", "moto_server")
WRONG_S = 300.0
ENDING_S = 20.0
N_PHOTOS = 100


@pytest.fixture
def cluster_env(wheel_env: Environment) -> Environment:
    """The wheel's environment with the commands of Ray and moto, as pip would have made them.

    They have to run in it: Ray's workers are of the Python that started Ray.
    """
    for entry in entry_points(group="console_scripts"):
        if entry.name in PROGRAMS:
            write_script(wheel_env.python.parent / entry.name, wheel_env.python, entry)
    return wheel_env


def write_script(path: Path, python: Path, entry: EntryPoint) -> None:
    path.write_text(
        f"#!{python}\nimport sys\nfrom {entry.module} import {entry.attr.split('.')[0]}\n"
        f'if __name__ == "__main__":\n    sys.exit({entry.attr}())\n',
        encoding="utf-8",
    )
    path.chmod(0o755)


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """The page with ports that are free on this machine."""
    text = PAGE.read_text(encoding="utf-8")
    for port in (S3_PORT, RAY_PORT):
        assert port in text
        text = text.replace(port, str(free_port()))
    copy = tmp_path / "platform.md"
    copy.write_text(text, encoding="utf-8")
    return copy


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder; whatever still runs in it at the end is of this test, and is ended."""
    folder = tmp_path / "folder"
    yield folder
    for pid in started_in(folder):
        os.kill(pid, signal.SIGKILL)


def started_in(folder: Path) -> list[int]:
    """Return the processes whose shell was in a folder when it started them."""
    mark = f"PWD={folder}".encode()
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            if mark in path.read_bytes().split(b"\0"):
                found.append(int(path.parent.name))
        except OSError:
            continue  # it has ended meanwhile, or is of somebody else
    return found


def test_an_event_is_synced_from_s3_on_ray_though_the_driver_dies(
    cluster_env: Environment, page: Path, folder: Path
) -> None:
    ran = run_page(page, cluster_env, folder, leave_out=is_install)
    # the page takes apart what it has built; on a busy machine some take seconds to end
    until_s = time.monotonic() + ENDING_S
    while started_in(folder) and time.monotonic() < until_s:
        time.sleep(0.2)
    assert started_in(folder) == []

    sync = the_run(ran, "coincide sync", "--metrics-file")
    looked_at, known = counts(sync.printed)
    assert looked_at + known == N_PHOTOS
    assert min(looked_at, known) > 0  # the first run got somewhere, and was not begun again

    read = figures(folder / "coincide.prom")
    assert read["coincide_photos_total"] == looked_at
    assert read["coincide_failures_total"] == 0
    assert read["coincide_requests_total"] >= looked_at  # each photo is fetched
    assert read["coincide_read_bytes_total"] >= smallest_bytes(folder / "party", looked_at)
    assert read["coincide_cpu_seconds_total"] > 0
    assert "Traceback" not in (folder / "killed.log").read_text()
    truth = json.loads((folder / "party" / "truth.json").read_text())
    check_offsets(sync.printed, truth["offsets_s"])
    assert not list((folder / "party").rglob("*.xmp"))
    assert not (folder / "party" / ".coincide").exists()


def test_ray_and_moto_run_in_the_wheels_environment(cluster_env: Environment) -> None:
    for program in PROGRAMS:
        script = cluster_env.python.parent / program
        assert script.read_text(encoding="utf-8").startswith(f"#!{cluster_env.python}\n")
        assert script.parent != Path(sysconfig.get_path("scripts"))


def the_run(ran: list[Ran], *words: str) -> Ran:
    (found,) = (one for one in ran if all(word in one.command for word in words))
    return found


def counts(printed: str) -> tuple[int, int]:
    found = re.search(r"looked at (\d+) photos, (\d+) were cached", printed)
    assert found is not None
    return int(found[1]), int(found[2])


def figures(path: Path) -> dict[str, float]:
    """Return the figures of the stage that reads photos, by name."""
    lines = re.findall(r'^(\w+)\{stage="read"\} (\S+)$', path.read_text(), re.MULTILINE)
    return {name: float(value) for name, value in lines}


def smallest_bytes(event: Path, n_photos: int) -> int:
    """Return the least that so many of an event's photos can take."""
    sizes = sorted(path.stat().st_size for path in event.rglob("*.[jJ][pP][gG]"))
    assert len(sizes) == N_PHOTOS
    return sum(sizes[:n_photos])


def check_offsets(printed: str, truth: dict[str, float]) -> None:
    """Compare every offset that is called certain with the truth; most have to be."""
    rows = re.findall(r"│ (\w+) +│ +\d+ │ [^│]+│ +([+−-][^│]+?) +│ certain", printed)
    assert len(rows) >= len(truth) // 2
    for name, words in rows:
        assert abs(seconds(words) - truth[name]) < WRONG_S


def seconds(words: str) -> float:
    """Return the seconds of an offset in words, such as "+1 h 00 min 05 s"."""
    units = {"d": 86400, "h": 3600, "min": 60, "s": 1}
    found = re.findall(r"(\d+) (d|h|min|s)\b", words)
    assert found, words
    sign = 1 if words.startswith("+") else -1
    return sign * float(sum(int(number) * units[unit] for number, unit in found))

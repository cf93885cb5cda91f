"""The standalone program: unpacked, and started where there is no Python and no other program."""

import json
import os
import re
import subprocess
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tools.packages import Command
from tools.standalone import build

pytestmark = [
    pytest.mark.heavy,
    pytest.mark.skipif(os.name != "posix", reason="the archive is a tar file on posix only"),
]
# the folder must do: nothing of this machine is found by name
NOWHERE = "/nonexistent"


class Program:
    """The unpacked program, in a folder of its own."""

    def __init__(self, path: Path, home: Path) -> None:
        self.path, self.home = path, home
        self.variables = {"PATH": NOWHERE, "HOME": str(home), "LC_ALL": "C.UTF-8", "COLUMNS": "160"}

    def run(self, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
        """Run a command and return what came of it."""
        return subprocess.run(
            [self.path, *arguments],
            cwd=self.home,
            env=self.variables,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )

    def do(self, *arguments: str | Path) -> str:
        """Run a command that must succeed and return what it printed."""
        done = self.run(*arguments)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("standalone")
    build.main(["--work", str(folder / "work"), "--out", str(folder)])
    (found,) = folder.glob("coincide-*.tar.gz")
    return found


@pytest.fixture(scope="module")
def program(archive: Path, tmp_path_factory: pytest.TempPathFactory) -> Program:
    folder, home = tmp_path_factory.mktemp("unpacked"), tmp_path_factory.mktemp("home")
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    return Program(folder / "coincide" / "coincide", home)


@pytest.fixture(scope="module")
def party(program: Program) -> str:
    """A synced event, made by the program itself."""
    program.do("demo", "party", "--galleries", "3", "--photos", "36")
    program.do("sync", "party")
    return "party"


def test_it_is_not_larger_than_it_must_be(archive: Path) -> None:
    assert archive.stat().st_size < 250e6


def test_it_has_no_exiftool_and_says_under_which_licence_it_is(program: Program) -> None:
    folder = program.path.parent
    assert not [
        one for one in folder.rglob("*") if "exiftool" in one.name.lower() and one.is_file()
    ]
    text = (folder / "LICENSES.txt").read_text(encoding="utf-8")
    assert re.search(r"as a whole is under the GNU General\s+Public License, version 3", text)
    for words in (
        "exiv2 0.",
        "rawpy 0.",
        "fastapi 0.",
        "GNU GENERAL PUBLIC LICENSE",
        "Apache License",
    ):
        assert words in text, words


def test_help_is_there_at_once(program: Program) -> None:
    assert "Everyone's photos of one event" in program.do("--help")


def test_doctor_finds_all_but_what_cannot_be_inside(program: Program) -> None:
    document = json.loads(program.do("doctor", "--json"))
    found: dict[str, Any] = {one["name"]: one for one in document["findings"]}
    lacking = {name for name, one in found.items() if one["problem"]}
    assert lacking == {
        *(f"coincide[{one}]" for one in ("verify", "s3", "cluster", "large")),
        "ExifTool",
    }
    assert found["ExifTool"]["remedy"].startswith("sudo apt install")
    assert found["coincide[s3]"]["remedy"].startswith('pipx install ".[s3]"')


def test_an_event_is_synced(program: Program, party: str) -> None:
    offsets = json.loads((program.home / party / ".coincide" / "offsets.json").read_text())
    assert len(offsets["galleries"]) == 3


def test_times_are_written_and_taken_back(program: Program, party: str) -> None:
    folder = program.home / party
    before = {path: path.read_bytes() for path in folder.rglob("*.jpg")}
    program.do("plan", party, "--for", "digikam", "--unsure")
    plan = folder / ".coincide" / "plan.json"
    program.do("apply", plan, "--yes")
    assert len(list(folder.rglob("*.xmp"))) > 0
    program.do("undo", plan, "--yes")
    assert list(folder.rglob("*.xmp")) == []
    assert {path: path.read_bytes() for path in folder.rglob("*.jpg")} == before


def test_what_needs_exiftool_says_how_to_get_it(program: Program, party: str) -> None:
    program.do("plan", party, "--to", "file", "--unsure", "--zone", "Europe/Berlin")
    done = program.run("apply", Path(party) / ".coincide" / "plan.json", "--yes")
    assert done.returncode == 11
    assert "sudo apt install libimage-exiftool-perl" in done.stderr


def test_a_report_is_written(program: Program, party: str) -> None:
    said = program.do("report", party, "--out", "party.html", "--open")
    assert "No browser could be started here" in said
    assert "Coincide" in (program.home / "party.html").read_text(encoding="utf-8")


@pytest.fixture
def address(program: Program, party: str) -> Iterator[str]:
    """Where the review app is served."""
    command: Command = [program.path, "review", party, "--no-browser"]
    with subprocess.Popen(
        command, cwd=program.home, env=program.variables, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        yield line.split()[-1]
        process.terminate()


def test_the_review_app_is_served(address: str) -> None:
    with httpx.Client(follow_redirects=True, timeout=60) as browser:  # it keeps the cookie
        page = browser.get(address)
        assert "coincide-token" in page.text
        script = re.search(r'<script[^>]+src="\.?/?([^"]+)"', page.text)
        assert script is not None
        assert len(browser.get(f"{address.partition('/?')[0]}/{script[1]}").content) > 50_000


def test_it_works_in_several_processes(program: Program) -> None:
    said = program.do(
        "bench", "run", "simulated", "--n-seeds", "1", "--workers", "2", "--method", "median"
    )
    assert "simulated" in said

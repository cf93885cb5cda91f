import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from coincide.errors import ExifToolError
from coincide.media import exiftool
from coincide.media.exiftool import (
    ExifTool,
    ExifToolDied,
    file_argument,
    find_exiftool,
    need_exiftool,
)
from tests.photo_files import write_photo

needs_exiftool = pytest.mark.skipif(find_exiftool() is None, reason="ExifTool is not installed")
posix = pytest.mark.skipif(os.name != "posix", reason="uses POSIX processes")


def time_of(tool: ExifTool, path: Path) -> str:
    return tool.run(["-s3", "-DateTimeOriginal", file_argument(path)]).out.strip()


def pid_of(tool: ExifTool) -> int:
    """Return ExifTool's own process; $$ is Perl's name of it."""
    return int(tool.run(["-s3", "-p", "${filename;$_=$$}", file_argument(Path(__file__))]).out)


@needs_exiftool
@pytest.mark.parametrize(
    "name", ["-o.jpg", "--help.jpg", "@args.jpg", "#[CSTR].jpg", " a b .jpg", "ü🎉.jpg", "$x;.jpg"]
)
def test_a_name_is_a_name_whatever_it_looks_like(tmp_path: Path, name: str) -> None:
    path = write_photo(tmp_path / name, "2024:05:04 14:00:00")
    with ExifTool() as tool:
        assert time_of(tool, path) == "2024:05:04 14:00:00"


@pytest.mark.parametrize("argument", ["a\nb", "a\r", "a\0b", "", "# comment", " leading"])
def test_arguments_that_would_not_arrive_are_refused(argument: str) -> None:
    with ExifTool(Path("/no/such/program")) as tool, pytest.raises(ValueError, match="argument"):
        tool.run([argument])


@needs_exiftool
def test_what_goes_wrong_is_said_on_the_second_channel(tmp_path: Path) -> None:
    with ExifTool() as tool:
        reply = tool.run(["-j", file_argument(tmp_path / "none.jpg")])
    assert reply.out == ""
    assert "File not found" in reply.err


@needs_exiftool
@posix
def test_a_dead_process_is_told_and_replaced(tmp_path: Path) -> None:
    path = write_photo(tmp_path / "a.jpg")
    with ExifTool() as tool:
        os.kill(pid_of(tool), signal.SIGKILL)
        with pytest.raises(ExifToolDied):
            time_of(tool, path)
        assert time_of(tool, path) == "2024:05:04 14:00:00"


@needs_exiftool
@posix
def test_a_silent_process_is_ended_and_replaced(tmp_path: Path) -> None:
    path = write_photo(tmp_path / "a.jpg")
    with ExifTool() as tool:
        os.kill(pid_of(tool), signal.SIGSTOP)
        started = time.monotonic()
        with pytest.raises(ExifToolDied, match="stopped responding"):
            tool.run(["-ver"], timeout_s=0.3)
        assert time.monotonic() - started < 5
        assert time_of(tool, path) == "2024:05:04 14:00:00"


@needs_exiftool
def test_threads_get_their_own_answers(tmp_path: Path) -> None:
    paths = [write_photo(tmp_path / f"{n}.jpg", f"2024:05:04 14:00:{n:02d}") for n in range(12)]
    with ExifTool() as tool, ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda path: time_of(tool, path)[-2:], paths)) == [
            f"{n:02d}" for n in range(12)
        ]


@needs_exiftool
def test_no_configuration_of_the_user_is_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = tmp_path / ".ExifTool_config"
    config.write_text(f'open(my $f, ">", "{tmp_path}/run"); 1;\n')
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("EXIFTOOL_HOME", str(tmp_path))
    with ExifTool() as tool:
        tool.run(["-ver"])
    assert not (tmp_path / "run").exists()
    subprocess.run(["exiftool", "-ver"], check=True, capture_output=True)
    assert (tmp_path / "run").exists(), "the configuration would have been run"


@needs_exiftool
@posix
def test_it_ends_when_we_are_killed() -> None:
    script = (
        "import os, signal\n"
        "from coincide.media.exiftool import ExifTool\n"
        "from pathlib import Path\n"
        "reply = ExifTool().run(['-s3', '-p', '${filename;$_=$$}', os.path.abspath(os.__file__)])\n"
        "print(reply.out, flush=True)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False)
    pid = int(done.stdout)
    for _ in range(100):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        state = subprocess.run(["ps", "-o", "stat=", str(pid)], check=False, capture_output=True)
        if b"Z" in state.stdout:
            return  # ended; nobody has asked how
        time.sleep(0.05)
    os.kill(pid, signal.SIGKILL)
    pytest.fail("ExifTool outlived us")


@needs_exiftool
def test_nothing_is_left_running(tmp_path: Path) -> None:
    before = threading.active_count()
    with ExifTool() as tool:
        tool.run(["-ver"])
    assert threading.active_count() == before


def test_a_program_of_the_users_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "my-exiftool"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv(exiftool.PATH_VARIABLE, str(program))
    assert find_exiftool() == program
    monkeypatch.setenv(exiftool.PATH_VARIABLE, str(tmp_path / "none"))
    assert find_exiftool() is None


@pytest.mark.parametrize(
    ("platform", "line"),
    [
        ("darwin", "brew install exiftool"),
        ("win32", "winget install OliverBetz.ExifTool"),
        ("linux", "sudo apt install libimage-exiftool-perl"),
    ],
)
def test_a_missing_tool_is_asked_for_politely(
    monkeypatch: pytest.MonkeyPatch, platform: str, line: str
) -> None:
    monkeypatch.setattr(exiftool.shutil, "which", lambda _name: None)
    monkeypatch.setattr(exiftool.sys, "platform", platform)
    with pytest.raises(ExifToolError) as caught:
        need_exiftool("Writing into files")
    message = str(caught.value)
    assert message.startswith("Writing into files needs ExifTool, which is not installed.")
    assert f"Install it: {line} (" in message
    assert all(other in message for other in exiftool.INSTALL_LINES.values())


def test_a_program_that_does_not_start(tmp_path: Path) -> None:
    with ExifTool(tmp_path / "none") as tool, pytest.raises(ExifToolError, match="started"):
        tool.run(["-ver"])


@needs_exiftool
def test_where_no_shell_stands_between_it_is_asked_directly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program, path = need_exiftool("This test"), write_photo(tmp_path / "a.jpg")
    question = ["-s3", "-DateTimeOriginal", file_argument(path)]
    before = threading.active_count()
    with monkeypatch.context() as windows:
        windows.setattr(exiftool.os, "name", "nt")
        with ExifTool(program) as tool:
            answers = [tool.run(question).out.strip() for _ in range(2)]
    assert answers == ["2024:05:04 14:00:00"] * 2
    assert threading.active_count() == before

"""One writer at a time."""

import subprocess
import sys
from pathlib import Path

import pytest

from coincide.errors import BusyError, WriteError
from coincide.writing.apply.lock import hold
from tests.writing.apply.driver import REPOSITORY

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="folders cannot be held there")

HOLDER = """
import sys
from pathlib import Path
from coincide.writing.apply.lock import hold
with hold([Path(sys.argv[1])], Path(sys.argv[2])):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_another_process_is_kept_out_until_the_first_is_gone(tmp_path: Path) -> None:
    root = tmp_path / "event"
    root.mkdir()
    command = [sys.executable, "-c", HOLDER, str(root), str(tmp_path / "a.journal")]
    with subprocess.Popen(
        command, cwd=REPOSITORY, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(BusyError, match="event"), hold([root], tmp_path / "other.journal"):
            pass
        with pytest.raises(BusyError, match=r"a\.journal"), hold([], tmp_path / "a.journal"):
            pass
        holder.kill()
    with hold([root], tmp_path / "a.journal"):
        pass


def test_it_is_let_go_of_at_the_end(tmp_path: Path) -> None:
    for _ in range(2):
        with hold([tmp_path, tmp_path, tmp_path / "not there yet"], tmp_path / "a.journal"):
            pass


def test_a_journal_that_cannot_be_written_is_said_before_anything_is_done(tmp_path: Path) -> None:
    (tmp_path / "a.journal").mkdir()
    with pytest.raises(WriteError, match="Nothing was changed"), hold([], tmp_path / "a.journal"):
        pass


def test_a_journal_with_two_names_gets_a_file_of_its_own(tmp_path: Path) -> None:
    journal, copy = tmp_path / "a.journal", tmp_path / "copy.journal"
    journal.write_bytes(b"what was done")
    journal.chmod(0o640)
    copy.hardlink_to(journal)
    with hold([], journal), pytest.raises(BusyError), hold([], copy):
        pass
    copy.unlink()
    copy.hardlink_to(journal)
    with hold([], copy):
        assert not copy.samefile(journal)
    assert copy.read_bytes() == journal.read_bytes() == b"what was done"
    assert copy.stat().st_mode == journal.stat().st_mode
    assert sorted(tmp_path.iterdir()) == [journal, copy]

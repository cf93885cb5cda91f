"""Without the extra ``clock`` everything but clock photos works."""

import subprocess
import sys


def test_projects_open_where_no_reader_of_codes_is_installed() -> None:
    blocked = "import sys; sys.modules['zxingcpp'] = None; import coincide.project; print('open')"
    done = subprocess.run(
        [sys.executable, "-c", blocked], check=False, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout.strip()) == (0, "open"), done.stderr

"""``coincide clock`` as a user meets it: a page that needs nothing, or one that is served."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from coincide.app.cli.app import app
from coincide.app.clock import page
from coincide.app.clock.serve import own_address
from coincide.errors import StoreError, UsageError


def clock(*arguments: str | Path) -> str:
    done = CliRunner().invoke(app, ["clock", *map(str, arguments)])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == 0, done.output
    return done.stdout


def test_the_page_is_one_file_that_asks_for_nothing(tmp_path: Path) -> None:
    out = tmp_path / "clock.html"
    assert "photograph it with every camera" in clock("--out", out)
    text = out.read_text(encoding="utf-8")
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', text)
    assert policy is not None
    assert policy[1].startswith("default-src 'none'; script-src 'sha256-")
    assert "connect-src" not in policy[1]
    assert re.findall(r'(?:src|href)="(?!data:)', text) == []
    assert clock("--out", out)  # ours is replaced


def test_a_file_of_somebody_else_stays(tmp_path: Path) -> None:
    out = tmp_path / "clock.html"
    out.write_text("mine", encoding="utf-8")
    with pytest.raises(StoreError, match="Coincide did not write it"):
        clock("--out", out)
    assert out.read_text(encoding="utf-8") == "mine"


def test_a_port_is_for_serving() -> None:
    with pytest.raises(UsageError, match="--serve"):
        clock("--port", "8000")


def test_a_page_that_was_not_built_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "STATIC", tmp_path)
    with pytest.raises(UsageError, match="make web"):
        clock("--out", tmp_path / "clock.html")


@pytest.fixture
def served() -> Iterator[str]:
    """The address of a page that is served."""
    command = [sys.executable, "-m", "coincide", "clock", "--serve"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found is not None
        yield found[0]
    finally:
        process.terminate()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


def test_the_page_is_served_and_nothing_else(served: str) -> None:
    answer = httpx.get(served)
    assert answer.status_code == 200
    assert answer.text == page.clock_page()
    assert answer.headers["x-frame-options"] == "DENY"
    assert httpx.head(served).content == b""
    for path in ("clock.html", "api/event", "../etc/passwd", "?a", "%2e%2e/"):
        found = httpx.get(served + path)
        assert found.status_code == (200 if path == "?a" else 404), path
    assert httpx.post(served, content=b"x" * 100_000).status_code == 405


def test_this_machine_has_an_address_of_four_numbers() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+\.\d+", own_address())

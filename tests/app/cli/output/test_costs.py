import json
import urllib.request
from pathlib import Path
from uuid import uuid4

import pytest
from typer.testing import CliRunner

from coincide.app.cli.app import app
from coincide.app.cli.output.costs import metrics
from coincide.errors import UsageError
from coincide.project import Meter
from tests.drawn import write_event
from tests.storage_server import free_port, upload


@pytest.fixture
def meter() -> Meter:
    meter = Meter()
    with meter.timed("read"):
        meter.add("read", photos=12, bytes_read=3000, retries=2)
    return meter


def test_figures_are_served_on_this_machine_while_a_run_goes_on(meter: Meter) -> None:
    port = free_port()
    with metrics(meter, port=port, file=None):
        meter.add("read", photos=1, failures=1)
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as reply:
            text = reply.read().decode()
    assert 'coincide_photos_total{stage="read"} 13.0' in text
    assert 'coincide_retries_total{stage="read"} 2.0' in text
    assert 'coincide_failures_total{stage="read"} 1.0' in text
    with pytest.raises(OSError, match="refused"):
        urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=2)


def test_figures_are_written_even_if_the_run_fails(meter: Meter, tmp_path: Path) -> None:
    file = tmp_path / "coincide.prom"
    with pytest.raises(RuntimeError), metrics(meter, port=None, file=file):
        raise RuntimeError
    assert 'coincide_read_bytes_total{stage="read"} 3000.0' in file.read_text()


def test_a_port_that_is_taken_is_told(meter: Meter) -> None:
    port = free_port()
    with (
        metrics(meter, port=port, file=None),
        pytest.raises(UsageError, match="give another"),
        metrics(meter, port=port, file=None),
    ):
        pass


def test_sync_tells_what_it_cost(tmp_path: Path) -> None:
    folder = write_event(tmp_path / "party", {"ann": 5, "bob": 6})
    command = ["sync", str(folder), "-v", "--metrics-file", str(tmp_path / "m.prom")]
    done = CliRunner().invoke(app, command, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    assert "What it cost" in done.output
    stages = json.loads((folder / ".coincide" / "costs.json").read_text())["stages"]
    assert stages["read"]["photos"] == stages["embed"]["photos"] == 11
    n_bytes = sum(path.stat().st_size for path in folder.rglob("*.jpg"))
    assert stages["read"]["bytes_read"] == n_bytes
    assert stages["solve"]["wall_s"] > 0
    assert 'coincide_photos_total{stage="embed"} 11.0' in (tmp_path / "m.prom").read_text()
    again = CliRunner().invoke(app, ["sync", str(folder)], catch_exceptions=False)
    assert "What it cost" not in again.output
    stages = json.loads((folder / ".coincide" / "costs.json").read_text())["stages"]
    assert stages["read"]["photos"] == 0
    assert "solve" not in stages  # it was known from before


def test_costs_of_somebody_else_are_left_alone(tmp_path: Path) -> None:
    folder = write_event(tmp_path / "party", {"ann": 5, "bob": 6})
    (tmp_path / "costs.json").write_text('{"rent": 900}')
    done = CliRunner().invoke(app, ["sync", str(folder), "--out", str(tmp_path)])
    assert "costs.json exists and is not a result" in str(done.exception)
    assert (tmp_path / "costs.json").read_text() == '{"rent": 900}'


def test_an_event_at_a_url_is_synced_told_of_and_listed(tmp_path: Path) -> None:
    base = f"memory://{uuid4().hex}"
    upload(write_event(tmp_path / "party", {"ann": 9, "bob": 12, "cyd": 7}), f"{base}/party")

    def run(*words: str) -> str:
        done = CliRunner().invoke(app, words, catch_exceptions=False)
        assert done.exit_code == 0, done.output
        return done.output

    where = [f"{base}/party", "--project", f"{base}/project"]
    told = run("sync", *where)
    assert "looked at 28 photos, 0 were cached" in told
    assert f"wrote {base}/project/offsets.json" in told
    assert f"{base}/party/ann/IMG_0000.jpg" in run("timeline", *where)
    run("hint", "pin", f"{base}/party", "bob", "+1h", *where[1:])
    assert "+1 h 00 min 00 s" in run("sync", *where)
    run("hint", "undo", *where)


@pytest.mark.parametrize(
    "words",
    [
        ("plan", "s3://bucket/event"),
        ("shift", "s3://bucket/event", "+1h"),
        ("review", "s3://bucket/event"),
        ("report", "s3://bucket/event", "--out", "x.html"),
        ("sync", ".", "--engine", "ray"),
        ("sync", ".", "--address", "127.0.0.1:1"),
    ],
)
def test_what_does_not_go_with_urls_or_without_is_told(words: tuple[str, ...]) -> None:
    done = CliRunner().invoke(app, words)
    assert isinstance(done.exception, UsageError)
    assert "URL" in str(done.exception) or "--engine ray" in str(done.exception)

"""Inputs that once ended in a traceback: huge event files, numbers, and folders not to be used."""

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from coincide.errors import EventError, ModelError
from coincide.features.backbones.cache import cached, find_entry
from coincide.ingest.eventfile import scan_event_file
from tests.app.review.conftest import Live, embedded, serving
from tests.command import run_here

__all__ = ["embedded"]

HUGE = ("1e308", "-1e308", "1e300", "inf", "-inf", "nan", "9" * 400)


@pytest.fixture(scope="module")
def server(embedded: Path) -> Iterator[Live]:
    with serving([embedded.parent], [embedded]) as live:
        yield live


def test_f28_an_event_file_of_three_gigabytes_is_refused_in_words(tmp_path: Path) -> None:
    path = tmp_path / "event.toml"
    with path.open("wb") as file:
        file.truncate(3 << 30)
    start_s = time.monotonic()
    done = run_here("sync", path)
    assert (done.returncode, "has more than" in done.stderr) == (3, True), done.stderr
    assert time.monotonic() - start_s < 20


@pytest.mark.parametrize(
    "text", ["a" + ".a" * 400_000 + " = 1", "a" + ' . "b c"' * 90_000 + " = 1", "[" * 500_000]
)
def test_f28_an_event_file_takes_no_time_to_refuse(tmp_path: Path, text: str) -> None:
    (tmp_path / "event.toml").write_text(text)
    start_s = time.monotonic()
    with pytest.raises(EventError, match=r"event\.toml"):
        scan_event_file(tmp_path / "event.toml")
    assert time.monotonic() - start_s < 10


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes of POSIX")
def test_f28_an_event_file_that_is_a_pipe_is_refused_and_one_that_is_a_link_is_read(
    tmp_path: Path,
) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    with pytest.raises(EventError, match="not a regular file"):
        scan_event_file(tmp_path / "pipe.toml")
    (tmp_path / "ann").mkdir()
    (tmp_path / "real.toml").write_text('[[gallery]]\nname = "ann"\npaths = ["ann"]\n')
    (tmp_path / "link.toml").symlink_to("real.toml")
    assert [one.name for one in scan_event_file(tmp_path / "link.toml").sources] == ["ann"]


def test_f28_a_cache_folder_that_cannot_be_used_is_told_in_words(tmp_path: Path) -> None:
    folder = tmp_path / ("x" * 300)  # as one that nobody may look into, for any user
    assert find_entry(folder, "net") is None
    with pytest.raises(ModelError, match="COINCIDE_CACHE"):
        cached(folder, "net", lambda stream: None)


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the administrator may write anywhere"
)
def test_f28_a_cache_folder_that_may_not_be_written_is_told_in_words(tmp_path: Path) -> None:
    (tmp_path / "locked").mkdir(mode=0o000)
    for folder in (tmp_path / "locked", tmp_path / "locked" / "below"):
        with pytest.raises(ModelError, match="COINCIDE_CACHE"):
            cached(folder, "net", lambda stream: None)


@pytest.mark.parametrize("number", HUGE)
@pytest.mark.parametrize(
    "address",
    [
        *("/api/profile/ann?around={}", "/api/profile/ann?around=0&span={}"),
        *("/api/sprite/{}", "/api/sprite/0?px={}", "/api/photo/{}/256", "/api/photo/0/{}"),
        "/api/clip/{}",
    ],
)
def test_f28_a_number_beyond_all_bounds_is_a_mistake(
    server: Live, address: str, number: str
) -> None:
    answer = server.client.get(address.format(number))
    assert answer.status_code in (400, 404, 422), answer.text


@pytest.mark.parametrize("number", ["-1e10", "1e10", "0", "-0.0", "1e-308"])
def test_f28_and_one_within_them_is_answered(server: Live, number: str) -> None:
    assert server.client.get(f"/api/profile/bob?around={number}").status_code == 200


@pytest.mark.parametrize("number", HUGE)
@pytest.mark.parametrize(
    "body",
    [
        '{{"kind": "pin", "gallery": "ann", "offset_s": {}}}',
        '{{"kind": "heard", "rows": [0, 12], "lag_s": {}}}',
        '{{"kind": "same", "rows": [0, {}]}}',
        '{{"kind": "set-right", "row": {}}}',
        '{{"kind": "forget", "number": {}}}',
    ],
)
def test_f28_so_is_one_that_is_said(server: Live, body: str, number: str) -> None:
    text = body.format({"inf": "Infinity", "-inf": "-Infinity", "nan": "NaN"}.get(number, number))
    headers = {"Content-Type": "application/json"}
    answer = server.client.post("/api/hint", content=text.encode(), headers=headers)
    assert answer.status_code in (400, 409, 422), answer.text

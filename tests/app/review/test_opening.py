"""A server that has just begun: it can be reached, and what cannot be opened is told."""

import socket
from pathlib import Path

from coincide.app.review.http.server import bind
from tests.app.review.conftest import serving


def test_opening_what_cannot_be_used_says_why_and_lets_choose_again(tmp_path: Path) -> None:
    (tmp_path / "home" / "empty").mkdir(parents=True)
    (tmp_path / "elsewhere").mkdir()
    with serving([tmp_path / "home"], []) as live:
        live.post("/api/open", paths=[str(tmp_path / "home" / "empty")])
        state = live.settled()
        assert state["page"] == "choose"
        assert "No photos found" in state["jobs"][0]["error"]
        assert not (tmp_path / "home" / "empty" / ".coincide").exists()
        for outside in ("elsewhere", "home/../elsewhere"):
            answer = live.client.post("/api/open", json={"paths": [str(tmp_path / outside)]})
            assert answer.status_code == 400
        answer = live.client.get("/api/folders", params={"path": str(tmp_path / "elsewhere")})
        assert answer.status_code == 400


def test_who_is_told_the_address_can_connect_at_once(tmp_path: Path) -> None:
    running = bind([tmp_path])
    try:
        with socket.create_connection(running.listening.getsockname(), timeout=5):
            pass
    finally:
        running.session.close()
        running.listening.close()

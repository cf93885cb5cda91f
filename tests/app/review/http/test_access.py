"""The app in a network: by its address or a name that was listed, and with the token."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from coincide.app.review.http import security
from coincide.app.review.http.access import LEAST_TOKEN, Access, kept_token, known_names
from coincide.errors import UsageError
from tests.app.review.conftest import Live, serving

# of this machine alone, and yet another address than the one that means only this machine
ELSEWHERE = "127.0.0.2"
NAME = "photos.example.org"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    home = tmp_path_factory.mktemp("home")
    with serving([home], [], listen=ELSEWHERE, names=(NAME,)) as opened:
        yield opened


@pytest.fixture
def stranger(server: Live) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.client.base_url, timeout=10.0) as client:
        yield client


@pytest.mark.parametrize(
    "host", [ELSEWHERE, f"{ELSEWHERE}:8765", "[fe80::1]:80", NAME, NAME.upper(), f"{NAME}:443"]
)
def test_addresses_and_listed_names_are_ours(server: Live, host: str) -> None:
    assert server.client.get("/api/state", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("host", ["evil.example", f"{NAME}.evil.example", "", "[::1", "nas"])
def test_a_name_that_was_not_listed_is_refused_though_it_has_the_token(
    server: Live, host: str
) -> None:
    answer = server.client.get("/api/state", headers={"Host": host})
    assert answer.status_code in (400, 403)
    if host == "nas":
        assert "--host-name" in answer.text


@pytest.mark.parametrize(
    ("origin", "status"),
    [(f"https://{NAME}", 200), (f"http://{NAME}", 200), ("https://evil.example", 403)],
)
def test_a_proxy_may_speak_tls_for_it(server: Live, origin: str, status: int) -> None:
    headers = {"Host": NAME, "Origin": origin}
    assert server.client.get("/api/state", headers=headers).status_code == status


def test_what_a_proxy_says_of_others_is_not_believed(stranger: httpx.Client) -> None:
    told = {"X-Forwarded-For": "127.0.0.1", "X-Forwarded-Host": "localhost", "X-Real-IP": "::1"}
    assert stranger.get("/api/state", headers=told).status_code == 403


def test_one_logs_in_by_the_form(server: Live, stranger: httpx.Client) -> None:
    page = stranger.get("/")
    assert page.status_code == 401
    assert 'type="password"' in page.text
    assert "form-action 'self'" in page.headers["content-security-policy"]
    answer = stranger.post("/", data={"token": server.running.token})
    assert answer.status_code == 303
    assert "httponly" in answer.headers["set-cookie"].lower()
    assert server.running.token not in answer.headers["location"]
    assert stranger.get("/api/state").status_code == 200


@pytest.mark.parametrize("form", [{"token": "x" * 43}, {"other": "x"}, {"token": "y" * 5000}])
def test_a_wrong_token_is_refused_slowly(
    stranger: httpx.Client, form: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(security, "WRONG_S", 0.2)
    answer = stranger.post("/", data=form)
    assert answer.status_code == 403
    assert answer.elapsed.total_seconds() >= 0.2
    assert "set-cookie" not in answer.headers


def test_a_form_of_another_page_is_refused(server: Live, stranger: httpx.Client) -> None:
    form = {"token": server.running.token}
    answer = stranger.post("/", data=form, headers={"Origin": "http://evil.example"})
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers


def test_forms_are_for_the_network_alone(tmp_path: Path) -> None:
    with serving([tmp_path], []) as live:
        headers = {"X-Coincide-Token": ""}
        form = {"token": live.running.token}
        assert live.client.post("/", data=form, headers=headers).status_code == 415
        assert live.client.get("/", headers=headers).status_code == 403


def test_whether_it_is_well_is_no_secret(stranger: httpx.Client) -> None:
    answer = stranger.get("/health")
    assert (answer.status_code, answer.content) == (204, b"")


def test_a_token_is_kept_and_nobody_else_can_read_it(tmp_path: Path) -> None:
    token = kept_token(tmp_path / "token")
    assert kept_token(tmp_path / "token") == token
    assert len(token) >= 43
    if os.name == "posix":
        assert stat.S_IMODE((tmp_path / "token").stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "text", ["", "secret", "x" * (LEAST_TOKEN - 1), "correct horse battery st"]
)
def test_a_token_that_can_be_guessed_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "token").write_text(text)
    with pytest.raises(UsageError, match="too easy"):
        kept_token(tmp_path / "token")


def test_a_token_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be used"):
        kept_token(tmp_path)


@pytest.mark.parametrize("name", ["", "*", "http://nas", "nas:80", "a b", "bücher"])
def test_names_are_bare(name: str) -> None:
    with pytest.raises(UsageError, match="not a host name"):
        known_names([name])


def test_on_this_machine_alone_an_address_of_the_network_is_none_of_ours() -> None:
    access = Access("t" * 43, 80)
    assert access.knows_host("127.0.0.1:80")
    assert not access.knows_host("192.168.1.5:80")
    assert not access.knows_origin("https://127.0.0.1:80", "127.0.0.1:80")

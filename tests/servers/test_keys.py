"""Keys come from the environment and the system's key ring, and are shown to nobody."""

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from coincide.errors import UsageError
from coincide.servers import keys
from tests.command import run_here

BASE = "http://127.0.0.1:9"
SERVER = "immich+http://127.0.0.1:9"


class Ring:
    """A ring in memory, as the package ``keyring`` is used."""

    def __init__(self) -> None:
        self.held: dict[tuple[str, str], str] = {}

    def get_keyring(self) -> SimpleNamespace:
        return SimpleNamespace(priority=5)

    def get_password(self, service: str, name: str) -> str | None:
        return self.held.get((service, name))

    def set_password(self, service: str, name: str, key: str) -> None:
        self.held[service, name] = key

    def delete_password(self, service: str, name: str) -> None:
        del self.held[service, name]


@pytest.fixture
def ring(monkeypatch: pytest.MonkeyPatch) -> Ring:
    found = Ring()
    monkeypatch.setattr(keys, "_ring", lambda: found)
    monkeypatch.setattr(keys, "find_spec", lambda _name: object())
    return found


def test_variables_hold_keys_of_several_people() -> None:
    environ = {
        "COINCIDE_IMMICH_KEY": "one",
        "COINCIDE_IMMICH_KEY_BEN": "two",
        "COINCIDE_IMMICH_KEY_ANNA": " one ",
        "COINCIDE_IMMICH_KEYS": "other",
        "COINCIDE_IMMICH_KEY_EMPTY": "",
    }
    assert keys.find_keys("immich+http", BASE, environ) == ("one", "two")


def test_a_key_that_cannot_be_one_is_refused_without_showing_it() -> None:
    with pytest.raises(UsageError) as caught:
        keys.find_keys("immich", BASE, {"COINCIDE_IMMICH_KEY": "sec ret"})
    assert "sec ret" not in str(caught.value)


def test_the_ring_keeps_lists_and_forgets(ring: Ring, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", _Typed("s3cret-1\n"))
    told = run_here("keys", "add", SERVER, "anna")
    assert told.returncode == 0
    monkeypatch.setattr(sys, "stdin", _Typed("s3cret-2\n"))
    run_here("keys", "add", SERVER, "ben")
    assert keys.find_keys("immich", BASE, {}) == ("s3cret-1", "s3cret-2")
    assert keys.find_keys("immich", "http://other", {}) == ()
    listed = run_here("keys", "list", SERVER).stdout
    assert "anna (key ring)" in listed
    assert "s3cret" not in listed + told.stdout + told.stderr
    assert run_here("keys", "remove", SERVER, "anna").returncode == 0
    assert run_here("keys", "remove", SERVER, "anna").returncode == 2
    assert keys.find_keys("immich", BASE, {}) == ("s3cret-2",)


class _Typed:
    def __init__(self, text: str) -> None:
        self._text = text

    def isatty(self) -> bool:
        return False

    def readline(self) -> str:
        return self._text


def test_without_a_ring_there_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keys, "find_spec", lambda _name: None)
    assert keys.find_keys("immich", BASE, {}) == ()
    with pytest.raises(UsageError, match=r"coincide\[keyring\]"):
        keys.add_to_ring(BASE, "anna", "key")


REAL = "COINCIDE_TEST_SECRET_SERVICE"
SCRIPT = """
from coincide.servers import keys
base = "http://127.0.0.1:9/coincide-test"
keys.add_to_ring(base, "anna", "k1")
keys.add_to_ring(base, "ben", "k2")
assert keys.find_keys("immich", base, {}) == ("k1", "k2")
assert keys.remove_from_ring(base, "anna") and keys.remove_from_ring(base, "ben")
assert keys.find_keys("immich", base, {}) == ()
import keyring
print(type(keyring.get_keyring()).__module__)
"""


@pytest.mark.skipif(REAL not in os.environ, reason=f"{REAL} is not set: no key ring to write to")
def test_a_real_secret_service() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "SecretService" in done.stdout


def test_a_variable_may_name_a_file_with_a_key(tmp_path: Path) -> None:
    (tmp_path / "anna").write_text("key-of-anna\n", encoding="utf-8")
    environ = {
        "COINCIDE_IMMICH_KEY_FILE": str(tmp_path / "anna"),
        "COINCIDE_IMMICH_KEY_BEN": "key-of-ben",
    }
    assert keys.find_keys("immich", BASE, environ) == ("key-of-ben", "key-of-anna")
    environ["COINCIDE_IMMICH_KEY_FILE"] = str(tmp_path / "gone")
    with pytest.raises(UsageError, match="COINCIDE_IMMICH_KEY_FILE names cannot be read"):
        keys.find_keys("immich", BASE, environ)

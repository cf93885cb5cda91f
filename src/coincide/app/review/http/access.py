"""How the app can be reached: at which address, by which names, with which token.

Alone on this machine it answers to its own two names and its port. In a network the port may be
mapped to another, and an address in digits is let in as well: what a rebound name brings along is
always a name. Other names have to be listed, so what was forgotten is refused.
"""

import os
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from coincide.errors import UsageError

LOOPBACK = "127.0.0.1"
# characters; whoever makes one up must not make up one that can be guessed
LEAST_TOKEN = 20


@dataclass(frozen=True)
class Access:
    """Where the app listens, and who is let in.

    ``names``: host names that it goes by in a network, as behind a proxy.
    """

    token: str
    port: int
    listen: str = LOOPBACK
    names: tuple[str, ...] = ()

    @property
    def in_network(self) -> bool:
        """Whether others than this machine can connect."""
        return self.listen != LOOPBACK

    @property
    def cookie(self) -> str:
        """The cookie's name; cookies of one host are shared by all its ports."""
        return f"coincide-{self.port}"

    def knows_host(self, host: str) -> bool:
        """Return whether a Host header names this server."""
        if not self.in_network:
            return host in (f"{LOOPBACK}:{self.port}", f"localhost:{self.port}")
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        return name in ("localhost", *map(str.lower, self.names)) or _is_address(name)

    def knows_origin(self, origin: str, host: str) -> bool:
        """Return whether a page of this server asks; a proxy may speak TLS for it."""
        schemes = ("http", "https") if self.in_network else ("http",)
        return origin in [f"{scheme}://{host}" for scheme in schemes]


def new_token() -> str:
    """Return a token that nobody guesses: 32 random bytes, fit for a URL."""
    return secrets.token_urlsafe(32)


def kept_token(path: Path) -> str:
    """Return the token that a file holds; a new one is written where there is no file."""
    try:
        if not path.exists():
            _write_new(path, new_token())
        token = path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"The token file {path} cannot be used: {error}") from error
    if len(token) < LEAST_TOKEN or not (token.isascii() and token.isprintable()) or " " in token:
        raise UsageError(
            f"The token in {path} is too easy to guess: replace it with at least {LEAST_TOKEN}"
            " random letters and digits, or delete the file to have one made."
        )
    return token


def known_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return host names as given, each a bare name; raise UsageError for anything else."""
    for name in names:
        if not name or any(character in name for character in ":/@*?# ") or not name.isascii():
            raise UsageError(f"{name!r} is not a host name: write it like photos.example.org.")
    return tuple(names)


def _write_new(path: Path, token: str) -> None:
    """Write a file that nobody else can read."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(f"{token}\n")


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True

"""Talk to a server over HTTP: patient with one that is busy, and never a word about keys.

Connections are kept, one per thread. Redirections are not followed: a key is for one host. A server
may be anybody's: an answer has a deadline and a limit, and keys are taken out of what it says.
"""

import http.client
import io
import json
import logging
import re
import socket
import ssl
import threading
import time
import weakref
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any, TypeVar
from urllib.parse import urlsplit

import msgspec

from coincide.errors import RefusedError, ServerError
from coincide.model.times import from_datetime
from coincide.version import __version__

logger = logging.getLogger(__name__)
T = TypeVar("T")

# seconds: a server that renders a preview may take some; tries, and the first wait between two
TIMEOUT_S, TRIES, WAIT_S, LONGEST_WAIT_S = 60.0, 6, 0.25, 8.0
# seconds: one question with all its tries, however slowly bytes come
DEADLINE_S = 180.0
# bytes: beyond every list, and beyond every message of a mistake
MAX_BYTES, MAX_MESSAGE_BYTES = 256 << 20, 64 << 10
_PASSING = {408, 425, 429, 500, 502, 503, 504}
_BROKEN = (OSError, http.client.HTTPException)


@dataclass(frozen=True, slots=True)
class ServerResponse:
    """What a server answered."""

    status: int
    body: bytes
    retry_s: float | None = None
    date_s: float | None = None  # by the server's clock, in UTC; None where it does not tell


@dataclass
class ServerTraffic:
    """What was sent for, for the costs of a run."""

    requests: int = 0
    bytes_in: int = 0
    again: int = 0


class Client:
    """One server. ``base`` is its address with what comes before its own paths."""

    def __init__(self, base: str, header: str, sleep: Callable[[float], None] = time.sleep) -> None:
        parts = urlsplit(base)
        if parts.hostname is None or parts.scheme not in ("http", "https"):
            raise ServerError(f"{base} is not the address of a server.")
        self.base = base
        self.traffic = ServerTraffic()
        self._host, self._port, self._secure = parts.hostname, parts.port, parts.scheme == "https"
        self._prefix = parts.path.rstrip("/")
        self._header, self._sleep = header, sleep
        self._keys: frozenset[str] = frozenset()  # what must not be printed
        self._local = threading.local()
        self._opened: list[http.client.HTTPConnection] = []
        weakref.finalize(self, _close_all, self._opened)

    def json(
        self, method: str, path: str, key: str | None, body: Mapping[str, Any] | None = None
    ) -> Any:
        """Return what a server answers, as JSON; None where it answers nothing."""
        answer = self.ask(method, path, key, body)
        if not answer.body:
            return None
        try:
            return json.loads(redacted_json(answer.body, self._keys))
        except (ValueError, RecursionError) as error:
            raise self._odd(
                path, answer, "something that is not JSON: is it the right server?"
            ) from error

    def read(
        self,
        kind: type[T],
        method: str,
        path: str,
        key: str | None,
        body: Mapping[str, Any] | None = None,
    ) -> T:
        """Return what a server answers, as a document of some kind; fields beyond are skipped."""
        return self.decoded(kind, path, self.ask(method, path, key, body))

    def decoded(self, kind: type[T], path: str, answer: ServerResponse) -> T:
        """Return an answer as a document of some kind."""
        try:
            return msgspec.json.decode(redacted_json(answer.body, self._keys), type=kind)
        except (msgspec.DecodeError, ValueError, RecursionError) as error:
            reason = redacted(str(error), self._keys)[:200]
            raise self._odd(path, answer, f"something unexpected ({reason})") from error

    def bytes(
        self, path: str, key: str, *, first: int | None = None, most: int | None = None
    ) -> bytes:
        """Return a file, or its first bytes; of a server that knows no ranges no more is read.

        A file of more than ``most`` bytes is refused.
        """
        more = {} if first is None else {"Range": f"bytes=0-{first - 1}"}
        limit = first if most is None else most + 1
        answer = self.ask("GET", path, key, headers=more, most=limit)
        if most is not None and len(answer.body) > most:
            raise self._odd(path, answer, f"more than {most:,} bytes")
        return answer.body

    def _odd(self, path: str, answer: ServerResponse, what: str) -> RefusedError:
        where = redacted(path.partition("?")[0], self._keys)
        return RefusedError(f"{self.base} answers {where} with {what}.", answer.status)

    def ask(
        self,
        method: str,
        path: str,
        key: str | None,
        body: Mapping[str, Any] | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        most: int | None = None,
    ) -> ServerResponse:
        """Return an answer; what passes is asked again, what does not is an error in words."""
        if key is not None:
            self._keys |= {key}
        fault, deadline_s = "", time.monotonic() + DEADLINE_S
        for nth in range(TRIES):
            wait_s = min(WAIT_S * 2**nth, LONGEST_WAIT_S)
            try:
                answer = self._once(method, path, key, body, headers or {}, most, deadline_s)
            except _BROKEN as error:
                self._drop()
                fault = f"cannot be reached ({self._plain(error) or type(error).__name__})"
            else:
                if answer.status not in _PASSING:
                    return self._checked(method, path, answer)
                fault = f"answers {answer.status} {self._message(answer)}"
                wait_s = min(answer.retry_s or wait_s, LONGEST_WAIT_S)
            if time.monotonic() >= deadline_s:
                raise ServerError(f"{self.base} takes more than {DEADLINE_S:.0f} s to answer.")
            if nth + 1 < TRIES:
                self.traffic.again += 1
                logger.info("%s %s: %s; asked again in %.1f s", method, path, fault, wait_s)
                self._sleep(wait_s)
        raise ServerError(f"{self.base} {fault}, {TRIES} times in a row.")

    def _checked(self, method: str, path: str, answer: ServerResponse) -> ServerResponse:
        if answer.status < 300:
            return answer
        what = f"{method} {path.partition('?')[0]}"
        if answer.status < 400:
            raise ServerError(
                f"{self.base} redirects elsewhere ({answer.status}): give its real address."
            )
        if answer.status == 401:
            raise ServerError(f"{self.base} does not know this key: was it deleted? ({what})")
        raise RefusedError(
            f"{self.base} refuses {what} ({answer.status}): {self._message(answer)}", answer.status
        )

    def _once(
        self,
        method: str,
        path: str,
        key: str | None,
        body: Mapping[str, Any] | None,
        headers: Mapping[str, str],
        most: int | None,
        deadline_s: float,
    ) -> ServerResponse:
        sent = {"Accept": "*/*", "User-Agent": f"coincide/{__version__}", **headers}
        if key is not None:
            sent[self._header] = key
        data = None if body is None else json.dumps(body).encode()
        if data is not None:
            sent["Content-Type"] = "application/json"
        connection = self._connection()
        connection.response_class = answer_class(deadline_s, TIMEOUT_S)  # type: ignore[assignment]
        connection.request(method, self._prefix + path, body=data, headers=sent)
        response = connection.getresponse()
        limit = MAX_BYTES if most is None else most
        if response.status >= 300:
            limit = MAX_MESSAGE_BYTES
        found = response.read(limit + 1)[:limit]
        if not response.isclosed() and response.read(1):  # there is more, which nobody wants
            self._drop()
        self.traffic.requests += 1
        self.traffic.bytes_in += len(found)
        retry_s = _seconds(response.getheader("Retry-After"))
        return ServerResponse(response.status, found, retry_s, _date(response.getheader("Date")))

    def _message(self, answer: ServerResponse) -> str:
        """Return what a server says in its answer, short and printable."""
        try:
            told = json.loads(answer.body)["message"]
        except (ValueError, LookupError, TypeError, RecursionError):
            return ""
        return self._plain("; ".join(map(str, told)) if isinstance(told, list) else told)

    def _plain(self, told: object) -> str:
        text = redacted(str(told), self._keys)
        return "".join(c if c.isprintable() else " " for c in text)[:200]

    def _connection(self) -> http.client.HTTPConnection:
        found: http.client.HTTPConnection | None = getattr(self._local, "connection", None)
        if found is None:
            found = self._connect()
            self._local.connection = found
            self._opened.append(found)
        return found

    def _connect(self) -> http.client.HTTPConnection:
        if not self._secure:
            return http.client.HTTPConnection(self._host, self._port, timeout=TIMEOUT_S)
        context = ssl.create_default_context()
        return http.client.HTTPSConnection(
            self._host, self._port, timeout=TIMEOUT_S, context=context
        )

    def _drop(self) -> None:
        found: http.client.HTTPConnection | None = getattr(self._local, "connection", None)
        if found is not None:
            found.close()
            self._opened.remove(found)
            self._local.connection = None


def _close_all(connections: list[http.client.HTTPConnection]) -> None:
    for connection in connections:
        connection.close()


def _seconds(text: str | None) -> float | None:
    return float(text) if text is not None and text.isdecimal() else None


def _date(text: str | None) -> float | None:
    """Return the seconds of an HTTP date."""
    try:
        return None if text is None else from_datetime(parsedate_to_datetime(text))
    except (ValueError, OverflowError):
        return None


_INSTEAD = "[key]"
# a shorter text may stand in an answer for other reasons
_SHORTEST = 8
# an escape of JSON: of a printable character, or any other
_ESCAPE = re.compile(rb"\\(?:u00([2-7][0-9a-fA-F])|(/)|.)", re.DOTALL)


def redacted(text: str, keys: Collection[str]) -> str:
    """Return a text without keys.

    >>> redacted("no such key: s3cret-s3cret", ["s3cret-s3cret"])
    'no such key: [key]'
    """
    for key in keys:
        if len(key) >= _SHORTEST:
            text = text.replace(key, _INSTEAD)
    return text


def redacted_json(body: bytes, keys: Collection[str]) -> bytes:
    r"""Return a JSON document without keys, also where their characters are escaped.

    >>> redacted_json(rb'{"a": "\u0073ecret-secret"}', ["secret-secret"])
    b'{"a": "[key]"}'
    """
    if b"\\u00" in body or b"\\/" in body:
        body = _ESCAPE.sub(_plain, body)
    for key in keys:
        if len(key) >= _SHORTEST:
            body = body.replace(key.encode(), _INSTEAD.encode())
    return body


def _plain(escape: re.Match[bytes]) -> bytes:
    """Return the character that an escape stands for, where JSON can have it as it is."""
    if escape[2] is not None:
        return b"/"
    plain = bytes([int(escape[1], 16)]) if escape[1] is not None else b'"'
    return escape[0] if plain in b'"\\\x7f' else plain


# HTTP answers that are read until a deadline: a server that sends a byte a second is given up.
#
# A socket's own timeout begins anew with every byte that comes.

Clock = Callable[[], float]


class DeadlineError(TimeoutError):
    """An answer was not whole at its deadline."""


class _Reader(io.RawIOBase):
    """The bytes of a socket; each read waits no longer than until the deadline."""

    def __init__(self, sock: socket.socket, deadline_s: float, silence_s: float) -> None:
        self._sock, self._deadline_s, self._silence_s = sock, deadline_s, silence_s
        # it keeps the socket open for as long as an answer is read
        self._raw = sock.makefile("rb", buffering=0)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        left_s = self._deadline_s - time.monotonic()
        if left_s <= 0:
            raise DeadlineError("it took too long to answer")
        self._sock.settimeout(min(left_s, self._silence_s))
        return self._raw.readinto(buffer)

    def close(self) -> None:
        self._raw.close()
        super().close()


def answer_class(deadline_s: float, silence_s: float) -> Callable[..., http.client.HTTPResponse]:
    """Return what a connection makes its next answer with; ``deadline_s`` is monotonic time."""

    class ServerResponse(http.client.HTTPResponse):
        def __init__(self, sock: socket.socket, *arguments: Any, **more: Any) -> None:
            super().__init__(sock, *arguments, **more)
            self.fp.close()
            self.fp = io.BufferedReader(_Reader(sock, deadline_s, silence_s))

    return ServerResponse

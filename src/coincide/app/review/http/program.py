"""The app as a program that is started by a click: once, and a second start finds the first.

Where it runs, and the token that lets in, are in a file that only this user can read.
"""

import http.client
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import msgspec

from coincide.app.review.http.access import LOOPBACK, Access
from coincide.storage.userdata import user_data

FILE = "running.json"
# seconds that another start of it has to answer; it may be at work
ANSWER_S = 5.0
# where systems show sticks and cards, which may be chosen beside one's home
MOUNTS = ("/media", "/run/media", "/mnt", "/Volumes")


class NoAnswerError(Exception):
    """Nothing that is ours answers."""


@dataclass(frozen=True)
class RunningApp:
    """One that runs already."""

    port: int
    token: str

    @property
    def address(self) -> str:
        """Its first page."""
        return f"http://{LOOPBACK}:{self.port}/?token={self.token}"

    def open(self, folders: Sequence[Path]) -> str | None:
        """Let it show an event; return why it does not."""
        status, answer = self.ask(
            "POST", "/api/open", {"paths": [str(folder) for folder in folders]}
        )
        return None if status == 200 else str(answer.get("error", status))

    def answers(self) -> bool:
        """Return whether it is there, and ours."""
        try:
            return self.ask("GET", "/api/state")[0] == 200
        except NoAnswerError:
            return False

    def ask(self, method: str, path: str, body: object = None) -> tuple[int, dict[str, object]]:
        """Ask it as its page would; return the status and what it says."""
        headers = {"X-Coincide-Token": self.token, "Content-Type": "application/json"}
        connection = http.client.HTTPConnection(LOOPBACK, self.port, timeout=ANSWER_S)
        try:
            connection.request(method, path, json.dumps(body), headers)
            answer = connection.getresponse()
            said = json.loads(answer.read())
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise NoAnswerError(str(error)) from error
        finally:
            connection.close()
        return answer.status, said


def find_running() -> RunningApp | None:
    """Return the one that this user started before and that still answers."""
    try:
        found = msgspec.json.decode((user_data() / FILE).read_bytes(), type=RunningApp)
    except (OSError, msgspec.DecodeError):
        return None
    return found if found.answers() else None


@contextmanager
def noted(access: Access) -> Iterator[None]:
    """Note where it runs, for the next start; forget it at the end."""
    file = user_data() / FILE
    file.parent.mkdir(parents=True, exist_ok=True)
    new = file.with_name(f".{FILE}-{os.getpid()}")
    mine = msgspec.json.encode(RunningApp(access.port, access.token))
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as written:
        written.write(mine)
    new.replace(file)
    try:
        yield
    finally:
        if file.exists() and file.read_bytes() == mine:  # another may have begun meanwhile
            file.unlink()


def folders_of(paths: Sequence[Path]) -> list[Path]:
    """Return the folders of an event that was dropped: of a photo its own, without those inside."""
    found = {path if path.is_dir() else path.parent for path in map(Path.resolve, paths)}
    return sorted(path for path in found if not any(other in path.parents for other in found))


def roots_for(folders: Sequence[Path]) -> list[Path]:
    """Return where folders may be chosen: at home, on sticks and cards, and what was dropped."""
    mounts = [Path(place) for place in MOUNTS if Path(place).is_dir()]
    return [Path.home(), *mounts, *folders]

"""Build the image and use it as on a server at home: needs root, buildah, podman and debootstrap.

``python -m tools.container.check`` builds on Debian's packages where ``--base`` names no image. It
prints size and start time, and fails unless: nobody gets in without the token or by a wrong name;
the demo is synced inside, by another user, with a read-only root and without any other network;
photos that are mounted read-only never change; and writing that was killed goes on after a restart,
and is taken back to the byte.
"""

import argparse
import hashlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx

from coincide.demo import DemoOptions, render_event
from tools.container.base import NAME as DEBIAN
from tools.container.base import make_base
from tools.container.run import BASE, WORK_S, Setup, client_of, namespace

ROOT = Path(__file__).resolve().parents[2]
EVENT = DemoOptions(n_galleries=4, n_photos=60, n_phones=2)
# neither root nor the user of the image
USER = 1234
# seconds that a clock which was placed may be off, of some that are years off
MOST_OFF_S = 180.0


def build(base: str, image: str, options: Sequence[str]) -> None:
    """Build the image."""
    file = ROOT / "container" / "Containerfile"
    command = ["buildah", "build", "--format", "docker", "--build-arg", f"BASE={base}", *options]
    subprocess.run([*command, "-f", file, "-t", image, ROOT], check=True, stdout=sys.stderr)
    told = subprocess.run(
        ["podman", "image", "inspect", "--format", "{{.Size}}", image],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    print(f"size {int(told.stdout) / 1e6:.0f} MB")


def strangers_are_refused() -> None:
    """Try without a token, with a wrong one, and by a name that was not listed."""
    with httpx.Client(base_url=BASE, timeout=10.0) as client:
        found = {
            "/": client.get("/").status_code,
            "/api/state": client.get("/api/state").status_code,
            "login": client.post("/", data={"token": "x" * 43}).status_code,
            "name": client.get("/health", headers={"Host": "evil.example"}).status_code,
        }
    assert found == {"/": 401, "/api/state": 403, "login": 403, "name": 403}, found
    print("without the token: refused")


def sync(client: httpx.Client, truth: dict[str, float]) -> None:
    """Open the event in the app and find its clocks; compare with the truth."""
    began_s = time.monotonic()
    _post(client, "/api/open", paths=["/photos/party"])
    if _rest(client)["page"] == "who":
        _post(client, "/api/solve")
        assert _rest(client)["page"] == "event"
    event = client.get("/api/event").json()
    placed = {
        one["name"]: one["offset_s"] for one in event["galleries"] if one["offset_s"] is not None
    }
    assert len(placed) > 1, event["galleries"]
    for name, offset_s in placed.items():
        off_s = abs(offset_s - placed[event["anchor"]] - (truth[name] - truth[event["anchor"]]))
        assert off_s < MOST_OFF_S, f"{name} is off by {off_s:.0f} s"
    assert client.get("/api/photo/0/256").headers["content-type"] == "image/jpeg"
    of = f"{len(placed)} of {len(event['galleries'])} clocks"
    print(f"{of} found inside in {time.monotonic() - began_s:.0f} s")


def read_only_stays(client: httpx.Client, photos: Path) -> None:
    """Try to write beside photos that are mounted read-only: told, and nothing changed."""
    before = digest_of(photos)
    plan = _post(client, "/api/plan", to="sidecar", unsure=True)["plan"]
    _post(client, "/api/apply", path=plan["path"])
    errors = [job["error"] for job in _rest(client)["jobs"] if job["what"] == "apply"]
    assert errors
    assert "ead-only" in errors[0], errors
    assert digest_of(photos) == before
    print(f"read-only photos stay as they are: {errors[0]}")


def killed_goes_on(setup: Setup, truth: dict[str, float]) -> None:
    """Kill the container while it writes into photos; go on after a restart; take it back."""
    before = digest_of(setup.photos)
    with setup.started(writable=True) as container, client_of(setup) as client:
        sync(client, truth)
        path = _post(client, "/api/plan", to="file", unsure=True)["plan"]["path"]
        process, before_s = container.process, times_of(setup.photos)
        _post(client, "/api/apply", path=path)
        _kill_when_written(process, before_s)
    assert digest_of(setup.photos) != before
    with setup.started(writable=True) as container, client_of(setup) as client:
        sync(client, truth)
        states = {plan["path"]: plan["state"] for plan in client.get("/api/plans").json()}
        print(f"killed while it wrote: the plan is {states[path]}")
        assert states[path] == "partly"
        for act in ("/api/apply", "/api/take-back"):
            _post(client, act, path=path)
            failed = [job for job in _rest(client)["jobs"] if job["error"]]
            assert not failed, failed
    assert digest_of(setup.photos) == before
    print("it went on after the restart, and was taken back to the byte")


def digest_of(folder: Path) -> dict[str, str]:
    """Return what every file of a folder holds."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def _post(client: httpx.Client, address: str, /, **body: Any) -> Any:
    answer = client.post(address, json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def times_of(folder: Path) -> dict[Path, int]:
    """Return when each file of a folder was changed."""
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*.*") if path.is_file()}


def _kill_when_written(process: int, before: dict[Path, int]) -> None:
    """Kill a process when the first file is another: all of them take a second or two."""
    until_s = time.monotonic() + WORK_S
    while all(path.exists() and path.stat().st_mtime_ns == was for path, was in before.items()):
        assert time.monotonic() < until_s, "nothing was written"
    os.kill(process, signal.SIGKILL)


def _rest(client: httpx.Client) -> dict[str, Any]:
    until_s = time.monotonic() + WORK_S
    while time.monotonic() < until_s:
        state: dict[str, Any] = client.get("/api/state").json()
        busy = [job for job in state["jobs"] if job["state"] in ("waiting", "running")]
        if not busy and state["page"] != "working":
            return state
        time.sleep(0.2)
    raise AssertionError("the app did not come to rest")


def _use(setup: Setup) -> None:
    truth = render_event(setup.photos / "party", EVENT)
    for folder in (setup.photos, setup.config):
        for path in (folder, *folder.rglob("*")):
            os.chown(path, USER, USER)
    with namespace():
        before = digest_of(setup.photos)
        with setup.started(writable=False) as container:
            strangers_are_refused()
            with client_of(setup) as client:
                sync(client, truth)
                read_only_stays(client, setup.photos)
            began_s = time.monotonic()
            container.do("stop")
            print(f"stopped in {time.monotonic() - began_s:.1f} s")
        assert digest_of(setup.photos) == before
        killed_goes_on(setup, truth)


def main(arguments: Sequence[str]) -> None:
    """Build, and use."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", help="the image to build on; default: made of Debian's packages")
    parser.add_argument("--image", default="localhost/coincide")
    parser.add_argument("--no-build", action="store_true", help="use the image as it is")
    parser.add_argument("--build-option", action="append", default=[], help="for buildah build")
    parser.add_argument("--podman-option", action="append", default=[], help="for podman itself")
    parser.add_argument("--run-option", action="append", default=[], help="for podman run")
    asked = parser.parse_args(arguments)
    if not asked.no_build:
        if asked.base is None:
            make_base()
        build(asked.base or DEBIAN, asked.image, asked.build_option)
    with tempfile.TemporaryDirectory(prefix="coincide-container-") as folder:
        photos, config = Path(folder, "photos"), Path(folder, "config")
        Path(folder).chmod(0o755)
        photos.mkdir()
        config.mkdir()
        podman = ("podman", *asked.podman_option)
        _use(Setup(podman, tuple(asked.run_option), asked.image, photos, config, USER))


if __name__ == "__main__":
    main(sys.argv[1:])

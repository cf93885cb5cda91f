"""A container of the image in a network namespace of its own, as the compose file starts it."""

import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

NAMESPACE, HERE, THERE = "coincide-check", "10.213.7.1", "10.213.7.2"
PORT = 8765
BASE = f"http://{THERE}:{PORT}"
# seconds until the first answer, and for a piece of work
START_S, WORK_S = 60.0, 600.0
# what the compose file says
HARDENED = ("--read-only", "--tmpfs", "/tmp", "--cap-drop", "all")
HARDENED += ("--security-opt", "no-new-privileges", "--init=false", "--no-healthcheck")


@dataclass(frozen=True)
class Setup:
    """How containers are started here: podman and its options, the image, folders and user."""

    podman: tuple[str, ...]
    options: tuple[str, ...]
    image: str
    photos: Path
    config: Path
    user: int

    @contextmanager
    def started(self, *, writable: bool) -> Iterator["Container"]:
        """Start the review app, go on when it answers, and remove it at the end."""
        mode = "rw" if writable else "ro"
        mounts = ["-v", f"{self.photos}:/photos:{mode}", "-v", f"{self.config}:/config"]
        network = ["--network", f"ns:/run/netns/{NAMESPACE}"]
        command = [*self.podman, "run", "--detach", "--user", f"{self.user}:{self.user}"]
        began_s = time.monotonic()
        done = subprocess.run(
            [*command, *HARDENED, *self.options, *network, *mounts, self.image],
            check=True,
            stdout=subprocess.PIPE,
            text=True,
        )
        container = Container(self, done.stdout.strip())
        try:
            container.wait_until_well()
            print(f"started in {time.monotonic() - began_s:.1f} s, photos {mode}", flush=True)
            yield container
        finally:
            container.do("rm", "--force")


@dataclass(frozen=True)
class Container:
    """One that runs."""

    setup: Setup
    name: str

    def wait_until_well(self) -> None:
        """Wait for the first answer; fail with what the container printed."""
        until_s = time.monotonic() + START_S
        while time.monotonic() < until_s:
            try:
                if httpx.get(f"{BASE}/health", timeout=2.0).status_code == 204:
                    return
            except httpx.TransportError:
                time.sleep(0.05)
        raise AssertionError(f"it did not start:\n{self.printed()}")

    def printed(self) -> str:
        """Return what it printed."""
        command = [*self.setup.podman, "logs", self.name]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        return done.stdout + done.stderr

    @property
    def process(self) -> int:
        """The number of its first process, which all others end with."""
        command = [*self.setup.podman, "inspect", "--format", "{{.State.Pid}}", self.name]
        return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)

    def do(self, verb: str, *options: str) -> None:
        """Let podman do something to it, such as kill."""
        command = [*self.setup.podman, verb, *options, self.name]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


@contextmanager
def client_of(setup: Setup) -> Iterator[httpx.Client]:
    """Log in with the token of the configuration folder, as a browser does."""
    token = (setup.config / "token").read_text().strip()
    headers = {"X-Coincide-Token": token}  # which the page finds in itself
    with httpx.Client(base_url=BASE, timeout=60.0) as client:
        assert client.post("/", data={"token": token}).status_code == 303
        assert client.get("/").status_code == 200
        client.headers.update(headers)
        yield client


@contextmanager
def namespace() -> Iterator[None]:
    """Make a network namespace that is joined to this one by a cable, and nothing else."""
    steps: Sequence[Sequence[str]] = (
        ("netns", "add", NAMESPACE),
        ("link", "add", "coincide-0", "type", "veth", "peer", "name", "eth0", "netns", NAMESPACE),
        ("addr", "add", f"{HERE}/24", "dev", "coincide-0"),
        ("link", "set", "coincide-0", "up"),
        ("-n", NAMESPACE, "addr", "add", f"{THERE}/24", "dev", "eth0"),
        ("-n", NAMESPACE, "link", "set", "eth0", "up"),
        ("-n", NAMESPACE, "link", "set", "lo", "up"),
    )
    try:
        for step in steps:
            subprocess.run(["ip", *step], check=True)
        yield
    finally:
        subprocess.run(["ip", "netns", "delete", NAMESPACE], check=False)

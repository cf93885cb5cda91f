"""Loaded by Python itself when this folder is on its path: notes and refuses other machines.

Whatever Python code does with a socket, in whatever package, raises an audit event first.
"""

import os
import sys
from pathlib import Path

LOG = os.environ["COINCIDE_TEST_NETWORK_LOG"]
BY_ADDRESS = ("socket.connect", "socket.sendto", "socket.sendmsg")
BY_NAME = ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr")


def host_of(event: str, args: tuple[object, ...]) -> str | None:
    """Return the machine that is asked for; None for what is none, such as a local socket."""
    if event in BY_NAME:
        return str(args[0])
    if event in BY_ADDRESS and isinstance(args[1], tuple):
        return str(args[1][0])
    return None


def watch(event: str, args: tuple[object, ...]) -> None:
    """Let nothing but this machine be asked for."""
    host = host_of(event, args)
    if host is None or host.startswith("127.") or host in ("::1", "localhost"):
        return
    with Path(LOG).open("a", encoding="utf-8") as log:
        log.write(f"{event} {host}\n")
    raise OSError(101, f"this test has no network: {host}")


sys.addaudithook(watch)

"""``coincide keys``: whose keys for a photo server the system's key ring holds."""

import sys
from typing import Annotated

import typer
from rich.text import Text

from coincide.app.cli.output.group import ListingGroup
from coincide.app.cli.output.tables import console, shown
from coincide.errors import UsageError

keys_app = typer.Typer(
    cls=ListingGroup,
    no_args_is_help=True,
    help="Manage keys for photo servers. They are stored in the system's key ring and nowhere"
    " else.",
)
Server = Annotated[
    str,
    typer.Argument(metavar="SERVER", help="As immich://photos.example.org.", show_default=False),
]
Owner = Annotated[
    str,
    typer.Argument(
        metavar="NAME", help="A name for the key's owner, of your choice.", show_default=False
    ),
]


@keys_app.command()
def add(server: Server, owner: Owner) -> None:
    """Store somebody's key for a server; it is asked for, or read from standard input.

    Example: coincide keys add immich://photos.example.org anna
    """
    from coincide.servers.address import base_of
    from coincide.servers.keys import add_to_ring, name_server

    base = base_of(server)
    typed = sys.stdin.isatty()
    key = typer.prompt("Key", hide_input=True) if typed else sys.stdin.readline()
    if not key.strip():
        raise UsageError("No key was given: nothing was stored.")
    add_to_ring(base, owner, key.strip())
    name_server(base)
    console().print(Text(f"{shown(owner)}'s key for {shown(base)} is in the key ring."))


@keys_app.command("list")
def list_(server: Server) -> None:
    """List the owners of the keys for a server; the keys themselves are not shown."""
    from coincide.servers.address import base_of, place_of_server
    from coincide.servers.keys import names_in_environment, owners_in_ring

    base, scheme = base_of(server), place_of_server(server).scheme
    out = console()
    rows = [f"{owner} (key ring)" for owner in owners_in_ring(base)]
    rows += [f"{name} (environment)" for name in names_in_environment(scheme)]
    for row in rows or [f"There is no key for {base}."]:
        out.print(Text(shown(row)), soft_wrap=True)


@keys_app.command()
def remove(server: Server, owner: Owner) -> None:
    """Remove somebody's key for a server."""
    from coincide.servers.address import base_of
    from coincide.servers.keys import remove_from_ring

    base = base_of(server)
    if not remove_from_ring(base, owner):
        raise UsageError(f"The key ring has no key of {owner} for {base}.")
    console().print(Text(f"{shown(owner)}'s key for {shown(base)} was removed."))

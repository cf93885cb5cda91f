"""Which servers this user named: keys are sent to those, and to no others.

An address in a command, in the app's field or in a call is named by the user. One that stands in
a plan or a project folder may come from somebody else: it counts once the user confirmed it.
"""

from coincide.errors import UntrustedError
from coincide.servers.keys import owners_in_ring
from coincide.storage import ledger


def name_server(base: str) -> None:
    """Record that the user named a server by its base address."""
    if not ledger.is_trusted("server", base):
        ledger.trust("server", base)


def is_named(base: str) -> bool:
    """Tell whether the user named a server; whoever kept a key for it in the ring did so."""
    return ledger.is_trusted("server", base) or bool(owners_in_ring(base))


def require_named(base: str) -> None:
    """Raise UntrustedError if the user never named a server; nothing is sent to it then."""
    if not is_named(base):
        raise UntrustedError(
            f"You have not named the server {base} yourself: its address comes from a file, which"
            " somebody else may have made. Nothing was sent to it, and no key. If you know it, name"
            " the album's address in the command, confirm a project's with: coincide trust EVENT,"
            " or a plan's with --in."
        )

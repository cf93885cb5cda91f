"""Where keys come from: the environment, and the system's key ring. They are kept nowhere else.

Whose key one is, its server tells: so no variable and no entry has to name a person rightly.
"""

import json
import os
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from coincide.errors import UntrustedError, UsageError
from coincide.storage import ledger

# the entry of the ring that lists the others: a ring cannot be asked what it holds
_INDEX = "owners"
# what a variable ends in that names a file with a key
_FILE = "_FILE"


def family_of(scheme: str) -> str:
    """Return the kind of server that a scheme is of: "immich" of "immich+http"."""
    return scheme.partition("+")[0]


def variable_of(scheme: str) -> str:
    """Return the variable that keys are taken from; others begin with it and an underscore.

    >>> variable_of("immich+http")
    'COINCIDE_IMMICH_KEY'
    """
    name = "".join(c if c.isalnum() else "_" for c in family_of(scheme))
    return f"COINCIDE_{name.upper()}_KEY"


def find_keys(scheme: str, base: str, environ: Mapping[str, str] = os.environ) -> tuple[str, ...]:
    """Return all keys for a server, each once; those of the environment come first.

    A variable that ends in ``_FILE`` names a file with the key, as containers get secrets.
    """
    told = (_key_of(name, environ[name]) for name in names_in_environment(scheme, environ))
    keys = [*told, *_in_ring(base).values()]
    for key in keys:
        if not key.isascii() or not key.isprintable() or " " in key:
            raise UsageError(f"A key for {base} has invalid characters: copy it again.")
    return tuple(dict.fromkeys(keys))


def names_in_environment(scheme: str, environ: Mapping[str, str] = os.environ) -> list[str]:
    """Return the variables that hold keys for a kind of server."""
    first = variable_of(scheme)
    names = sorted(name for name in environ if name.startswith(f"{first}_"))
    return [name for name in (first, *names) if environ.get(name, "").strip()]


def _key_of(name: str, told: str) -> str:
    if not name.endswith(_FILE):
        return told.strip()
    try:
        return Path(told.strip()).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"The file that {name} names cannot be read: {error}") from error


def owners_in_ring(base: str) -> list[str]:
    """Return whose keys the ring holds for a server."""
    return sorted(_in_ring(base))


def add_to_ring(base: str, owner: str, key: str) -> None:
    """Keep a person's key for a server."""
    ring, names = _need_ring(), _index(base)
    ring.set_password(_service(base), owner, key)
    ring.set_password(_service(base), _INDEX, json.dumps(sorted({*names, owner})))


def remove_from_ring(base: str, owner: str) -> bool:
    """Forget a person's key; False where there is none."""
    ring, names = _need_ring(), _index(base)
    if owner not in names:
        return False
    ring.delete_password(_service(base), owner)
    ring.set_password(_service(base), _INDEX, json.dumps(sorted(set(names) - {owner})))
    return True


def _in_ring(base: str) -> dict[str, str]:
    if not _has_ring():
        return {}
    ring = _ring()
    found = {name: ring.get_password(_service(base), name) for name in _index(base)}
    return {name: key for name, key in found.items() if key}


def _index(base: str) -> list[str]:
    told = _ring().get_password(_service(base), _INDEX)
    try:
        names = json.loads(told or "[]")
    except ValueError:
        names = []
    return [str(name) for name in names]


def _service(base: str) -> str:
    return f"coincide {base}"


def _need_ring() -> Any:
    if find_spec("keyring") is None:
        raise UsageError(
            "Storing keys in the system's key ring needs a package: install coincide[keyring]."
        )
    if not _has_ring():
        raise UsageError(
            "The system's key ring does not respond: unlock it, or give keys in the environment."
        )
    return _ring()


def _has_ring() -> bool:
    """Tell whether there is a ring that can hold keys; a list in plain text is none."""
    if find_spec("keyring") is None:
        return False
    return float(_ring().get_keyring().priority) >= 1


def _ring() -> Any:
    import keyring

    return keyring


# Which servers this user named: keys are sent to those, and to no others.
#
# An address in a command, in the app's field or in a call is named by the user. One that stands
# in a plan or a project folder may come from somebody else: it counts once the user confirmed it.


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
            f"You have not named the server {base} yourself: its address comes from a file that"
            " somebody else may have made. Nothing was sent to it. If you know the server, give"
            " the album's address in the command, confirm that of a project with: coincide trust"
            " EVENT, or that of a plan with --in."
        )

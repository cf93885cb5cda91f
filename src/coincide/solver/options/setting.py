"""How an option is declared: its default, why it is that, and where the number comes from."""

from dataclasses import dataclass, field, fields
from typing import Any, Literal, TypeVar

OriginKind = Literal["fitted", "paper", "physical", "by hand"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a number comes from; ``source``: the command that fits it, or where it is told."""

    kind: OriginKind
    source: str = ""


# the authors' own value
PAPER = Origin("paper")
# how the world is: quartz, satellites, the calendar, whole seconds in tags
PHYSICAL = Origin("physical")
# chosen by somebody who looked at a few events; nothing has ever fitted it
BY_HAND = Origin("by hand")


def fitted(command: str) -> Origin:
    """Return the origin of a number that a command finds, and can find again."""
    return Origin("fitted", command)


def setting(default: T, origin: Origin, reason: str) -> T:
    """Declare a number among the options: a field of a frozen dataclass.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True, slots=True)
    ... class CupOptions:
    ...     warm_s: float = setting(600.0, BY_HAND, "after ten minutes nobody wants it")
    >>> CupOptions().warm_s, reason_of(CupOptions, "warm_s")
    (600.0, 'after ten minutes nobody wants it')
    """
    return field(default=default, metadata={"origin": origin, "reason": reason})


def choice(default: T, reason: str) -> T:
    """Declare an option that is no number: a switch, or what is asked."""
    return field(default=default, metadata={"reason": reason})


def reason_of(kind: Any, name: str) -> str:
    """Return why an option of a class is what it is, blank where nobody said so."""
    return str(_metadata(kind, name).get("reason", ""))


def origin_of(kind: Any, name: str) -> Origin | None:
    """Return where an option of a class comes from; None of what is no number."""
    found = _metadata(kind, name).get("origin")
    return found if isinstance(found, Origin) else None


def _metadata(kind: Any, name: str) -> Any:
    return next(found.metadata for found in fields(kind) if found.name == name)

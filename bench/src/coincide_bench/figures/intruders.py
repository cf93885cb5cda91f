"""Galleries that do not belong: how many are vouched for, and whom they push aside."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from coincide.model import Offsets
from coincide_bench.event import BenchEvent
from coincide_bench.figures.outcome import judge
from coincide_bench.figures.tables import Table, length, share

MOVED_S = 1.0  # photographers need seconds
HEADER = (
    "strangers", "trials", "intruders", "placed", "certain",
    "other galleries", "moved", "changed", "largest movement",
)  # fmt: skip
# the kinds by how their events' names begin, from easy to hard
KINDS: Mapping[str, str] = {
    "negative/camtrapr": "stations",
    "negative/mixed": "mixed",
    "negative/same-place": "same place, another day",
    "simulated/strangers": "simulated, elsewhere",
    "simulated/another-day": "simulated, another day",
}


@dataclass(frozen=True)
class IntruderEffect:
    """What the strangers of one trial did.

    ``moved_s``: of each gallery of the event that is placed with and without them, how far
    its offset to the anchor moved. ``n_others`` counts all of these galleries,
    ``n_changed`` those that are placed only with or only without the strangers.
    """

    kind: str
    n_intruders: int
    n_placed: int
    n_certain: int
    n_others: int
    n_changed: int
    moved_s: tuple[float, ...]


def judge_intruders(event: BenchEvent, beside: Offsets, alone: Offsets | None) -> IntruderEffect:
    """Compare the answers with the strangers and without; None: nobody else was there."""
    strangers = [gallery for gallery in judge(event, beside, {}).galleries if gallery.stranger]
    others = [name for name in event.table.names if name in event.truth and name != event.anchor]
    pairs = (
        []
        if alone is None
        else [
            (_relative_s(event, beside, name), _relative_s(event, alone, name)) for name in others
        ]
    )
    return IntruderEffect(
        kind=kind_of(event.name),
        n_intruders=len(strangers),
        n_placed=sum(gallery.placed for gallery in strangers),
        n_certain=sum(gallery.certain for gallery in strangers),
        n_others=len(pairs),
        n_changed=sum((one is None) != (other is None) for one, other in pairs),
        moved_s=tuple(abs(a - b) for a, b in pairs if a is not None and b is not None),
    )


def intruder_table(effects: Sequence[IntruderEffect], method: str) -> Table:
    """Return one line for each kind of strangers, and one for all."""
    kinds = [kind for kind in KINDS.values() if any(effect.kind == kind for effect in effects)]
    rows = [_row(kind, [effect for effect in effects if effect.kind == kind]) for kind in kinds]
    return Table(
        f"{method}: galleries that do not belong, and what they do to the others",
        HEADER,
        (*rows, _row("all", effects)),
        "Shares in %. Certain: placed with a stated probability of 0.99 or more. Moved: the"
        " offset to the anchor differs by more than 1 s from what it is without the intruders."
        " Changed: placed only with them, or only without.",
    )


def _relative_s(event: BenchEvent, offsets: Offsets, gallery: str) -> float | None:
    """Return a gallery's offset to the anchor, None where it is unplaced."""
    offset_s = offsets[gallery].offset_s
    return None if offset_s is None else offset_s - (offsets[event.anchor].offset_s or 0.0)


def _row(kind: str, effects: Sequence[IntruderEffect]) -> tuple[str, ...]:
    n_intruders = sum(effect.n_intruders for effect in effects)
    n_others = sum(effect.n_others for effect in effects)
    moved_s = [moved for effect in effects for moved in effect.moved_s]
    return (
        kind,
        str(len(effects)),
        str(n_intruders),
        _share(sum(effect.n_placed for effect in effects), n_intruders),
        _share(sum(effect.n_certain for effect in effects), n_intruders),
        str(n_others),
        _share(sum(moved > MOVED_S for moved in moved_s), n_others),
        _share(sum(effect.n_changed for effect in effects), n_others),
        length(max(moved_s, default=None)),
    )


def _share(hits: int, cases: int) -> str:
    return share(hits / cases if cases else None)


def kind_of(event: str) -> str:
    """Return the kind of strangers an event has.

    >>> kind_of("negative/same-place/newyork_2021")
    'same place, another day'
    """
    for prefix, kind in KINDS.items():
        if event.startswith(prefix):
            return kind
    raise ValueError(f"nothing is known of the strangers of {event!r}")

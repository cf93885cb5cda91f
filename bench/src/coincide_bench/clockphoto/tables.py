"""What reading photographed clock pages gave, as tables."""

from collections.abc import Mapping, Sequence

import numpy as np

from coincide_bench.clockphoto.judge import Judged
from coincide_bench.clockphoto.others import Others
from coincide_bench.clockphoto.synced import Synced
from coincide_bench.figures.tables import Table, share

# widths of a code over that of the frame, from and to
_BINS = ((0.05, 0.1), (0.1, 0.2), (0.2, 0.4), (0.4, 0.6))


def readers_table(judged: Mapping[str, Sequence[Judged]]) -> Table:
    """Return how many photos each reader read, and how long it took."""
    return Table(
        "Photographed clock pages, by reader",
        ("reader", "photos", "read", "% read", "wrong", "off by at most", "s per photo"),
        tuple(
            (
                name,
                str(len(some)),
                str(sum(one.error_s is not None for one in some)),
                share(_share_read(some)),
                str(sum(one.is_wrong for one in some)),
                _furthest([one.error_s for one in some]),
                f"{np.mean([one.seconds for one in some]):.2f}",
            )
            for name, some in judged.items()
        ),
        "Wrong: more than a second from the middle of the exposure.",
    )


def sizes_table(judged: Sequence[Judged]) -> Table:
    """Return the same of one reader by how large a code is."""
    rows = []
    for low, high in _BINS:
        some = [one for one in judged if low <= one.share < high]
        read = share(_share_read(some))
        error = _furthest([one.offset_error_s for one in some])
        rows.append((f"{100 * low:.0f} to {100 * high:.0f} %", str(len(some)), read, error))
    heads = ("width of a code in the frame", "photos", "% read", "clocks off by at most")
    return Table("Photographed clock pages, by size", heads, tuple(rows))


def synced_table(synced: Sequence[Synced]) -> Table:
    """Return how far off clocks are after a whole sync, with clock photos and without."""
    rows = [
        (
            name,
            str(len(errors)),
            str(sum(error is not None for error in errors)),
            str(sum(error is not None and abs(error) <= 1 for error in errors)),
            _furthest(errors),
        )
        for name, errors in (
            ("one clock photo each", [one.with_s for one in synced]),
            ("none read", [one.without_s for one in synced]),
        )
    ]
    heads = ("demo events", "clocks", "placed", "within 1 s", "off by at most")
    return Table("A sync with clock photos", heads, tuple(rows))


def others_table(others: Sequence[Others]) -> Table:
    """Return how many photos without a clock page were taken for one."""
    rows = [
        (
            other.name,
            str(other.n_photos),
            str(other.n_readings),
            f"{other.seconds / other.n_photos:.3f}",
        )
        for other in others
    ]
    n_all, seconds = sum(other.n_photos for other in others), sum(other.seconds for other in others)
    n_taken = sum(other.n_readings for other in others)
    rows.append(("all", str(n_all), str(n_taken), f"{seconds / n_all:.3f}"))
    heads = ("photos", "number", "taken for a clock", "s per photo")
    return Table("Photos without a clock page", heads, tuple(rows))


def _share_read(some: Sequence[Judged]) -> float | None:
    return sum(one.error_s is not None for one in some) / len(some) if some else None


def _furthest(errors: Sequence[float | None]) -> str:
    known = [abs(error) for error in errors if error is not None]
    return f"{max(known):.2f} s" if known else "–"

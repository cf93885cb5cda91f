"""Whether stated probabilities can be believed: how often what they are of was so, bin by bin."""

from collections.abc import Iterable, Sequence

import numpy as np

from coincide_bench.figures.tables import Table
from coincide_bench.wholeplan.words import Chance

# upper edges; what a plan writes is stated to be harmed in at most 1 of 100
HARM_EDGES = (0.0001, 0.001, 0.01, 0.03, 0.1, 0.3, 0.5, 1.0)
RIGHT_EDGES = (0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 1.0)


def reliability_table(
    title: str, events: Iterable[Sequence[Chance]], edges: Sequence[float], caption: str
) -> Table:
    """Return for each bin how many events and cases fall into it, what is stated, and what is."""
    rows = []
    told = [(number, chance) for number, event in enumerate(events) for chance in event]
    bins = np.searchsorted(edges, [one.stated for _, one in told])
    for number, edge in enumerate(edges):
        inside = [told[index] for index in np.flatnonzero(bins == number).tolist()]
        if inside:
            stated = float(np.mean([one.stated for _, one in inside]))
            true = float(np.mean([one.true for _, one in inside]))
            n_events = len({event for event, _ in inside})
            rows.append(
                (f"≤ {edge:g}", str(n_events), str(len(inside)), f"{stated:.4f}", f"{true:.4f}")
            )
    return Table(title, ("stated", "events", "n", "mean stated", "was so"), tuple(rows), caption)

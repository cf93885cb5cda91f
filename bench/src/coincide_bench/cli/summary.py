"""``coincide bench summary``: what a summary of n photos tells of an event."""

import dataclasses
from typing import TYPE_CHECKING, Annotated

import typer

from coincide.app.cli.output.progress import Bars
from coincide_bench.cli.checks import JsonFile
from coincide_bench.cli.figures import save_figures
from coincide_bench.cli.run import SeedCount, SeedsOption, print_table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from coincide_bench.summary.run import Told


def summary(
    seeds: SeedsOption = "dev",
    n_seeds: SeedCount = 20,
    n: Annotated[int, typer.Option(help="Photos of a summary.", min=1)] = 30,
    json_file: JsonFile = None,
) -> None:
    """Choose photos that tell an event, and count what they show of it, beside other choices."""
    from coincide_bench.suites.registry import DEV_SEEDS, REPORT_SEEDS
    from coincide_bench.summary.events import stories
    from coincide_bench.summary.run import tell

    used = (DEV_SEEDS if seeds == "dev" else REPORT_SEEDS)[:n_seeds]
    told = []
    with Bars() as bars:
        events = stories(used)
        for number, story in enumerate(events):
            told.append(tell(story, n, number))
            bars("bench", number + 1, len(events))
    rows = [{name: dataclasses.asdict(one) for name, one in event.items()} for event in told]
    save_figures(json_file, {"seeds": list(used), "n": n, "events": rows})
    _print(told, n)


def _print(told: "Sequence[Mapping[str, Told]]", n: int) -> None:
    from statistics import fmean

    from coincide_bench.figures.tables import Table, share
    from coincide_bench.summary.run import CHOICES, n_lower

    rows = tuple(
        (
            name,
            *(share(fmean(getattr(mapping[name], part) for mapping in told)) for part in _PARTS),
            "–" if name == "summary" else str(n_lower(told, name)),
        )
        for name in CHOICES
    )
    heads = ("choice", "chapters", "people", "cameras", "mean", "summary lower")
    caption = (
        f"In % of what {len(told)} demo events have, mean. Summary lower: of {3 * len(told)} shares"
        " (three of each event) those of which the summary shows less than this choice."
    )
    print_table(Table(f"What {n} photos tell", heads, rows, caption))


_PARTS = ("chapters", "people", "cameras", "mean")

"""``coincide bench sound-events``: whole events by sound, with pictures and clocks, and large."""

from dataclasses import asdict
from typing import Annotated

import typer

from coincide.app.cli.output.progress import Bars
from coincide_bench.cli.figures import save_figures
from coincide_bench.cli.run import N_SEEDS, JsonFile, PlanSeeds, print_table, seeds_of


def sound_events(
    seeds: PlanSeeds = "tune",
    events: Annotated[int, typer.Option(help="Events whose ties are drawn.", min=1)] = 30,
    large: Annotated[
        int, typer.Option(help="Events of 100 phones and 2,000 clips; minutes each.", min=0)
    ] = 0,
    json_file: JsonFile = None,
) -> None:
    """Generate whole events with repeated music and strangers, and place everybody.

    Ties are drawn from those of rendered pairs of clips; start or end of headers is open. Example:
    coincide bench sound-events --events 5
    """
    from coincide_bench.sound.suite import (
        Part,
        clip_table,
        event_table,
        kind_table,
        run_part,
        tied_table,
    )

    used = seeds_of(seeds, N_SEEDS)
    wanted: dict[Part, int] = {
        "sound": events,
        "all": events,
        "photos": events,
        "silent": events,
        "minutes": events,
        "minutes clocks": events,
        "minutes all": events,
        "large": large,
    }
    with Bars() as bars:
        found = {part: run_part(part, used, n, tell=bars) for part, n in wanted.items() if n}
    save_figures(
        json_file,
        {
            "suite": "sound-events",
            "seeds": seeds,
            "parts": {
                part: [asdict(run) for run in part_found.runs] for part, part_found in found.items()
            },
        },
    )
    print_table(event_table(list(found.values())))
    print_table(tied_table(list(found.values())))
    print_table(clip_table(list(found.values())))
    print_table(kind_table(found["photos"], found["silent"]))

"""``coincide bench intruders | scale | after-features | answers | …``: what suites do not say."""

import dataclasses
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from coincide.app.cli.output import tables
from coincide.app.cli.output.progress import Bars
from coincide.errors import UsageError
from coincide_bench.cli.figures import save_figures
from coincide_bench.cli.large import scale_large
from coincide_bench.cli.run import Cache, Datasets, SeedCount, SeedsOption, photo_sets, print_table

if TYPE_CHECKING:
    from coincide_bench.methods import BenchMethod

MethodName = Annotated[str, typer.Option(help="The method to measure. Default: what sync uses.")]
JsonFile = Annotated[
    Path | None, typer.Option("--json", help="Write all figures here.", show_default=False)
]
EventPhotos = Annotated[int, typer.Option(help="Photos of the event.", min=16)]
EventGalleries = Annotated[int, typer.Option(help="Galleries of the event.", min=2)]
SIZES = "1000,3000,10000,30000"
# as in SyncOptions and in bench.large_events, which are not imported for --help
DEFAULT_METHOD = "joint"
BRIDGES = 0.15


def intruders(
    seeds: SeedsOption = "dev",
    n_seeds: SeedCount = 20,
    method: MethodName = DEFAULT_METHOD,
    datasets: Datasets = None,
    cache: Cache = None,
    json_file: JsonFile = None,
) -> None:
    """Tell how many galleries of another event are vouched for, and whom they push aside."""
    from coincide_bench.figures.intruders import intruder_table
    from coincide_bench.intruders import intruder_effects
    from coincide_bench.suites.context import BenchContext, default_cache
    from coincide_bench.suites.registry import DEV_SEEDS, NEGATIVE, REPORT_SEEDS, SUITES

    photos = datasets or photo_sets()
    run = _method(method)
    used = (DEV_SEEDS if seeds == "dev" else REPORT_SEEDS)[:n_seeds]
    effects = []
    with Bars() as bars:
        context = BenchContext(cache or default_cache(), photos, seeds == "report", bars)
        for name in NEGATIVE:
            if photos or not SUITES[name].needs_photos:
                for effect in intruder_effects(SUITES[name].events(used, context), run):
                    effects.append(effect)
                    bars("bench", len(effects), len(effects))
    save_figures(
        json_file, {"method": method, "effects": [dataclasses.asdict(one) for one in effects]}
    )
    print_table(intruder_table(effects, method))


def scale(
    sizes: Annotated[str, typer.Option(help="Photos of each event, with commas.")] = SIZES,
    method: MethodName = DEFAULT_METHOD,
    large: Annotated[
        bool,
        typer.Option("--large", help="Links, clusters and joint solve of events of any size."),
    ] = False,
    bridges: Annotated[
        float, typer.Option(help="Of --large: the share of people with two groups.", min=0, max=1)
    ] = BRIDGES,
    part: Annotated[
        bool, typer.Option("--part", help="Of --large: compare ways on 30,000 of the photos.")
    ] = False,
    workers: Annotated[
        int | None,
        typer.Option(help="Of --large: processes. Default: one for each core.", min=1),
    ] = None,
    json_file: JsonFile = None,
) -> None:
    """Measure how the time of everything after the features grows with the event."""
    if large:
        if method != DEFAULT_METHOD:
            raise UsageError(f"--large measures the {DEFAULT_METHOD} method: leave --method out.")
        scale_large(_sizes(sizes), json_file, bridges, part=part, workers=workers)
        return
    from coincide_bench.figures.tables import Table, seconds
    from coincide_bench.solve_speed import growth_exponent, solve_times
    from coincide_bench.suites.registry import DEV_SEEDS

    wanted = _sizes(sizes)
    times = []
    with Bars() as bars:
        for time in solve_times(_method(method), wanted, seed=DEV_SEEDS[0]):
            times.append(time)
            bars("bench", len(times), len(wanted))
    exponent = growth_exponent(times)
    measured = [dataclasses.asdict(time) for time in times]
    save_figures(json_file, {"method": method, "exponent": exponent, "times": measured})
    grows = "" if exponent is None else f"Time grows as N^{exponent:.2f}. "
    rows = tuple(
        (f"{time.n_photos:,}", str(time.n_galleries), seconds(time.solve_s)) for time in times
    )
    caption = f"{grows}Simulated events, vectors to offsets; of three short runs the fastest."
    print_table(Table(f"{method}: time by size", ("photos", "galleries", "seconds"), rows, caption))


def after_features(
    photos: EventPhotos = 2500,
    galleries: EventGalleries = 35,
    embedded: Annotated[
        int, typer.Option(help="How many photos of 12 MP are embedded for the rate.", min=1)
    ] = 200,
    method: MethodName = DEFAULT_METHOD,
    json_file: JsonFile = None,
) -> None:
    """Measure everything after the features against embedding the photos, in the same run."""
    from coincide_bench.solve_speed import measure_after_features
    from coincide_bench.suites.registry import DEV_SEEDS

    with tempfile.TemporaryDirectory() as scratch, Bars() as bars:
        measured = measure_after_features(
            Path(scratch),
            _method(method),
            n_photos=photos,
            n_galleries=galleries,
            n_embedded=embedded,
            seed=DEV_SEEDS[0],
            tell=lambda done, total: bars("render", done, total),
        )
    figures = dataclasses.asdict(measured)
    save_figures(json_file, {"method": method, **figures, "share": measured.share})
    tables.console().print(
        f"{method}: {photos} photos in {galleries} galleries. Everything after the features"
        f" {measured.solve_s:.1f} s; embedding {measured.embed_s:.0f} s"
        f" ({photos / measured.embed_s:.1f} photos/s, from {embedded} of 12 MP);"
        f" {100 * measured.share:.1f} %"
    )


def answers(
    photos: EventPhotos = 2500,
    galleries: EventGalleries = 35,
    n: Annotated[int, typer.Option("--n", help="Answers, one after the other.", min=1)] = 12,
    json_file: JsonFile = None,
) -> None:
    """Measure what an answer in the review app costs, until it is shown and until it is kept."""
    from coincide_bench.answer_speed import measure_answers
    from coincide_bench.suites.registry import DEV_SEEDS

    with tempfile.TemporaryDirectory() as scratch, Bars() as bars:
        measured = measure_answers(
            Path(scratch),
            n_photos=photos,
            n_galleries=galleries,
            n_answers=n,
            seed=DEV_SEEDS[0],
            tell=lambda done, total: bars("bench", done, total),
        )
    save_figures(json_file, dataclasses.asdict(measured))
    shown_s = [answer.shown_s for answer in measured.answers]
    kept_s = [answer.kept_s for answer in measured.answers]
    same = "the same bytes as" if measured.as_cold else "NOT the same as"
    tables.console().print(
        f"{photos} photos in {galleries} galleries, {n} answers: shown after"
        f" {measured.shown_s:.2f} s of CPU ({min(shown_s):.2f} to {max(shown_s):.2f}), kept after"
        f" {measured.kept_s:.2f} s ({min(kept_s):.2f} to {max(kept_s):.2f}). A cold solve takes"
        f" {measured.cold_s:.2f} s; the last answer is {same} one."
    )
    if not measured.as_cold:
        raise typer.Exit(1)


def write(
    photos: Annotated[int, typer.Option(help="Photos of 12 MP.", min=1)] = 200,
    json_file: JsonFile = None,
) -> None:
    """Measure planning and writing sidecars, read back, against embedding the same photos."""
    from coincide.features.options import EmbedOptions
    from coincide_bench.write_speed import measure_writing

    with tempfile.TemporaryDirectory() as scratch, Bars() as bars:
        measured = measure_writing(
            Path(scratch),
            photos,
            EmbedOptions(),
            tell=lambda done, total: bars("render", done, total),
        )
    save_figures(json_file, {**dataclasses.asdict(measured), "share": measured.share})
    tables.console().print(
        f"{photos} photos of 12 MP: embedding {measured.embed_s:.2f} s; planning"
        f" {measured.plan_s:.2f} s, writing and reading back {measured.apply_s:.2f} s:"
        f" {100 * measured.share:.1f} %. Undoing {measured.undo_s:.2f} s."
    )


def whole_run(
    sizes: Annotated[str, typer.Option(help="Photos of each folder, with commas.")] = "500,2000",
    json_file: JsonFile = None,
) -> None:
    """Measure whole syncs of 12 MP photos against bare decoding and bare inference."""
    from coincide_bench.whole_run import measure_whole_runs

    with tempfile.TemporaryDirectory() as scratch, Bars() as bars:
        measured = measure_whole_runs(
            Path(scratch), _sizes(sizes), tell=lambda done, total: bars("render", done, total)
        )
    save_figures(
        json_file,
        {**dataclasses.asdict(measured), "bound": measured.bound, "ratio": measured.ratio},
    )
    tables.console().print(
        f"bare decoding {measured.decode:.1f} photos/s, bare inference {measured.infer:.1f};"
        f" one after the other {measured.bound:.1f}"
    )
    for run in measured.runs:
        tables.console().print(
            f"sync of {run.n_photos} photos: {run.seconds:.1f} s,"
            f" {run.n_photos / run.seconds:.1f} photos/s,"
            f" {run.peak_bytes / 1e9:.2f} GB at most"
        )
    tables.console().print(f"largest run against the bound: {measured.ratio:.2f}")


def engines(
    photos: Annotated[int, typer.Option(help="Photos of 12 MP.", min=20)] = 2000,
    store: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="Where photos and results go. Default: a folder of this machine.",
            show_default=False,
        ),
    ] = None,
    address: Annotated[
        str | None,
        typer.Option(help="The Ray cluster. Default: one is started.", show_default=False),
    ] = None,
    json_file: JsonFile = None,
) -> None:
    """Measure a sync on a Ray cluster against the same by one process, start-up aside."""
    from coincide.model import place_of
    from coincide_bench.engine_speed import measure_engines

    place = None if store is None else place_of(store)
    if isinstance(place, Path):
        raise UsageError(f"--store {place}: name a URL, as file:///… for a folder.")
    with tempfile.TemporaryDirectory() as scratch, Bars() as bars:
        measured = measure_engines(
            Path(scratch),
            photos,
            store=place,
            address=address,
            tell=lambda done, total: bars("render", done, total),
        )
    runs = {
        run.engine: {"start_s": run.start_s, "seconds": run.seconds}
        for run in (measured.local, measured.ray)
    }
    save_figures(json_file, {"photos": photos, "runs": runs, "ratio": measured.ratio})
    for name, run in runs.items():
        tables.console().print(
            f"{name}: {run['seconds']:.1f} s, {photos / run['seconds']:.1f} photos/s"
            f" (ready after {run['start_s']:.1f} s)"
        )
    tables.console().print(f"ray against local: {measured.ratio:.2f}, the same offsets")


def _method(name: str) -> "BenchMethod":
    from coincide_bench.methods import find_method

    return find_method(name)


def _sizes(text: str) -> list[int]:
    """Return the sizes of a list with commas."""
    try:
        sizes = [int(word) for word in text.split(",")]
    except ValueError:
        sizes = []
    if not sizes or min(sizes) < 16:
        raise UsageError(f"--sizes {text!r}: give numbers of 16 or more, such as {SIZES}.")
    return sizes

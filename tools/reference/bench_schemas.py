"""JSON Schemas of what ``coincide bench`` writes."""

from typing import get_args

from coincide_bench.figures import document as bench_document
from coincide_bench.speed.album import AlbumSpeed
from coincide_bench.speed.answers import AnswerSpeed, OneAnswer
from coincide_bench.speed.clips import ClipSpeed
from coincide_bench.speed.engines import EngineRun
from coincide_bench.speed.grid import GridSpeed
from coincide_bench.speed.large import LargeTime
from coincide_bench.speed.large_events import Accuracy
from coincide_bench.speed.solve import AfterFeatures, SolveTime
from coincide_bench.speed.vectors import EmbedSpeed
from coincide_bench.speed.whole_run import WholeRun
from coincide_bench.speed.write import WriteSpeed
from tools.reference.schema import (
    NUMBER,
    TEXT,
    WHOLE,
    Schema,
    by_name,
    document,
    many,
    of,
    one_of,
    or_null,
    record,
    row,
    told,
)

FIGURE = or_null(NUMBER)
PHOTOS, GALLERIES = "photos of the event", "its galleries"
METRICS = {
    "P_1800": "share of the galleries less than 1800 s off",
    "A_1800": "one minus the mean error of those, over 1800 s",
    "H_1800": "harmonic mean of the two",
    "H_300": "the same at 300 s",
    "H_60": "the same at 60 s",
    "median_error_s": "over all galleries; an unplaced one counts as the event's whole span",
    "p90_error_s": "nine in ten are below",
    "placed": "share with an answer",
    "wrong": "share more than 300 s off, or that should have been refused",
    "certain": "share stated with a probability of 0.99 or more",
    "certain_wrong": "share that is both",
    "ece": "expected calibration error of the stated probability",
    "seconds": "time of a trial",
}


def results() -> Schema:
    """Return the schema of the results of ``bench run`` and ``ablation``."""
    seeds = record(
        {
            "kind": told(one_of(*get_args(bench_document.SeedsKind)), "to develop, or to report"),
            "list": told(many(WHOLE), "every seed"),
        }
    )
    keys = {
        "schema": told({"const": bench_document.SCHEMA}, "name and version"),
        "machine": told({"type": "object"}, "where it ran: cores, processor, system"),
        "seeds": told(seeds, "which events"),
        "results": told(many(_result()), "one entry for each method on each event, and on all"),
    }
    versions = told(TEXT, "the version of a package, by its name")
    whole = {**record(keys), "additionalProperties": versions}
    return document(bench_document.SCHEMA, "bench results", whole)


def _result() -> Schema:
    metrics = {name: told(FIGURE, METRICS[name]) for name in bench_document.METRICS}
    seeds = {"seed": told(many(WHOLE), "the seeds"), "cluster": told(many(TEXT), "its event")}
    per_seed = {**record(seeds), "additionalProperties": many(FIGURE)}
    return record(
        {
            "suite": told(TEXT, "the suite"),
            "event": told(TEXT, "the event; `all`: all of the suite"),
            "method": told(TEXT, "the method"),
            "subset": told(TEXT, "which galleries count: `all`, or `recoverable`"),
            "offsets": told(TEXT, "how clocks were set wrong"),
            "truth": told(TEXT, "how the truth is known"),
            "metrics": told(
                {"type": "object", "properties": metrics, "required": list(metrics)},
                "the figures; null where the method has no such figure",
            ),
            "interval": told(
                by_name(or_null(row(NUMBER, NUMBER))), "95 % intervals of figures, by name"
            ),
            "details": told(by_name(FIGURE), "further figures and counts, by name"),
            "reliability": told(
                many(row(NUMBER, NUMBER, WHOLE)), "probability stated, share right, galleries"
            ),
            "seconds": told(by_name(NUMBER), "time of each stage, mean of the trials"),
        },
        optional={
            "per_seed": told(per_seed, "figures of each trial; of one event and kind of offsets"),
            "errors_s": told(many(FIGURE), "errors, ascending; null: unplaced"),
        },
    )


def figures() -> Schema:
    """Return the schema of what ``bench speed`` writes, one measure after the other."""
    checks = {
        "scale": _scale(),
        "large": _scale_large(),
        "after-features": _after_features(),
        "answers": _answers(),
        "write": _write(),
        "whole-run": _whole_run(),
        "engines": _engines(),
        "embed": _embed(),
        "album": of(AlbumSpeed, {**PHOTO_COUNT, **BESIDE_BARE}),
        "clips": of(
            ClipSpeed,
            {
                "n_clips": "clips",
                "filmed_s": "length of all together",
                "product_s": "time of all that a sync does with them",
                "bare_s": "time of bare decoding and inference",
            },
        ),
        "grid": _grid(),
    }
    kinds = [{"title": f"bench speed {name}", **schema} for name, schema in checks.items()]
    return document("bench-figures/1", "figures of speed", {"anyOf": kinds})


PHOTO_COUNT = {"n_photos": "photos of 12 MP"}
BESIDE_BARE = {"album": "photos per second", "bare": "the same of bare resizing"}
METHOD = told(TEXT, "the method that was measured")
EXPONENT = told(FIGURE, "how time grows: the x of N^x; null of one size")


def _scale() -> Schema:
    told_of = {"n_photos": PHOTOS, "n_galleries": GALLERIES, "solve_s": "from vectors to offsets"}
    times = told(many(of(SolveTime, told_of)), "the time of each size")
    return record({"method": METHOD, "exponent": EXPONENT, "times": times})


def _accuracy() -> Schema:
    return of(
        Accuracy,
        {
            "n_recoverable": "galleries that can be placed at all",
            "precision_1800": "share of these within 1800 s",
            "precision_300": "share of these within 300 s",
            "certain": "share of these that are certain",
            "n_certain": "galleries that are certain, of all",
            "n_certain_wrong": "of these, those more than 300 s off",
            "n_wrong": "placed galleries more than 300 s off",
        },
    )


def _scale_large() -> Schema:
    solved = of(
        LargeTime,
        {
            "n_photos": PHOTOS,
            "n_galleries": GALLERIES,
            "n_clusters": "clusters it was cut into",
            "search": "how neighbours were found",
            "neighbours_s": "time of finding them",
            "exact_s": "the same by comparing all; null: not tried",
            "index_s": "the same by an index; null: not tried",
            "cut_s": "time of cutting",
            "clusters_s": "time of solving clusters",
            "join_s": "time of joining them",
            "peak_gb": "memory of all processes together, each at its peak",
            "accuracy": "how good the answer is",
        },
        accuracy=_accuracy(),
    )
    total = {"total_s": told(NUMBER, "from vectors to offsets")}
    steps = {"done": "clusters done", "of": "of so many", "seconds": "time so far"}
    progress = record({}, optional={name: told(NUMBER, text) for name, text in steps.items()})
    return {
        "type": "object",
        "properties": {"exponent": EXPONENT},
        "patternProperties": {
            r"^\d+ solved$": {
                "title": "1000 solved",
                **told(record({**solved["properties"], **total}), "the figures of one size"),
            },
            r"^\d+ (generated|index|exact|clusters)$": {
                "title": "1000 clusters",
                **told(progress, "how far it has come; also `generated`, `index` and `exact`"),
            },
        },
        "additionalProperties": False,
        "minProperties": 1,
    }


def _after_features() -> Schema:
    measured = of(
        AfterFeatures,
        {
            "n_photos": PHOTOS,
            "n_galleries": GALLERIES,
            "n_embedded": "photos that were embedded for the rate",
            "embed_s": "time of embedding all, at that rate",
            "solve_s": "time of everything after it",
        },
    )
    share = told(NUMBER, "everything after, as a share of embedding")
    return record({"method": METHOD, **measured["properties"], "share": share})


def _answers() -> Schema:
    answer = of(
        OneAnswer,
        {
            "asked": "whether the app asked; else a person found the pair",
            "shown_s": "CPU until it is shown",
            "kept_s": "CPU until it is kept",
            "moved_s": "how far the gallery moved that moved most",
        },
    )
    return of(
        AnswerSpeed,
        {
            "n_photos": PHOTOS,
            "n_galleries": GALLERIES,
            "cold_s": "CPU of a solve from the store, after the last answer",
            "answers": "each answer",
            "as_cold": "whether that solve found the very same",
        },
        answers=many(answer),
    )


def _write() -> Schema:
    measured = of(
        WriteSpeed,
        {
            "n_photos": "photos of 12 MP",
            "embed_s": "time of embedding them",
            "plan_s": "time of planning",
            "apply_s": "time of writing and reading back",
            "undo_s": "time of undoing",
        },
    )
    share = told(NUMBER, "planning and writing, as a share of embedding")
    return record({**measured["properties"], "share": share})


def _whole_run() -> Schema:
    run = of(
        WholeRun,
        {"n_photos": "photos of 12 MP", "seconds": "of the sync", "peak_bytes": "memory"},
    )
    return record(
        {
            "decode": told(NUMBER, "photos per second of bare decoding"),
            "infer": told(NUMBER, "photos per second of bare inference"),
            "runs": told(many(run), "each sync"),
            "bound": told(NUMBER, "photos per second of one after the other"),
            "ratio": told(NUMBER, "the largest sync against that"),
        }
    )


def _embed() -> Schema:
    return of(
        EmbedSpeed,
        {
            **PHOTO_COUNT,
            "pipeline": "photos per second, embedded and stored",
            "serial": "the same of a bare serial loop",
            "here": "the same without worker processes",
            "reading": "hashes, headers and tags of photos per second",
            "reading_here": "the same without worker processes",
        },
    )


def _grid() -> Schema:
    made = of(
        GridSpeed,
        {
            "n_frames": "frames of the film",
            "ours_s": "time of each run",
            "bare_s": "the same of bare FFmpeg",
            "bare": "how that was done",
        },
    )
    ratio = told(NUMBER, "speed as a share of bare FFmpeg's, by the best run of each")
    keys = {"suite": told({"const": "grid"}, "what was measured"), "ratio": ratio}
    return record({**made["properties"], **keys})


def _engines() -> Schema:
    kinds = get_args(EngineRun.__annotations__["engine"])
    run = record(
        {
            "start_s": told(NUMBER, "until the engine was ready"),
            "seconds": told(NUMBER, "of the sync then"),
        }
    )
    return record(
        {
            "photos": told(WHOLE, "photos of 12 MP"),
            "runs": told(record({kind: told(run, "by this engine") for kind in kinds}), "both"),
            "ratio": told(NUMBER, "how many times as long Ray takes, start-up aside"),
        }
    )

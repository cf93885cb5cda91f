"""The result file of ``coincide bench run``: one JSON document, the same bytes for the same seeds.

Everything that depends on the clock is under a key "seconds" or under "machine", so
:func:`without_times` of two runs with the same seeds is equal.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, get_args

from coincide.errors import UsageError
from coincide.storage.outputs import write_output
from coincide_bench.figures.aggregate import Interval
from coincide_bench.figures.calibration import ReliabilityBin

SCHEMA = "coincide.bench/1"
ALL = "all"  # all events of a suite, or all kinds of offsets

SeedsKind = Literal["dev", "report"]

# the figures every result has; None where the method has no such figure
METRICS = (
    "P_1800", "A_1800", "H_1800", "H_300", "H_60", "median_error_s", "p90_error_s",
    "placed", "wrong", "certain", "certain_wrong", "ece", "seconds",
)  # fmt: skip


@dataclass(frozen=True)
class PerSeed:
    """The figures of each trial of one event and kind of offsets, by seed; for pairing."""

    seed: tuple[int, ...]
    cluster: tuple[str, ...]
    figures: Mapping[str, tuple[float | None, ...]]


@dataclass(frozen=True)
class Result:
    """One method on one event, or on all events of a suite (``event`` "all").

    ``details`` are further figures and counts. ``per_seed`` and ``errors_s`` (ascending, None
    for unplaced galleries, at the end) are only kept for one event and one kind of offsets.
    ``seconds`` by stage, mean of the trials.
    """

    suite: str
    event: str
    method: str
    subset: str
    offsets: str
    truth: str
    metrics: Mapping[str, float | None]
    interval: Mapping[str, Interval | None]
    details: Mapping[str, float | None]
    reliability: tuple[ReliabilityBin, ...] = ()
    seconds: Mapping[str, float] = field(default_factory=dict)
    per_seed: PerSeed | None = None
    errors_s: tuple[float | None, ...] | None = None


@dataclass(frozen=True)
class Document:
    """All results of one run, with what is needed to repeat it."""

    versions: Mapping[str, str]
    machine: Mapping[str, str | int]
    seeds_kind: SeedsKind
    seeds: tuple[int, ...]
    results: tuple[Result, ...]

    def select(self, **wanted: str) -> tuple[Result, ...]:
        """Return the results whose named fields have the given values, in order."""
        return tuple(
            result
            for result in self.results
            if all(getattr(result, name) == value for name, value in wanted.items())
        )


def save_document(path: Path, document: Document) -> None:
    """Write the document, one result a line, so that a diff shows which results changed."""
    head = {
        "schema": SCHEMA,
        **document.versions,
        "machine": document.machine,
        "seeds": {"kind": document.seeds_kind, "list": document.seeds},
    }
    lines = [f" {json.dumps(key)}: {_text(value)},\n" for key, value in head.items()]
    rows = ",\n".join("  " + _text(result_to_json(result)) for result in document.results)
    text = "{\n" + "".join(lines) + ' "results": [\n' + rows + "\n ]\n}\n"
    write_output(path, text.encode())


def load_document(path: Path) -> Document:
    """Read a result file; say what is wrong with one that is none."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"Cannot read the results {path}: {error.strerror}.") from error
    except ValueError as error:
        raise UsageError(f"{path} is not JSON: {error}.") from error
    schema = content.get("schema") if isinstance(content, dict) else None
    if schema != SCHEMA:
        raise UsageError(
            f"{path} is not a result file of this version: its schema is {schema!r}, not"
            f" {SCHEMA!r}. Make it with: coincide bench run SUITE --json {path.name}"
        )
    try:
        return document_from_json(content)
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise UsageError(
            f"{path} is damaged ({type(error).__name__}: {error}). Run the benchmark again."
        ) from error


def digest_of(document: Document) -> str:
    """Return all results in sixteen characters, times left out: the same for the same seeds."""
    text = _text([result_to_json(result) for result in document.results])
    # counts are whole numbers before they are saved, and floats when they are read back
    results = without_times(json.loads(text, parse_int=float))
    return hashlib.sha256(_text(results).encode()).hexdigest()[:16]


def without_times(content: Any) -> Any:
    """Return parsed JSON without what depends on the clock or the machine."""
    if isinstance(content, dict):
        return {
            key: without_times(value)
            for key, value in content.items()
            if key not in ("seconds", "machine")
        }
    return [without_times(value) for value in content] if isinstance(content, list) else content


def result_to_json(result: Result) -> dict[str, Any]:
    """Return one entry of the flat list "results"."""
    content: dict[str, Any] = {
        "suite": result.suite,
        "event": result.event,
        "method": result.method,
        "subset": result.subset,
        "offsets": result.offsets,
        "truth": result.truth,
        "metrics": dict(result.metrics),
        "interval": {
            name: None if interval is None else [interval.low, interval.high]
            for name, interval in result.interval.items()
        },
        "details": dict(result.details),
        "reliability": [[b.stated, b.right, b.n_galleries] for b in result.reliability],
        "seconds": dict(result.seconds),
    }
    if result.per_seed is not None:
        trials = result.per_seed
        content["per_seed"] = {"seed": trials.seed, "cluster": trials.cluster, **trials.figures}
    if result.errors_s is not None:
        content["errors_s"] = result.errors_s
    return content


def document_from_json(content: Mapping[str, Any]) -> Document:
    """Return the document of parsed JSON; raise LookupError, TypeError or ValueError if none."""
    kind = content["seeds"]["kind"]
    if kind not in get_args(SeedsKind):
        raise ValueError(f"seeds of kind {kind!r}")
    known = {"schema", "machine", "seeds", "results"}
    return Document(
        versions={key: str(value) for key, value in content.items() if key not in known},
        machine=dict(content["machine"]),
        seeds_kind=kind,
        seeds=tuple(int(seed) for seed in content["seeds"]["list"]),
        results=tuple(_result_from_json(entry) for entry in content["results"]),
    )


def _result_from_json(entry: Mapping[str, Any]) -> Result:
    metrics = _figures(entry["metrics"])
    missing = [name for name in METRICS if name not in metrics]
    if missing:
        raise ValueError(f"a result without {', '.join(missing)}")
    texts = {
        name: str(entry[name])
        for name in ("suite", "event", "method", "subset", "offsets", "truth")
    }
    errors_s = entry.get("errors_s")
    return Result(
        **texts,
        metrics=metrics,
        interval={
            name: None if pair is None else Interval(float(pair[0]), float(pair[1]))
            for name, pair in entry["interval"].items()
        },
        details=_figures(entry["details"]),
        reliability=tuple(
            ReliabilityBin(float(stated), float(right), int(n))
            for stated, right, n in entry["reliability"]
        ),
        seconds={stage: float(value) for stage, value in entry["seconds"].items()},
        per_seed=_per_seed(entry["per_seed"]) if "per_seed" in entry else None,
        errors_s=None if errors_s is None else tuple(_number(error) for error in errors_s),
    )


def _per_seed(entry: Mapping[str, Any]) -> PerSeed:
    seeds = tuple(int(seed) for seed in entry["seed"])
    figures = {
        name: tuple(_number(value) for value in values)
        for name, values in entry.items()
        if name not in ("seed", "cluster")
    }
    if any(len(values) != len(seeds) for values in (entry["cluster"], *figures.values())):
        raise ValueError("per_seed lists of different lengths")
    return PerSeed(seeds, tuple(str(cluster) for cluster in entry["cluster"]), figures)


def _figures(entry: Mapping[str, Any]) -> dict[str, float | None]:
    return {name: _number(value) for name, value in entry.items()}


def _number(value: Any) -> float | None:
    return None if value is None else float(value)


def _text(content: Any) -> str:
    return json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))

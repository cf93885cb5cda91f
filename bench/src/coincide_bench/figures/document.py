"""The result file of ``coincide bench run``: one JSON document, the same bytes for the same seeds.

Everything that depends on the clock is under a key "seconds" or under "machine", so
:func:`without_times` of two runs with the same seeds is equal.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import msgspec

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
    except (LookupError, TypeError, ValueError, AttributeError, msgspec.ValidationError) as error:
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
    """Return one entry of the flat list "results"; figures of trials stand beside their seeds."""
    content: dict[str, Any] = msgspec.to_builtins(result, enc_hook=float)
    if result.per_seed is not None:
        content["per_seed"] |= content["per_seed"].pop("figures")
    kept_or_none = ("per_seed", "errors_s")
    return {k: v for k, v in content.items() if v is not None or k not in kept_or_none}


def document_from_json(content: Mapping[str, Any]) -> Document:
    """Return the document of parsed JSON; raise LookupError or ValueError if it is none."""
    known = {"schema", "machine", "seeds", "results"}
    seeds = content["seeds"]
    return Document(
        versions={key: str(value) for key, value in content.items() if key not in known},
        machine=dict(content["machine"]),
        seeds_kind=msgspec.convert(seeds["kind"], SeedsKind),
        seeds=msgspec.convert(seeds["list"], tuple[int, ...]),
        results=tuple(_result_from_json(entry) for entry in content["results"]),
    )


def _result_from_json(entry: Mapping[str, Any]) -> Result:
    trials = entry.get("per_seed")
    if trials is not None:
        figures = {name: trials[name] for name in trials if name not in ("seed", "cluster")}
        if any(len(trials["seed"]) != len(values) for values in trials.values()):
            raise ValueError("per_seed lists of different lengths")
        trials = {"seed": trials["seed"], "cluster": trials["cluster"], "figures": figures}
    result = msgspec.convert({**entry, "per_seed": trials}, Result)
    missing = [name for name in METRICS if name not in result.metrics]
    if missing:
        raise ValueError(f"a result without {', '.join(missing)}")
    return result


def _text(content: Any) -> str:
    return json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))

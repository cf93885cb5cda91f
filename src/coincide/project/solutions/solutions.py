"""Solutions that are kept: found once, shown at once, for as long as all they rest on holds.

One file each in ``solutions/``, named by the key of its inputs, so that undoing a hint brings back
what was found before it; ``solutions/latest`` names the one that was found or asked for last.
"""

import logging
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from coincide.model import (
    Event,
    Explanation,
    Guess,
    Offsets,
    Place,
    Timeline,
    place_of,
)
from coincide.project.clips.ties import HeardPair
from coincide.project.folder import files
from coincide.project.folder.estimates import explanation_of, offsets_of
from coincide.project.solutions.inputs import Inputs
from coincide.project.solutions.snapshot import (
    Json,
    Paths,
    event_document,
    event_of,
    timeless_document,
    timeless_of,
)
from coincide.project.solutions.why import (
    EdgeView,
    EvidencePair,
    Peak,
    Strength,
    edges_of,
    pairs_of,
    strength_of,
)
from coincide.project.solve.run import SyncResult
from coincide.storage.projectstore import unpack
from coincide.timeline import build_timeline

logger = logging.getLogger(__name__)

SCHEMA = "coincide.solution/4"
FOLDER, LATEST, SUFFIX = "solutions", "latest", ".json.gz"
# solutions kept of one project: as many steps back need no solve
MOST = 12
# galleries for which the whole course of the evidence is kept; beyond, it is found when asked for
MOST_STRENGTHS = 60
# what a solution is kept by: a digest of its inputs
_KEY = re.compile(r"[0-9A-Za-z]{1,128}")


@dataclass(frozen=True)
class Solution:
    """What was found of an event, with what it rests on.

    What a method lacks is None: ``why`` (contradictions, questions), ``evidence`` (pairs by
    gallery), ``strengths`` (log-odds by offset, by gallery), ``edges`` (what every two galleries
    say). ``heard`` are clips that heard the same, ``shapes`` how their sounds are drawn, by key.
    ``listing`` tells the files as they were, so that nothing has to be opened to know
    that they are the same.
    """

    inputs: Inputs
    event: Event
    offsets: Offsets
    features: str
    guesses: tuple[Guess, ...] = ()
    clocks: Mapping[str, str] = field(default_factory=dict)
    why: Explanation | None = None
    evidence: Mapping[str, tuple[EvidencePair, ...]] | None = None
    strengths: Mapping[str, Strength] | None = None
    edges: tuple[EdgeView, ...] | None = None
    listing: str | None = None
    heard: tuple[HeardPair, ...] = ()
    shapes: Mapping[str, str] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """What it is kept by."""
        return self.inputs.key

    @cached_property
    def timeline(self) -> Timeline:
        """All photos by event time."""
        return build_timeline(self.event, self.offsets, self.guesses)


def solution_of(
    result: SyncResult, inputs: Inputs, listing: str | None, *, deep: bool = True
) -> Solution:
    """Return what a sync found as it is kept: with all that can be asked of it later.

    Not ``deep``: what is shown first, for whoever waits for it.
    """
    names = result.event.table.names
    evidence, strengths, edges = None, None, None
    if result.trace is not None and deep:
        evidence = {name: pairs_of(result, name) for name in names}
        edges = edges_of(result)
        if len(names) <= MOST_STRENGTHS:
            strengths = {name: strength_of(result, name) for name in names}
    elif result.graph is not None:
        edges = tuple(
            EdgeView(edge.a, edge.b, len(edge.links), edge.weight, None)
            for edge in result.graph.edges
        )
    return Solution(
        inputs=inputs,
        event=result.event,
        offsets=result.offsets,
        features=result.features,
        guesses=result.guesses,
        clocks=dict(result.clocks),
        why=result.why,
        evidence=evidence,
        strengths=strengths,
        edges=edges,
        listing=listing,
        heard=result.heard,
        shapes=dict(result.shapes),
    )


def save_solution(folder: Place, solution: Solution) -> None:
    """Keep a solution as the latest; the oldest make room."""
    data = files.pack(solution_document(solution))
    files.write_bytes(folder, _name(solution.key), data)
    history = [key for key in latest_keys(folder) if key != solution.key]
    _write_latest(folder, [solution.key, *history][:MOST])
    kept = {f"{key}{SUFFIX}" for key in [solution.key, *history][:MOST]}
    for name in files.names_in(folder, FOLDER, SUFFIX):
        if name not in kept:
            files.delete(folder, f"{FOLDER}/{name}")


def show_solution(folder: Place, key: str) -> None:
    """Make a kept solution the latest."""
    history = latest_keys(folder)
    if history[:1] != [key]:
        _write_latest(folder, [key, *(text for text in history if text != key)][:MOST])


def latest_keys(folder: Place) -> list[str]:
    """Return the keys of the kept solutions, the latest first."""
    data = files.read_bytes(folder, f"{FOLDER}/{LATEST}")
    return [] if data is None else data.decode("ascii", errors="replace").split()


def _write_latest(folder: Place, keys: Sequence[str]) -> None:
    lines = "".join(f"{key}\n" for key in keys)
    files.write_bytes(folder, f"{FOLDER}/{LATEST}", lines.encode())


def _name(key: str) -> str:
    return f"{FOLDER}/{key}{SUFFIX}"


def load_solution(folder: Place, key: str, roots: Sequence[Place]) -> Solution | None:
    """Return a kept solution of the event below these folders; None where it is not there.

    Without folders the event lies where it lay. One that is damaged, or of another layout, is not
    there: it can be found again.
    """
    if _KEY.fullmatch(key) is None:
        return None
    data = files.read_bytes(folder, _name(key))
    document = None if data is None else unpack(data, folder / _name(key))
    if document is None or document.get("schema") != SCHEMA:
        return None
    try:
        return _solution(document, roots or [place_of(root) for root in document["roots"]], folder)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        logger.warning("A damaged solution in %s is ignored: %r", folder, error)
        return None


def solution_document(solution: Solution) -> Json:
    """Return a solution as plain values."""
    paths = Paths(solution.event.roots)
    why, strengths = solution.why, solution.strengths
    return {
        "schema": SCHEMA,
        "inputs": asdict(solution.inputs),
        "listing": solution.listing,
        "roots": [str(root) for root in solution.event.roots],
        "features": solution.features,
        "event": event_document(solution.event),
        "offsets": _numbers(asdict(solution.offsets)),
        "guesses": [_guess_document(guess, paths) for guess in solution.guesses],
        "clocks": dict(solution.clocks),
        "why": None if why is None else _numbers(asdict(why)),
        "evidence": None
        if solution.evidence is None
        else {
            name: [_pair_row(pair) for pair in pairs] for name, pairs in solution.evidence.items()
        },
        "strengths": None
        if strengths is None
        else {name: _strength_document(strength) for name, strength in strengths.items()},
        "edges": None
        if solution.edges is None
        else [_numbers(asdict(edge)) for edge in solution.edges],
        "heard": [_numbers(asdict(pair)) for pair in solution.heard],
        "shapes": dict(solution.shapes),
    }


def _numbers(value: Any) -> Any:
    """Return plain values whose numbers are Python's own, written to the last digit."""
    if isinstance(value, dict):
        return {key: _numbers(numbers) for key, numbers in value.items()}
    if isinstance(value, list | tuple):
        return [_numbers(item) for item in value]
    return value.item() if isinstance(value, np.generic) else value


def _pair_row(pair: EvidencePair) -> list[Any]:
    return [pair.mine, pair.theirs, pair.other, float(pair.score), float(pair.apart_s), pair.answer]


def _strength_document(strength: Strength) -> Json:
    peaks = [[float(peak.offset_s), float(peak.score)] for peak in strength.peaks]
    return {
        "offset_s": strength.offset_s.tolist(),
        "score": strength.score.tolist(),
        "peaks": peaks,
    }


def _guess_document(guess: Guess, paths: Paths) -> Json:
    return {
        "photo": timeless_document(guess.photo, paths),
        "event_time_s": float(guess.event_time_s),
        "kind": guess.kind,
        "like": paths.text(guess.like),
        "spread_s": float(guess.spread_s),
    }


def _solution(document: Json, roots: Sequence[Place], folder: Place) -> Solution:
    paths = Paths(roots)
    why, evidence, strengths, edges = (
        document[name] for name in ("why", "evidence", "strengths", "edges")
    )
    return Solution(
        inputs=Inputs(**document["inputs"]),
        event=event_of(document["event"], roots, folder),
        offsets=offsets_of(document["offsets"]),
        features=document["features"],
        guesses=tuple(_guess(item, paths) for item in document["guesses"]),
        clocks=document["clocks"],
        why=None if why is None else explanation_of(why),
        evidence=None
        if evidence is None
        else {name: tuple(EvidencePair(*row) for row in rows) for name, rows in evidence.items()},
        strengths=None
        if strengths is None
        else {name: _strength(strength) for name, strength in strengths.items()},
        edges=None if edges is None else tuple(EdgeView(**edge) for edge in edges),
        listing=document["listing"],
        # kept by a version that did not listen, it has none
        heard=tuple(_heard_pair(item) for item in document.get("heard", ())),
        shapes=document.get("shapes", {}),
    )


def _heard_pair(data: Json) -> HeardPair:
    return HeardPair(**data | {"reasons": tuple(data["reasons"])})


def _strength(data: Json) -> Strength:
    peaks = tuple(Peak(*peak) for peak in data["peaks"])
    return Strength(np.array(data["offset_s"]), np.array(data["score"]), peaks)


def _guess(data: Json, paths: Paths) -> Guess:
    more = {"photo": timeless_of(data["photo"], paths), "like": paths.path(data["like"])}
    return Guess(**data | more)

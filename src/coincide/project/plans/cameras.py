"""How far off each camera was when last corrected, remembered for its next event.

Kept for the user, not for an event: in ``cameras.json`` in the user's data folder, or where
COINCIDE_CAMERAS names it. A camera is known by make, model and serial number.
"""

import os
from collections.abc import Mapping
from pathlib import Path

import msgspec

from coincide.errors import StoreError
from coincide.model import Gallery, times
from coincide.storage.documents import Closed, name_in, to_text
from coincide.storage.ownfiles import read_own, write_own
from coincide.storage.userdata import user_data
from coincide.writing.plan.model import GalleryPlan, Plan

SCHEMA = "coincide.cameras/1"
PATH_VARIABLE = "COINCIDE_CAMERAS"


class Camera(Closed, frozen=True):
    """A camera and its last correction: ``shift_s`` was added, for photos up to ``last``."""

    make: str  # its maker
    model: str  # its model
    serial: str  # its serial number
    shift_s: float  # what was added to its times to make them true
    event: str  # the event that told
    last: str  # its last photo there, corrected; empty: unknown

    @property
    def device(self) -> tuple[str, str, str]:
        """What it is known by."""
        return self.make, self.model, self.serial


class CamerasDocument(Closed, frozen=True, tag_field="schema", tag=SCHEMA):
    """All cameras that are remembered."""

    cameras: tuple[Camera, ...]  # the cameras by make, model and serial number


def cameras_path() -> Path:
    """Return where cameras are remembered."""
    named = os.environ.get(PATH_VARIABLE)
    return Path(named) if named else user_data() / "cameras.json"


def load_cameras() -> tuple[Camera, ...]:
    """Return the cameras that are remembered, by device."""
    path = cameras_path()
    try:
        data = read_own(path.resolve())
        if name_in(data) != SCHEMA:
            raise StoreError(f"{path} was written by another version. Move it elsewhere.")
        return msgspec.json.decode(data, type=CamerasDocument).cameras
    except FileNotFoundError:
        return ()
    except (OSError, ValueError, msgspec.DecodeError) as error:
        raise StoreError(f"Cannot read {path}: {error}. Move it elsewhere.") from error


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
    return Camera(*gallery.device, last.shift_s, plan.event, times.to_text(last.corrected_s))


def forget_cameras() -> int:
    """Forget all cameras; return how many there were."""
    n_known = len(load_cameras())
    cameras_path().unlink(missing_ok=True)
    return n_known


def _save(known: Mapping[tuple[str, str, str], Camera]) -> None:
    path = cameras_path()
    document = CamerasDocument(tuple(known[device] for device in sorted(known)))
    try:
        write_own(path, to_text(document, indent=1).encode())
    except OSError as error:
        raise StoreError(f"Cannot write {path}: {error.strerror or error}.") from error


def remembered(gallery: Gallery) -> Camera | None:
    """Return what is remembered of a gallery's camera."""
    device = gallery.device
    wanted = (device.make or "", device.model or "", device.serial or "")
    return next((camera for camera in load_cameras() if camera.device == wanted), None)

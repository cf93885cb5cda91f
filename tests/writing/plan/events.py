"""Small events in memory and on disk, with offsets that are told."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from coincide.ingest import read_event
from coincide.model import Device, Estimate, Event, Gallery, Jump, Offsets, Photo, Placement
from coincide.model.times import parse_exif_time
from tests.photo_files import exif_bytes, image_bytes


def at(text: str) -> float:
    """Return the time that a text names."""
    time_s = parse_exif_time(text)
    assert time_s is not None
    return time_s


def placed(
    name: str,
    offset_s: float,
    *,
    probability: float = 0.999,
    width_s: float = 4.0,
    jumps: tuple[Jump, ...] = (),
    row_chances: tuple[float, ...] = (),
) -> Placement:
    """Return a gallery's place, its interval ``width_s`` to either side."""
    estimate = Estimate(offset_s, offset_s - width_s, offset_s + width_s, probability)
    return Placement(name, estimate, jumps=jumps, row_chances=row_chances)


def told(event: Event, anchor: str, **offsets_s: float) -> Offsets:
    """Return offsets of an event's galleries; those not named are 0."""
    placements = [
        placed(gallery.name, offsets_s.get(gallery.name, 0.0)) for gallery in event.galleries
    ]
    return Offsets(anchor, "joint", tuple(placements))


def gallery(
    name: str,
    times: Sequence[str],
    *,
    zones: Sequence[int | None] | None = None,
    camera_times: Sequence[str] | None = None,
) -> Gallery:
    """Return a gallery of photos that are nowhere on disk."""
    zones = zones or [None] * len(times)
    camera_times = camera_times or times
    photos = [
        Photo(
            path=Path(f"/event/{name}/{number}.jpg"),
            key=f"{name}{number}",
            camera_time_s=at(camera),
            recorded_time_s=at(recorded),
            device=Device("Canon", "EOS", name),
            zone_s=zone_s,
        )
        for number, (recorded, camera, zone_s) in enumerate(
            zip(times, camera_times, zones, strict=True)
        )
    ]
    return Gallery(name, tuple(photos))


def write_event(folder: Path, galleries: Mapping[str, Sequence[str]], *, zone: str = "") -> Event:
    """Write one small JPEG per time into a folder per gallery, and read them as an event."""
    seed = 0
    for name, times in galleries.items():
        (folder / name).mkdir(parents=True)
        for number, time in enumerate(times):
            seed += 1
            exif = exif_bytes(
                time, digitised=time, model=f"EOS {name}", serial=f"{name}-1", zone=zone or None
            )
            path = folder / name / f"IMG_{number:04d}.jpg"
            path.write_bytes(image_bytes("JPEG", exif, seed=seed))
    return read_event([folder])

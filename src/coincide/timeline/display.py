"""What cameras displayed: the time that a person saw on the camera, and that its file states.

A gallery is kept on one clock, in one zone. A device that followed a change of zone displayed
another time than that, before the change or after it.
"""

from dataclasses import dataclass

from coincide.model import Dispute, Event, Gallery, Photo
from coincide.model.times import WallTime
from coincide.solver.clocks.zones import nearest_zone_s, tagged_zone_s


@dataclass(frozen=True)
class CameraDisplay:
    """How the camera times of one gallery were displayed.

    ``home_s`` is the zone that its camera times are in, None where its tags name none; ``seen``:
    the camera times at which its photos name zones, ascending.
    """

    home_s: int | None
    seen: tuple[tuple[float, int], ...]

    @staticmethod
    def of(gallery: Gallery) -> "CameraDisplay":
        """Return the display of a gallery's camera."""
        seen = [
            (photo.camera_time_s, photo.zone_s)
            for photo in gallery.photos
            if photo.zone_s is not None and not photo.in_utc
        ]
        return CameraDisplay(tagged_zone_s(gallery), tuple(seen))

    def photo(self, photo: Photo) -> WallTime:
        """Return what was displayed when a photo was taken, with the zone that the photo names.

        This is the time in its file, but for clips: their headers may be in UTC, or tell when the
        first file of a recording began.
        """
        if photo.in_utc:
            return self.at(photo.camera_time_s)
        if photo.clip is None or photo.zone_s is None or self.home_s is None:
            is_on_its_own = photo.clip is not None and not self.seen
            return WallTime(
                photo.camera_time_s if is_on_its_own else photo.recorded_time_s, photo.zone_s
            )
        return WallTime(photo.camera_time_s - self.home_s + photo.zone_s, photo.zone_s)

    def at(self, camera_time_s: float) -> WallTime:
        """Return what was displayed at any camera time, in the zone of the nearest photo."""
        if self.home_s is None:
            return WallTime(camera_time_s)
        zone_s = nearest_zone_s(self.seen, camera_time_s)
        zone_s = self.home_s if zone_s is None else zone_s
        return WallTime(camera_time_s - self.home_s + zone_s, zone_s)


def displayed(event: Event) -> tuple[WallTime, ...]:
    """Return what the camera of each photo displayed, by the event's rows."""
    return tuple(
        display.photo(photo)
        for gallery in event.galleries
        for display in (CameraDisplay.of(gallery),)
        for photo in gallery.photos
    )


def clocks_at_dispute(event: Event, dispute: Dispute, photo: Photo) -> tuple[WallTime, WallTime]:
    """Return what the reference's camera and the rival's displayed at a photo of the rival's.

    Between photos the reference's display is in the zone of the nearest. Clocks differ by whole
    seconds here, as everywhere that they are shown.
    """
    galleries = {gallery.name: gallery for gallery in event.galleries}
    reference, rival = (galleries[name] for name in (dispute.reference, dispute.rival))
    mine = CameraDisplay.of(reference).at(photo.camera_time_s - round(dispute.off_s))
    return mine, CameraDisplay.of(rival).photo(photo)

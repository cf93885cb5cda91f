"""What the times in one photo's sidecar would become."""

from collections.abc import Mapping

from coincide.plan.filetags import SAME_MOMENT_S, xmp_tail, xmp_time_s
from coincide.plan.localtime import Written
from coincide.plan.model import TagChange
from coincide.times import to_xmp_text

# what a new sidecar says: between them every program finds the one it reads
NEW_TAGS = ("XMP-exif:DateTimeOriginal", "XMP-xmp:CreateDate", "XMP-photoshop:DateCreated")
OTHER_TAGS = ("XMP-exif:DateTimeDigitized",)


def sidecar_changes(
    values: Mapping[str, str], recorded_s: float, written: Written
) -> list[TagChange]:
    """Return the changes that make a sidecar say ``written``.

    ``values`` are the times it has now, none for a new one. What it says of another moment
    than ``recorded_s``, as of a scan or an edit, is left alone; but the time of capture is
    then added, without which no program would show the right one.
    """
    digits = 0 if float(written.time_s).is_integer() else 3
    changes = []
    for tag in (*NEW_TAGS, *OTHER_TAGS):
        old = values.get(tag)
        if old is None and (tag in OTHER_TAGS or (values and tag != NEW_TAGS[0])):
            continue
        if old is not None and not _is_of_capture(old, recorded_s, written.time_s):
            continue
        n_digits = digits if old is None else max(xmp_tail(old)[0], digits)
        new = to_xmp_text(written.time_s, zone_s=written.zone_s, digits=n_digits)
        changes.append(TagChange(tag, old, new))
    return [change for change in changes if change.old != change.new]


def _is_of_capture(text: str, recorded_s: float, corrected_s: float) -> bool:
    time_s = xmp_time_s(text)
    if time_s is None:
        return False
    return min(abs(time_s - recorded_s), abs(time_s - corrected_s)) <= SAME_MOMENT_S

"""A plan as a table, for people and their spreadsheets."""

import csv
import io

from coincide.writing.plan.exiftool_args import plan_table
from tests.writing.plan.test_document import PLAN


def test_every_tag_and_every_file_that_is_left_alone_has_a_row() -> None:
    rows = list(csv.reader(io.StringIO(plan_table(PLAN))))[1:]
    path = str(PLAN.roots[0] / "Anna" / "IMG 1.jpg.xmp")
    tag, new = "XMP-exif:DateTimeOriginal", "2024-05-04T14:00:00+02:00"
    assert rows == [
        [path, tag, "", new, "Anna", "an hour"],
        ["/photos/wedding/x.avi", "", "", "", "", "AVI"],
    ]

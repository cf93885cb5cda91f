"""Plans of version 0.1.0: read as they were meant, and still written so, byte for byte."""

import json
from pathlib import Path

import pytest

from coincide.errors import PlanError
from coincide.writing.plan import parse_plan, plan_json
from tests.writing.plan.test_document import PLAN

# what 0.1.0 wrote of PLAN
WRITTEN = """\
{
 "schema": "coincide.plan/1",
 "event": "wedding",
 "to": "sidecar",
 "for": "digikam",
 "roots": [
  "/photos/wedding"
 ],
 "project": "/photos/wedding/.coincide",
 "anchor": "Ben",
 "event_time": "true",
 "galleries": [
  {
   "name": "Anna",
   "state": "moved",
   "shift_s": -3600.0,
   "why": "why",
   "device": [
    "Canon",
    "EOS",
    "1"
   ]
  }
 ],
 "notes": [
  "a note"
 ],
 "files": [
  {
   "photo": {
    "root": 0,
    "path": "Anna/IMG 1.jpg"
   },
   "state": {
    "size": 1234,
    "mtime_ns": 5,
    "sha256": "abababababababababababababababababababababababababababababababab"
   },
   "writes": {
    "root": 0,
    "path": "Anna/IMG 1.jpg.xmp"
   },
   "was": null,
   "changes": [
    {
     "tag": "XMP-exif:DateTimeOriginal",
     "old": null,
     "new": "2024-05-04T14:00:00+02:00"
    }
   ],
   "moment": {
    "recorded_s": 10.0,
    "zone_s": 3600,
    "corrected_s": -3590.0,
    "shift_s": -3600.0
   },
   "gallery": "Anna",
   "why": "an hour"
  }
 ],
 "left_alone": [
  {
   "path": "/photos/wedding/x.avi",
   "why": "AVI"
  }
 ]
}
"""


def test_a_plan_of_the_first_version_is_read_and_written_as_it_was() -> None:
    assert parse_plan(WRITTEN.encode()) == PLAN
    assert plan_json(PLAN) == WRITTEN


def test_an_editor_may_have_marked_it_as_text(tmp_path: Path) -> None:
    path = tmp_path / "plan.json"
    path.write_text(WRITTEN, encoding="utf-8-sig")
    assert path.read_bytes()[:1] != b"{"
    assert parse_plan(path.read_bytes()) == PLAN


@pytest.mark.parametrize(
    ("where", "value", "told"),
    [
        (("files", 0, "gallery"), 1, r"\$\.files\[0\]\.gallery"),
        (("galleries", 0, "state"), "gone", r"\$\.galleries\[0\]\.state"),
        (("files", 0, "state", "size"), -1, r"\$\.files\[0\]\.state\.size"),
        (("files", 0, "writes", "root"), 7, r"there is no folder 7 - at `\$\.files\[0\]`"),
        (("files", 0, "photo", "link"), "x", "unknown field `link`"),
        (("roots", 0), "here", "not an absolute folder: 'here'"),
        (("roots", 0), 1, "a folder must be text"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(
    where: tuple[str | int, ...], value: object, told: str
) -> None:
    document = json.loads(WRITTEN)
    inner = document
    for step in where[:-1]:
        inner = inner[step]
    inner[where[-1]] = value
    with pytest.raises(PlanError, match=told):
        parse_plan(json.dumps(document).encode())

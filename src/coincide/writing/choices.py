"""What people choose between when something is written, in the words they choose by.

It stands here by itself because the command line names every choice before it knows whether
anything is to be written; what writes is loaded only then.
"""

from typing import Literal, get_args

Applied = Literal["sidecar", "file", "copies"]
# where corrected times go; the last two are texts for people and programs, and are not applied
Target = Literal[Applied, "script", "table"]
# a program that reads sidecars
Program = Literal["lightroom", "digikam", "darktable", "immich"]
PROGRAMS: tuple[Program, ...] = get_args(Program)

# what an album is written as, and how originals are handed on with it
Form = Literal["site", "one-file", "pdf", "folders", "json", "book", "film"]
Originals = Literal["stripped", "as-is"]

# what an arrangement of clips is written for
Editor = Literal["otio", "fcpxml", "edl", "mlt"]
EDITORS: tuple[Editor, ...] = get_args(Editor)

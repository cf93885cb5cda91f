"""Sidecars are named as each program reads them, and none is hidden by a new one."""

from pathlib import Path

import pytest

from coincide.writing.choices import PROGRAMS, Program
from coincide.writing.plan.programs import NOTES, sidecar_for

JPEG, RAW, FILM = Path("/e/IMG_1.jpg"), Path("/e/IMG_1.CR2"), Path("/e/IMG_1.mov")


def name(photo: Path, program: Program | None, *siblings: str) -> str | None:
    path = sidecar_for(photo, program, siblings).path
    return None if path is None else path.name


@pytest.mark.parametrize("program", ["digikam", "darktable", "immich", None])
def test_most_programs_append_to_the_whole_name(program: Program | None) -> None:
    assert name(JPEG, program) == "IMG_1.jpg.xmp"
    assert name(RAW, program) == "IMG_1.CR2.xmp"
    assert name(FILM, program) == "IMG_1.mov.xmp"


def test_lightroom_replaces_the_ending_and_reads_them_of_raw_only() -> None:
    assert name(RAW, "lightroom") == "IMG_1.xmp"
    for photo in (JPEG, FILM, Path("/e/a.dng"), Path("/e/a.HEIC"), Path("/e/a.tif")):
        sidecar = sidecar_for(photo, "lightroom", ())
        assert sidecar.path is None
        assert "--to file" in sidecar.why_not


def test_a_new_sidecar_never_hides_the_one_that_a_program_reads_now() -> None:
    assert name(JPEG, "immich", "IMG_1.xmp") == "IMG_1.xmp"
    assert name(JPEG, "immich", "IMG_1.xmp", "IMG_1.jpg.xmp") == "IMG_1.jpg.xmp"
    assert name(RAW, None, "IMG_1.xmp") == "IMG_1.xmp"
    assert name(JPEG, None, "IMG_1.xmp") == "IMG_1.jpg.xmp"
    assert name(JPEG, "digikam", "IMG_1.xmp") == "IMG_1.jpg.xmp"


def test_every_program_has_its_note() -> None:
    assert set(NOTES) == set(PROGRAMS)

"""Times inside files: changed as planned, nothing else, checked before anything is put in place."""

import shutil
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import pytest
from PIL import Image

from coincide.media.exiftool import ExifTool, ExifToolDied, Reply, find_exiftool
from coincide.writing.apply.filereader import read_file_times
from coincide.writing.apply.infile import FileMaker
from coincide.writing.apply.state import state_of
from coincide.writing.apply.step import MakeError, Step
from coincide.writing.plan.model import FileChange, Moment, Place, TagChange
from tests.writing.apply.samples import (
    MADE,
    fingerprint,
    made_and_checked,
    planned_changes,
    sha256_of,
)

pytestmark = pytest.mark.skipif(find_exiftool() is None, reason="ExifTool is not installed")

# of the fixtures, what is not changed in the file, and why
NOT_WRITTEN = {
    "CanonRaw.crw": "CRW cannot be written",
    "Sigma.x3f": "X3F cannot be written",
    "SigmaDP2.x3f": "X3F cannot be written",
    "QuickTime.heic": "no times inside",
    "heic_samplefilehub.heif": "no times inside",
    "heic_mobile_HMD_Nokia_8.3_5G.heif": "no times inside",
    "heic_mobile_HMD_Nokia_8.3_5G_hdr.heif": "no times inside",
    # one of its maker notes lies elsewhere than it says, so that ExifTool reads more after writing
    "jpg_Panasonic_DMC-FZ30.jpg": "Panasonic:DataDump has changed",
}


@pytest.fixture(scope="module")
def tool() -> Iterator[ExifTool]:
    with ExifTool() as held:
        yield held


@pytest.mark.parametrize("name", MADE)
def test_every_format_we_can_make(tool: ExifTool, tmp_path: Path, name: str) -> None:
    path, part = tmp_path / name, tmp_path / f".{name}.coincide-part"
    MADE[name](path)
    before = sha256_of(path)
    wanted = {change.tag: change.new for change in planned_changes(path)}
    assert wanted
    assert made_and_checked(tool, path, part) == []
    assert sha256_of(path) == before
    assert wanted.items() <= read_file_times(part).items()


@pytest.mark.slow
def test_every_fixture(tool: ExifTool, tmp_path: Path, shared: Path) -> None:
    outcome = {}
    for number, source in enumerate(_fixtures(shared)):
        folder = tmp_path / str(number)
        folder.mkdir()
        path = folder / source.name
        shutil.copyfile(source, path)
        try:
            differs = made_and_checked(tool, path, folder / f".{source.name}.coincide-part")
        except (ValueError, MakeError) as error:
            differs = [str(error)]
        if differs:
            outcome[source.name] = "; ".join(differs)
        assert sha256_of(path) == sha256_of(source)
    assert outcome.keys() == NOT_WRITTEN.keys()
    for name, reason in NOT_WRITTEN.items():
        assert reason in outcome[name]


def _fixtures(shared: Path) -> Iterator[Path]:
    for path in sorted((shared / "fixtures").glob("*/*")):
        if path.is_file() and path.suffix.lower() not in (".xmp", ".gpx"):
            yield path


def test_a_name_with_percent_signs_and_leading_minus(tool: ExifTool, tmp_path: Path) -> None:
    folder = tmp_path / "100%d" / "-o %f"
    folder.mkdir(parents=True)
    path = folder / "-a %e.jpg"
    MADE["a.jpg"](path)
    part = folder / ".part.coincide-part"
    assert made_and_checked(tool, path, part) == []
    assert sorted(entry.name for entry in folder.iterdir()) == ["-a %e.jpg", ".part.coincide-part"]


class Dying:
    """An ExifTool that dies a number of times before it answers, having written half a file."""

    def __init__(self, tool: ExifTool, n_deaths: int) -> None:
        self.tool, self.n_deaths = tool, n_deaths

    def run(self, args: list[str], *, timeout_s: float = 60.0) -> Reply:
        if self.n_deaths:
            self.n_deaths -= 1
            Path(args[args.index("-o") + 1]).write_bytes(b"half")
            raise ExifToolDied("it died")
        return self.tool.run(args, timeout_s=timeout_s)


def test_exiftool_may_die_once(tool: ExifTool, tmp_path: Path) -> None:
    path, part = tmp_path / "a.jpg", tmp_path / ".a.jpg.coincide-part"
    MADE["a.jpg"](path)
    assert made_and_checked(Dying(tool, 1), path, part) == []  # type: ignore[arg-type]
    part.unlink()
    with pytest.raises(ExifToolDied):
        made_and_checked(Dying(tool, 2), path, part)  # type: ignore[arg-type]


class Careless(ExifTool):
    """An ExifTool whose work somebody meddles with before it is read back."""

    def __init__(self, meddle: str) -> None:
        super().__init__()
        self.meddle = meddle

    def run(self, args: list[str], *, timeout_s: float = 60.0) -> Reply:  # type: ignore[override]
        reply = super().run(args, timeout_s=timeout_s)
        if "-o" in args:
            part = Path(args[args.index("-o") + 1])
            if self.meddle == "pixels":
                with Image.open(part) as image:
                    block, paler = image.info["exif"], image.point(lambda level: level // 2)
                paler.save(part, "JPEG", exif=block)
            else:
                super().run(["-overwrite_original", self.meddle, str(part)])
        return reply


@pytest.mark.parametrize(
    ("meddle", "noticed"),
    [
        ("-ExifIFD:DateTimeOriginal=2000:01:01 00:00:00", "EXIF:DateTimeOriginal reads"),
        ("-IFD0:Artist=nobody", "IFD0:Artist has changed"),
        ("-GPS:GPSLatitude=1", "GPS:GPSLatitude has changed"),
        ("pixels", "the picture itself"),
    ],
)
def test_what_was_not_planned_is_noticed(tmp_path: Path, meddle: str, noticed: str) -> None:
    path, part = tmp_path / "a.jpg", tmp_path / ".a.jpg.coincide-part"
    MADE["a.jpg"](path)
    with Careless(meddle) as tool:
        differs = made_and_checked(tool, path, part)
    assert any(noticed in difference for difference in differs), differs


def test_a_file_that_is_no_photo_is_not_written(tool: ExifTool, tmp_path: Path) -> None:
    path = tmp_path / "a.jpg"
    path.write_bytes(b"\xff\xd8\xff\xe0no")
    state = state_of(path)
    assert state is not None
    place = Place(0, PurePosixPath("a.jpg"))
    change = FileChange(
        place,
        fingerprint(state),
        place,
        fingerprint(state),
        (TagChange("EXIF:DateTimeOriginal", None, "2024:05:04 14:00:00"),),
        Moment(0.0, None, 0.0, 0.0),
        "g",
        "w",
    )
    maker = FileMaker(tool, {0: change}, {0: path})
    with pytest.raises(MakeError, match="ExifTool did not write it"):
        maker.make(Step(0, tmp_path, path, state), tmp_path / ".part")
    assert not (tmp_path / ".part").exists()

"""Writing into files whose names or places somebody chose with care."""

import subprocess
from pathlib import Path

import pytest

from coincide.errors import PlanError, UsageError
from coincide.media.exiftool import find_exiftool
from tests.attacks.forged import rewrite, run
from tests.photo_files import write_photo
from tests.writing.apply.trees import snapshot

needs_exiftool = pytest.mark.skipif(find_exiftool() is None, reason="ExifTool is not installed")


@needs_exiftool
@pytest.mark.parametrize("to", ["file", "sidecar"])
def test_a_hard_link_to_a_file_outside_changes_nothing_there(trip: Path, to: str) -> None:
    """A photo of the event is another name of a file elsewhere: only the event's name changes."""
    outside = trip.parent / "Pictures" / "precious.jpg"
    outside.parent.mkdir()
    inside = trip / "ben" / "IMG_0000.jpg"
    outside.hardlink_to(inside)
    other = trip / "ben" / "IMG_0000.jpg.xmp"
    before, state = outside.read_bytes(), outside.stat().st_ino
    assert inside.stat().st_ino == state
    run("shift", "trip", "+1h", "--gallery", "ben", "--to", to, "--out", "plan.json")
    run("apply", "plan.json", "--yes")
    assert (outside.read_bytes(), outside.stat().st_ino) == (before, state)
    assert (inside.read_bytes() != before) == (to == "file")
    assert other.exists() == (to == "sidecar")
    run("undo", "plan.json", "--yes")
    assert outside.read_bytes() == inside.read_bytes() == before


def test_a_sidecar_that_is_a_hard_link_to_a_file_outside_is_replaced_not_written(
    trip: Path,
) -> None:
    outside = trip.parent / "settings.xmp"
    run("shift", "trip", "+1h", "--gallery", "ben", "--out", "first.json")
    run("apply", "first.json", "--yes")
    sidecar = trip / "ben" / "IMG_0000.jpg.xmp"
    outside.hardlink_to(sidecar)
    before = outside.read_bytes()
    run("shift", "trip", "+2h", "--gallery", "ben", "--out", "second.json")
    run("apply", "second.json", "--yes")
    assert outside.read_bytes() == before != sidecar.read_bytes()


@pytest.mark.parametrize("command", ["apply", "undo"])
@pytest.mark.parametrize("place", [("--in", "elsewhere"), ()])
def test_yes_means_the_folder_that_one_stands_in(
    trip: Path, monkeypatch: pytest.MonkeyPatch, command: str, place: tuple[str, ...]
) -> None:
    """Nor the folder beside it whose name begins alike, nor what a link in it leads to."""
    run("shift", "trip", "+1h", "--out", "plan.json")
    if command == "undo":
        run("apply", "plan.json", "--yes")
    for name in ("elsewhere", "tri"):
        (trip.parent / name).mkdir()
    (trip.parent / "tri" / "link").symlink_to(trip)
    before = snapshot(trip)
    monkeypatch.chdir(trip.parent / "tri")
    with pytest.raises(UsageError, match="--in"):
        run(command, "../plan.json", "--yes", *place)
    assert snapshot(trip) == before


def test_a_plan_with_a_root_that_is_not_there_or_a_link_is_refused(trip: Path) -> None:
    """Confirmed for the current folder, it would write where a link leads."""
    outside = trip.parent.parent / f"{trip.parent.name}-outside"
    trip.rename(outside)
    trip.symlink_to(outside)
    try:
        run("shift", outside, "+1h", "--gallery", "ben", "--out", "plan.json")
        before = snapshot(outside)
        rewrite(Path("plan.json"), lambda plan: plan.update(roots=[str(trip)]))
        with pytest.raises((UsageError, PlanError)):
            run("apply", "plan.json", "--yes")
        assert snapshot(outside) == before
    finally:
        trip.unlink()
        outside.rename(trip)


# each would be more than a name to ExifTool, to a shell or to Perl
NAMES = (
    *("-o pwned.jpg", "-execute.jpg", "--help.jpg", "-@ x.jpg", "@args.jpg", "#comment.jpg"),
    *("|touch pwned|.jpg", "a|touch pwned.jpg", ";touch pwned;.jpg", "`touch pwned`.jpg"),
    *("$(touch pwned).jpg", "<pwned.jpg", ">pwned.jpg", "%d%f.jpg", "${x}.jpg", " lead.jpg"),
    *("a&&touch pwned.jpg", "*.jpg", "?.jpg", "[a].jpg", "'\".jpg", "~root.jpg"),
)
# what no argument of ExifTool, or no plan, can name
BROKEN = ("line\nbreak.jpg", "-o\npwned\n.jpg", "car\rriage.jpg", "back\\slash.jpg")


@pytest.fixture
def oddly(trip: Path) -> Path:
    """The event with a third person, whose photos have these names."""
    for number, name in enumerate((*NAMES, *BROKEN)):
        write_photo(trip / "cyd" / name, f"2024:05:04 16:{number:02d}:00", model="EOS cyd")
    return trip


def times_in(folder: Path) -> dict[str, str]:
    """Return the capture time of each photo, as Pillow reads it."""
    from PIL import Image

    found = {}
    for path in folder.iterdir():
        if path.suffix == ".jpg":
            with Image.open(path) as image:
                found[path.name] = image.getexif().get_ifd(0x8769)[0x9003]
    return found


def nothing_else(trip: Path) -> bool:
    """Tell whether no file came to be by a name, anywhere around."""
    return not [path for path in trip.parent.rglob("*") if path.name.startswith("pwned")]


@needs_exiftool
def test_odd_names_are_written_by_exiftool_and_nothing_else_is(oddly: Path) -> None:
    before = snapshot(oddly / "cyd")
    names = {path.name for path in (oddly / "cyd").iterdir()}
    told = run("shift", "trip", "+1h", "--gallery", "cyd", "--to", "file", "--out", "plan.json")
    assert "line" in told or "left" in told
    run("apply", "plan.json", "--yes")
    times = times_in(oddly / "cyd")
    assert {name: times[name][:13] for name in NAMES} == dict.fromkeys(NAMES, "2024:05:04 17")
    assert set(times) == names
    assert all(times[name].startswith("2024:05:04 16") for name in BROKEN)
    assert nothing_else(oddly)
    run("verify", "plan.json")
    run("undo", "plan.json", "--yes")
    assert snapshot(oddly / "cyd") == before


@needs_exiftool
def test_a_script_for_exiftool_names_files_and_gives_no_orders(oddly: Path) -> None:
    run("shift", "trip", "+1h", "--gallery", "cyd", "--to", "script", "--out", "fix.args")
    text = Path("fix.args").read_text(encoding="utf-8")
    allowed = {"-execute", "-charset", "filename=utf8", "-m", "-n", "-q", "-P", ""}
    for line in text.split("\n"):
        named = line.startswith(f"{oddly}/cyd/") and line.endswith(".jpg")
        tag = line.startswith("-") and "=" in line and "pwned" not in line
        assert named or tag or line.startswith("#") or line in allowed, line
    done = subprocess.run(
        ["exiftool", "-@", "fix.args"], capture_output=True, text=True, check=False
    )
    times = times_in(oddly / "cyd")
    assert {name: times[name][:13] for name in NAMES} == dict.fromkeys(NAMES, "2024:05:04 17"), done
    assert nothing_else(oddly)

"""``coincide hint`` as a user meets it."""

import re
import shlex
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from coincide.app.cli.app import app
from coincide.demo import DemoOptions
from coincide.errors import CoincideError, EventError, StoreError, UsageError
from coincide.model import Estimate, Offsets, Placement
from coincide.model.hints import Answer, ClipHint, Lock, Pin, Rejection, rows_of
from coincide.model.times import to_text
from coincide.project import Project, load_event, load_hints, load_said
from coincide.project.folder.settings import ProjectSettings, save_settings
from coincide.project.options import SyncOptions
from coincide.project.solutions.inputs import Inputs
from coincide.project.solutions.solutions import Solution, save_solution
from coincide.project.userinput.document import said_document
from tests.conftest import CopyDemo
from tests.drawn import write_event

A, B, C = "ann/IMG_0001.jpg", "bob/IMG_0002.jpg", "cyd/IMG_0000.jpg"
PAGE = Path(__file__).resolve().parents[3] / "docs" / "guide" / "hints.md"


def hint(*arguments: str | Path) -> list[str]:
    """Run ``coincide hint`` and return the lines it prints; a user's mistake is raised."""
    done = CliRunner().invoke(app, ["hint", *map(str, arguments)])
    if isinstance(done.exception, CoincideError):
        raise done.exception
    assert done.exit_code == 0, done.output
    return done.stdout.splitlines()


@pytest.fixture
def party(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = write_event(tmp_path / "party", {"ann": 3, "bob": 4, "cyd": 2})
    monkeypatch.chdir(tmp_path)
    return folder


def key(photo: Path) -> str:
    event = load_event(photo.parents[1])
    return {known.path: known.key for known in event.photos}[photo]


def known(folder: Path) -> list[object]:
    return list(load_hints(folder / ".coincide"))


def test_what_two_clips_heard_is_said_and_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("av")
    from tests.film_files import write_two_films

    folder = tmp_path / "speech"
    write_two_films(folder, length_s=3.0, lag_s=1.0)
    monkeypatch.chdir(tmp_path)
    a, b = "Ida/VID_20250823_180000.mp4", "Maya/VID_20250823_190000.mp4"
    said = hint("heard", "speech", a, b, "-0.25s")
    assert said[0] == f"  1  same sound: {a} began 0.25 s after {b}"
    assert known(folder) == [ClipHint(key(folder / a), key(folder / b), -0.25)]
    assert hint("not-heard", "speech", b, a)[0] == f"  1  not the same sound: {b} and {a}"
    assert hint("undo", "speech")[0] == said[0]
    with pytest.raises(UsageError, match="do not overlap"):
        hint("heard", "speech", a, b, "4s")
    with pytest.raises(UsageError, match="is not a lag between two clips"):
        hint("heard", "speech", a, b, "later")


def test_photos_have_heard_nothing(party: Path) -> None:
    with pytest.raises(UsageError, match="Only videos have sound"):
        hint("heard", "party", A, B, "1s")


def save_offsets(folder: Path, **offsets_s: float | None) -> None:
    """Leave a result on these galleries in the project folder, as a sync does."""
    event = load_event(folder)
    event = replace(event, galleries=tuple(g for g in event.galleries if g.name in offsets_s))
    placements = tuple(
        Placement(name, None if at is None else Estimate(at, at, at))
        for name, at in offsets_s.items()
    )
    offsets = Offsets("ann", "paper", placements)
    save_solution(folder / ".coincide", Solution(Inputs(*"abcdef"), event, offsets, "none"))


def test_an_answer_may_be_about_then_or_that_nobody_can_tell(party: Path) -> None:
    assert hint("about", "party", A, B)[0] == f"  1  about the same time: {A} and {B}"
    assert hint("unclear", "party", B, C)[1] == f"  2  cannot tell: {B} and {C}"
    a, b, c = (key(party / path) for path in (A, B, C))
    assert known(party) == [
        Answer(a, b, "about", named=True),
        Answer(b, c, "unclear", named=True),
    ]
    # the newest word counts
    hint("same", "party", A, B, "--asked")
    assert known(party) == [Answer(b, c, "unclear", named=True), Answer(a, b, "same")]


def test_each_word_is_kept_and_told_with_what_to_do_next(party: Path) -> None:
    save_offsets(party, ann=0.0, bob=60.0, cyd=-3610.4)
    hint("same", "party", A, B)
    hint("different", "party", A, C)
    hint("reject", "party", B, C)
    hint("pin", "party", "bob", "+1h2m")
    lines = hint("lock", "party", "cyd")
    assert lines == [
        f"  1  same scene: {A} and {B}",
        f"  2  different moments: {A} and {C}",
        "  3  pinned: bob at +1 h 02 min 00 s",
        f"  4  rejected: {B} and {C}",
        "  5  locked: cyd at -1 h 00 min 10 s",
        "Run coincide sync party to use it.",
    ]
    assert hint("list", "party") == lines[:-1]  # nothing new to use
    a, b, c = (key(party / path) for path in (A, B, C))
    assert known(party) == [
        Answer(a, b, "same", named=True),
        Answer(a, c, "different", named=True),
        Pin("bob", 3720.0),
        Rejection(b, c),
        Lock("cyd", -3610.4),
    ]


def test_a_clock_is_set_right_before_a_photo(party: Path) -> None:
    event = load_event(party)
    ann = event.galleries[0]
    first, second = (photo.path.relative_to(party) for photo in ann.photos[:2])
    hint("no-jump", "party", "ann")
    assert hint("set-right", "party", str(second)) == [
        f"  1  corrected: the clock of ann, before {second}",
        "removed: never changed: the clock of ann",
        "Run coincide sync party to use it.",
    ]
    assert rows_of(load_hints(party / ".coincide"), event).set_right == ((0, 1),)
    with pytest.raises(UsageError, match="use coincide hint trust"):
        hint("set-right", "party", str(first))
    assert hint("undo", "party")[0] == "  1  never changed: the clock of ann"
    assert "set_right" not in said_document(load_said(party / ".coincide"))  # as before it


def test_times_are_known_and_taken_back(party: Path) -> None:
    first = load_event(party).galleries[0].photos[0]
    photo = str(first.path.relative_to(party))
    named = f"known time: {photo} was taken"
    lines = hint("time", "party", photo, "--at", "2024-05-03 21:15", "--within", "5m")
    assert lines == [
        f"  1  {named} at 2024-05-03 21:15:00, give or take 5 min 00 s",
        "Run coincide sync party to use it.",
    ]
    day = hint("time", "party", photo, "--at", "2024-05-03")
    assert day[0] == f"  1  {named} on 2024-05-03"
    assert day[1].startswith("removed: known time:")
    shown = hint("time", "party", photo, "--at", "09:15:30")[0]
    assert shown.endswith("09:15:30, give or take 5 s")
    assert to_text(first.camera_time_s)[:8] in shown  # its month, if not its day
    lines = hint("clock", "party", "bob", "--behind", "2h")
    assert lines[1] == (
        "  2  known clock: that of bob was 2 h 00 min 00 s behind, give or take 3 min 00 s"
    )
    zoned = hint("clock", "party", "bob", "--zone", "America/New_York", "--within", "10m")
    assert zoned[1].endswith("bob showed the time of America/New_York, give or take 10 min 00 s")
    assert hint("undo", "party") == [*lines[:2], zoned[1].replace("  2  ", "removed: "), lines[2]]
    with pytest.raises(UsageError, match="write it like"):
        hint("time", "party", photo, "--at", "half past nine")
    with pytest.raises(UsageError, match="write a length of time"):
        hint("clock", "party", "bob", "--ahead", "soon")
    for wrong in ([], ["--ahead", "1h", "--behind", "2h"]):
        with pytest.raises(UsageError, match="one of --ahead, --behind and --zone"):
            hint("clock", "party", "bob", *wrong)


def test_clocks_are_trusted_held_steady_and_the_anchor(party: Path) -> None:
    hint("pin", "party", "bob", "5s")
    hint("trust", "party", "cyd")
    hint("no-jump", "party", "bob")  # beside its pin, which is another matter
    lines = hint("anchor", "party", "ann")
    assert lines == [
        "  1  pinned: bob at +5 s",
        "  2  never changed: the clock of bob",
        "  3  trusted: the clock of cyd is right",
        "  4  anchor: event times are those of ann",
        "Run coincide sync party to use it.",
    ]
    assert hint("list", "party") == lines[:-1]
    event = load_event(party)
    assert event.anchor == "ann"
    assert [gallery.trusted for gallery in event.galleries] == [False, False, True]
    assert rows_of(load_hints(party / ".coincide"), event).steady == {1}
    assert hint("forget", "party", "3")[-2:] == [
        "removed: trusted: the clock of cyd is right",
        "Run coincide sync party to use it.",
    ]
    assert "anchor" in hint("undo", "party")[-2]
    assert hint("forget", "party", "--all")[0] == "There are no hints for party."
    event = load_event(party)
    assert (event.anchor, any(one.trusted for one in event.galleries)) == (None, False)
    assert hint("undo", "party") == lines


def test_of_two_words_on_the_anchor_the_newest_counts(party: Path) -> None:
    project = Project.at(party)
    load_event(party)
    save_settings(project.folder, ProjectSettings((party,), SyncOptions(anchor="bob")))
    assert hint("list", "party")[-1].endswith("are those of bob, as given to sync")
    assert hint("anchor", "party", "cyd")[0] == "  1  anchor: event times are those of cyd"
    assert (project.options.anchor, load_event(party).anchor) == (None, "cyd")
    assert hint("undo", "party")[0] == "  1  anchor: event times are those of bob"
    save_settings(project.folder, ProjectSettings((party,), SyncOptions(anchor="ann")))
    lines = hint("list", "party")
    assert lines[0].endswith("bob (not used: sync was given another anchor since)")
    assert lines[1].endswith("are those of ann, as given to sync")


def test_a_place_is_confirmed_until_it_is_said_anew(party: Path) -> None:
    with pytest.raises(UsageError, match="nothing to confirm"):
        hint("confirm", "party", "bob")
    hint("pin", "party", "bob", "5s")
    assert hint("confirm", "party", "bob")[0] == "  1  pinned: bob at +5 s, and confirmed"
    assert known(party) == [Pin("bob", 5.0, confirmed=True)]
    assert hint("pin", "party", "bob", "6s")[0] == "  1  pinned: bob at +6 s"


def test_a_newer_word_says_what_it_replaces(party: Path) -> None:
    hint("same", "party", A, B)
    lines = hint("different", "party", B, A)
    assert lines[0] == f"  1  different moments: {B} and {A}"
    assert lines[1] == f"removed: same scene: {A} and {B}"
    assert len(lines) == 3


@pytest.mark.parametrize("offset", ["-3m12s", "-0h3m12s", "-0:03:12", "-192s", "-3 min 12 s"])
def test_a_negative_offset_needs_no_dashes_before_it(party: Path, offset: str) -> None:
    hint("pin", "party", "bob", offset)
    assert known(party) == [Pin("bob", -192.0)]
    hint("pin", "party", "bob", offset, "--project", party / ".coincide")
    hint("pin", "party", "--", "bob", offset)
    assert known(party) == [Pin("bob", -192.0)]


@pytest.mark.parametrize("path", ["party/ann/IMG_0001.jpg", A, "{tmp}/party/ann/IMG_0001.jpg"])
def test_a_photo_is_named_from_here_from_the_event_or_in_full(
    party: Path, tmp_path: Path, path: str
) -> None:
    hint("same", "party", path.format(tmp=tmp_path), B)
    assert known(party) == [Answer(key(party / A), key(party / B), "same", named=True)]


def test_the_end_of_a_path_is_enough_where_it_is_alone(party: Path) -> None:
    hint("same", "party", A, "IMG_0003.jpg")
    assert known(party) == [
        Answer(key(party / A), key(party / "bob/IMG_0003.jpg"), "same", named=True)
    ]
    with pytest.raises(UsageError, match=r"ann/IMG_0002.jpg, bob/IMG_0002.jpg: give more"):
        hint("same", "party", A, "IMG_0002.jpg")


def test_a_copy_elsewhere_is_the_photo_it_is_a_copy_of(party: Path, tmp_path: Path) -> None:
    shutil.copy(party / A, party / "bob" / "sent.jpg")
    shutil.copy(party / A, tmp_path / "mine.jpg")
    (tmp_path / "link").symlink_to(party)
    for path in ("bob/sent.jpg", "mine.jpg", f"link/{A}"):
        hint("forget", "party", "--all")
        hint("same", "party", path, B)
        assert known(party) == [Answer(key(party / A), key(party / B), "same", named=True)]


def test_an_event_file_names_photos_from_its_own_folder(party: Path, tmp_path: Path) -> None:
    gallery = '[[gallery]]\nname = "{0}"\npaths = ["party/{0}"]\n'
    (tmp_path / "day one.toml").write_text(gallery.format("ann") + gallery.format("bob"))
    lines = hint("same", "day one.toml", f"party/{A}", f"party/{B}")
    assert lines == [
        f"  1  same scene: party/{A} and party/{B}",
        "Run coincide sync 'day one.toml' to use it.",
    ]
    assert len(load_hints(tmp_path / ".coincide-day one")) == 1


def test_forget_and_undo_take_back(party: Path) -> None:
    hint("pin", "party", "ann", "1s")
    hint("pin", "party", "bob", "2s")
    lines = hint("forget", "party", "1")
    assert lines[:2] == ["  1  pinned: bob at +2 s", "removed: pinned: ann at +1 s"]
    hint("forget", "party", "--all")
    assert known(party) == []
    hint("undo", "party")
    assert known(party) == [Pin("bob", 2.0)]
    hint("undo", "party")
    assert known(party) == [Pin("ann", 1.0), Pin("bob", 2.0)]


def test_nothing_known_is_said_so(party: Path) -> None:
    assert hint("list", "party") == ["There are no hints for party."]


def test_what_left_the_event_is_marked(party: Path) -> None:
    hint("same", "party", A, C)
    gone = key(party / C)
    shutil.rmtree(party / "cyd")
    assert hint("list", "party")[0] == (
        f"  1  same scene: {A} and photo {gone[:12]} (no longer in the event)"
    )


@pytest.mark.parametrize(
    ("arguments", "kind", "says"),
    [
        (["same", "party", A, "bob/IMG_0009.jpg"], UsageError, r"closest of its 9.*bob/IMG_000\d"),
        (["same", "party", A, "bob/notes.jpg"], UsageError, "not used in this event: "),
        (["same", "party", A, "party"], UsageError, "not a photo of party"),
        (["same", "party", A, A], UsageError, "both in the gallery ann"),
        (["reject", "party", A, "ann/IMG_0002.jpg"], UsageError, "both in the gallery ann"),
        (["pin", "party", "bop", "+1h"], UsageError, "'bop'; there are: ann, bob, cyd"),
        (["pin", "party", "bob", "-3"], UsageError, r"'-3' is not an offset.*\+1h2m"),
        (["pin", "party", "bob", "soon"], UsageError, "'soon' is not an offset"),
        (["lock", "party", "cyd"], UsageError, "unplaced.*hint pin"),
        (["lock", "party", "bob"], UsageError, "had no gallery bob"),
        (["lock", "party", "ann", "--project", "other"], StoreError, "sync first"),
        (["forget", "party"], UsageError, "--all"),
        (["forget", "party", "1", "--all"], UsageError, "--all"),
        (["forget", "party", "1"], UsageError, "there are no hints yet"),
        (["undo", "party"], UsageError, "no change"),
        (["list", "nowhere"], EventError, "nowhere"),
    ],
)
def test_mistakes_name_the_remedy_and_change_nothing(
    party: Path, arguments: list[str], kind: type[CoincideError], says: str
) -> None:
    (party / "bob" / "notes.jpg").write_bytes(b"no picture")
    save_offsets(party, ann=0.0, cyd=None)
    with pytest.raises(kind, match=says):
        hint(*arguments)
    assert known(party) == []


def test_photos_are_never_written(party: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in party.rglob("*.jpg")}
    hint("same", "party", A, B)
    assert {path: path.stat().st_mtime_ns for path in party.rglob("*.jpg")} == before


@pytest.mark.slow
def test_the_examples_of_the_page_work_as_written(
    copy_demo: CopyDemo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def render(folder: Path, options: DemoOptions, **_: object) -> None:
        copy_demo(options, folder)

    monkeypatch.setattr("coincide.demo.render_event", render)
    monkeypatch.chdir(tmp_path)
    page = PAGE.read_text(encoding="utf-8")
    blocks = re.findall(r"```console\n(.*?)```", page, re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines()]
    commands = [shlex.split(line[2:], comments=True) for line in lines if line.startswith("$ ")]
    words = {command[2] for command in commands if command[:2] == ["coincide", "hint"]}
    assert words == {
        *("same", "different", "pin", "reject", "lock", "list", "forget", "undo"),
        *("trust", "anchor", "no-jump", "set-right", "confirm"),
    }
    printed = {" ".join(command): run(command) for command in commands}
    (text,) = re.findall(r"```text\n(.*?)```", page, re.DOTALL)
    assert without_seconds(printed["coincide hint no-jump party Willa"]) == without_seconds(text)


def run(command: list[str]) -> str:
    program, *arguments = command
    assert program == "coincide"
    done = CliRunner().invoke(app, arguments)
    assert done.exit_code == 0, f"{command}: {done.output}"
    return done.stdout


def without_seconds(text: str) -> str:
    """Blank the offset a sync found: it may move a little with the features."""
    return re.sub(r"(locked: .* at ).*", r"\1", text)

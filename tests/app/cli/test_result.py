"""What sync prints: how sure, why, what speaks against it, and what to ask."""

import shlex
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from coincide.app.cli.app import app
from coincide.app.cli.output.question import QuestionTarget
from coincide.app.cli.output.tables import console
from coincide.app.cli.result import print_result
from coincide.model import (
    Basis,
    Contradicted,
    Contradiction,
    Dispute,
    Estimate,
    Explanation,
    Finding,
    FindingKind,
    Jump,
    Offsets,
    OverruledAnswer,
    Placement,
    Question,
)
from coincide.model.findings import PINNED
from coincide.model.hints import Answer
from coincide.model.times import to_text
from coincide.project import Synced, SyncResult, load_event, load_hints
from coincide.project.judge.clockquestions import photos_of_dispute
from coincide.project.solutions.inputs import Inputs
from coincide.project.solutions.solutions import solution_of
from tests.drawn import write_event


@pytest.fixture
def party(tmp_path: Path) -> Path:
    return write_event(tmp_path / "the party", {"ann": 3, "bob": 4, "cyd": 2, "dan": 2})


def result_of(party: Path, *, event_time: str = "anchor") -> SyncResult:
    placements = (
        Placement("ann", Estimate(0.0, -3.0, 3.0, 1.0, Basis("true-time", clock="GPS"))),
        Placement(
            "bob",
            Estimate(-3580.0, -3600.0, -3561.0, 0.995, Basis("evidence", ("look", "rhythm"))),
            n_links=9,
            error="time zone: −1 h",
            jumps=(Jump(2, 3600.0),),
        ),
        Placement(
            "cyd",
            Estimate(60.0, -600.0, 900.0, 0.871, Basis("evidence", ("rhythm",))),
            findings=(Finding(FindingKind.THIN),),
        ),
        Placement("dan", None, findings=(Finding(FindingKind.NO_PAIR),)),
    )
    why = Explanation(
        contradictions=(
            Contradiction("ann", "bob", 12, 0, 3, 7200.0),
            Contradiction("ann", "cyd", 1, 1, 7, 86400.0),
        ),
        questions=(Question("cyd", 8, 1, 0.4, 2.0),),
        n_hints_missing=2,
    )
    offsets = Offsets("ann", "joint", placements, event_time=event_time)  # type: ignore[arg-type]
    event = load_event(party)
    return SyncResult(event, offsets, None, why, "net pooled", 0, {"solve": 0.1})


def all_certain(result: SyncResult) -> tuple[Placement, ...]:
    found = Estimate(1.0, 0.0, 2.0, 0.995)
    return tuple(replace(one, estimate=found, findings=()) for one in result.offsets.placements)


def printed(result: SyncResult, asked: QuestionTarget, capsys: pytest.CaptureFixture[str]) -> str:
    solution = solution_of(result, Inputs(*"abcdef"), None)
    print_result(console(), Synced(solution, result), [], asked)
    return capsys.readouterr().out


def test_each_gallery_says_how_sure_on_what_and_what_kind_of_error(
    party: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = printed(result_of(party), QuestionTarget([party], None), capsys)
    assert "certain, ± 20 s; by look, rhythm" in text
    assert "time zone: −1 h" in text
    assert "clock changed before photo 3: +1 h 00 min 00 s from there on" in text
    assert "likely (87 %), -10 min 00 s to +15 min 00 s; by rhythm" in text
    assert "doubts: the evidence is thin" in text
    assert "unplaced" in text
    assert "none of its photos resembles a photo of the same moment in another gallery" in text
    assert "to read ann's clock. Errors are relative to ann's clock." in text


@pytest.mark.parametrize(
    ("probability", "findings", "words"),
    [
        (0.999, (), "certain, ± 1 s; by look"),
        (
            0.999,
            (Finding(FindingKind.TORN),),
            "likely, ± 1 s; by look doubts: two offsets fit its photos better than one",
        ),
        (0.7, (Finding(FindingKind.MEASURED),), "certain, ± 1 s; by look"),
        (0.3, (Finding(FindingKind.THIN),), "unsure (30 %), ± 1 s; by look doubts: the evidence"),
        (
            0.999,
            (Finding(FindingKind.NOT_SEEN), Finding(FindingKind.ASSUMED, text="a phone")),
            "assumed right: a phone not seen: this rests on what is typical of such clocks",
        ),
        (None, (), "look, against ann"),
        (None, (Finding(FindingKind.FEW_LINKS, count=1),), "doubtful: only 1 link"),
    ],
)
def test_what_else_was_found_is_told_and_a_figure_only_where_it_is_the_reason(
    party: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    probability: float | None,
    findings: tuple[Finding, ...],
    words: str,
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    found = Estimate(5.0, 4.0, 6.0, probability, Basis("evidence", ("look",)))
    result = result_of(party)
    bob = Placement("bob", found, via="ann", findings=findings)
    placements = (result.offsets.placements[0], bob, *result.offsets.placements[2:])
    result = replace(result, offsets=replace(result.offsets, placements=placements))
    text = " ".join(printed(result, QuestionTarget([party], None), capsys).split())
    assert words in text


def test_true_time_is_told_and_by_which_clock(
    party: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = printed(result_of(party, event_time="true"), QuestionTarget([party], None), capsys)
    assert "to read true time." in text
    assert "the anchor; true time by its own clock: GPS" in text
    assert "Errors are relative to" not in text


def test_what_contradicts_and_which_hints_are_idle_is_told(
    party: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = printed(result_of(party), QuestionTarget([party], None), capsys)
    assert (
        "1 pair of photos look similar but are far apart in the result, e.g."
        " ann/IMG_0001.jpg and cyd/IMG_0000.jpg, 24 h apart." in text
    )  # of ann and bob, who are certain, it is no reason to doubt
    assert "2 hints concern no photo of the event as it is now" in text
    quiet = replace(result_of(party), why=Explanation())
    text = printed(quiet, QuestionTarget([party], None), capsys)
    assert "alike" not in text
    assert "concern no photo" not in text


@pytest.mark.parametrize("project", [None, "elsewhere"])
def test_the_printed_commands_answer_the_question(
    party: Path, project: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = None if project is None else tmp_path / project
    text = printed(result_of(party), QuestionTarget([party], folder), capsys)
    assert "when were cyd/IMG_0001.jpg and ann/IMG_0001.jpg taken?" in text
    assert "Their cameras showed 2024-05-04 14:01:00 and 2024-05-04 14:01:00." in text
    for word, moment in (
        ("at the same instant, within seconds:", "instant"),
        ("same scene, minutes apart:", "same"),
        ("within a quarter of an hour:", "about"),
        ("at different times:", "different"),
        ("on different days:", "other-day"),
        ("cannot tell:", "unclear"),
    ):
        (line,) = [line for line in text.splitlines() if line.strip().startswith(word)]
        command = shlex.split(line.split(word)[1])
        assert command[0] == "coincide"
        done = CliRunner().invoke(app, command[1:])
        assert done.exit_code == 0, done.output
        (answer,) = load_hints(folder or party / ".coincide")
        assert isinstance(answer, Answer)
        assert (answer.moment, answer.named) == (moment, False)


def test_of_several_folders_the_question_says_what_to_do(
    party: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = printed(result_of(party), QuestionTarget([party / "ann", party / "bob"], None), capsys)
    assert "taken?" in text
    assert "event file" in text
    assert "at the same instant" not in text


def test_at_eighty_columns_every_line_fits_and_nothing_is_cut(
    party: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = printed(result_of(party), QuestionTarget([party], None), capsys).splitlines()
    assert max(len(line.rstrip()) for line in lines if "coincide " not in line) <= 80
    text = " ".join(" ".join(lines).split())
    assert "…" not in text
    assert "-59 min 40 s certain, ± 20 s; by look, rhythm" in text
    assert "clock changed before photo 3: +1 h 00 min 00 s from there on" in text
    assert (
        "likely (87 %), -10 min 00 s to +15 min 00 s; by rhythm doubts: the evidence is thin"
        in text
    )
    assert "4 photos, 9 links" in text


def test_a_long_name_is_folded_and_wholly_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "Great-aunt Wilhelmina of the house by the lake"
    party = write_event(tmp_path / "party", {"ann": 2, name: 2})
    event = load_event(party)
    place = Estimate(5.0, 4.0, 6.0, 0.995, Basis("evidence", ("look",)))
    offsets = Offsets("ann", "joint", tuple(Placement(one, place) for one in event.table.names))
    result = SyncResult(event, offsets, None, Explanation(), "net", 0, {})
    monkeypatch.setenv("COLUMNS", "80")
    text = printed(result, QuestionTarget([party], None), capsys)
    folded = "".join(line[:21].strip(" \u2500") for line in text.splitlines()[1:])
    assert name.replace(" ", "") in folded.replace(" ", "")


def test_what_was_said_and_is_contradicted_or_outweighed_is_told_with_what_to_do(
    party: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    result = result_of(party)
    said = Estimate(3600.0, 3600.0, 3600.0, 1.0, PINNED)
    told = Contradicted(-3600.0, -3608.0, -3595.0, 120)
    placements = (*result.offsets.placements[:3], Placement("dan", said, contradicted=told))
    why = replace(result.why or Explanation(), overruled=(OverruledAnswer(0, 3, 4000.0),))
    result = replace(result, offsets=replace(result.offsets, placements=placements), why=why)
    text = printed(result, QuestionTarget([party], None), capsys)
    words = "120 pairs of photos contradict what you said; without it they say -1 h 00 min 00 s, ±"
    assert f"dan: {words} 8 s." in text
    assert "certain, ± 0 s" not in text
    (line,) = [line for line in text.splitlines() if line.strip().startswith("right:")]
    assert shlex.split(line)[1:4] == ["coincide", "hint", "confirm"]
    assert "ann/IMG_0000.jpg and bob/IMG_0000.jpg (same scene) is outweighed" in text
    assert "67 min apart" in text
    placements = (
        *placements[:3],
        replace(placements[3], contradicted=replace(told, confirmed=True)),
    )
    result = replace(result, offsets=replace(result.offsets, placements=placements))
    assert "You confirmed it" in printed(result, QuestionTarget([party], None), capsys)


def test_while_anything_is_not_certain_something_is_asked(
    party: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    result = replace(result_of(party), why=Explanation())
    text = printed(result, QuestionTarget([party], None), capsys)
    words = " ".join(text.split())
    assert "The most useful answer: when was" in words  # a photo of dan, which is unplaced
    assert "any other photo of dan was taken" in words
    (line,) = [line for line in text.splitlines() if line.strip().startswith("about then:")]
    command = line.split("about then:")[1].replace("TIME", "2024-05-04T14:05")
    done = CliRunner().invoke(app, shlex.split(command)[1:])
    assert "2024-05-04 14:05" in done.output
    (line,) = [one for one in text.splitlines() if one.strip().startswith("its clock was right:")]
    done = CliRunner().invoke(app, shlex.split(line.split("right:")[1])[1:])
    assert "trusted: the clock of dan is right" in done.output
    result = replace(result, offsets=replace(result.offsets, placements=all_certain(result)))
    assert "The most useful answer" not in printed(result, QuestionTarget([party], None), capsys)


def test_a_clock_that_may_have_been_set_right_is_asked_about_by_that_photo(
    party: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    result = replace(result_of(party), why=Explanation())
    sure = all_certain(result)
    waits = Finding(FindingKind.MAYBE_SET_RIGHT, count=1)
    ended = tuple(one.with_findings(waits) if one.gallery == "dan" else one for one in sure)
    result = replace(result, offsets=replace(result.offsets, placements=ended))
    text = printed(result, QuestionTarget([party], None), capsys)
    dan = next(one for one in result.event.galleries if one.name == "dan")
    photo = dan.photos[1].path.name
    asked = " ".join(text.split())
    assert "The most useful answer: was the clock of dan set right before" in asked
    assert f"{photo}?" in asked
    (yes,) = [line for line in text.splitlines() if line.strip().startswith("yes:")]
    assert shlex.split(yes)[1:4] == ["coincide", "hint", "set-right"]
    assert shlex.split(yes)[-1].endswith(photo)
    (line,) = [line for line in text.splitlines() if line.strip().startswith("no:")]
    assert shlex.split(line)[1:4] == ["coincide", "hint", "no-jump"]
    assert "photos from number 2 on need an answer" in asked
    assert "no-jump" not in printed(result, QuestionTarget([party, party], None), capsys)


def test_a_gallery_of_two_devices_is_asked_about_with_what_to_do(
    party: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    result = replace(result_of(party), why=Explanation())
    findings = (Finding(FindingKind.TWO_DEVICES, seconds=2400.0),)
    two = Placement("dan", Estimate(5.0, 4.0, 6.0, 0.9), findings=findings)
    placements = (*all_certain(result)[:3], two)
    result = replace(result, offsets=replace(result.offsets, placements=placements))
    text = printed(result, QuestionTarget([party], None), capsys)
    assert "The most useful answer: are the photos of dan from two devices?" in text
    sync = shlex.join(["coincide", "sync", str(party)])
    assert f"two: give each a folder of its own, then {sync}" in " ".join(text.split())
    (line,) = [line for line in text.splitlines() if line.strip().startswith("one:")]
    assert shlex.split(line)[1:4] == ["coincide", "hint", "no-jump"]
    both = printed(result, QuestionTarget([party, party], None), capsys)
    assert "no-jump" not in both


def test_whose_clock_is_right_is_asked_first_and_answered_in_one_step(
    party: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    result = result_of(party)
    assert result.why is not None
    dispute = Dispute(result.offsets.anchor, "bob", 3600.0, (7, 31))
    result = replace(result, why=replace(result.why, disputes=(dispute,)))
    text = printed(result, QuestionTarget([party], None), capsys)
    assert f"The most useful answer: whose clock is right, {dispute.reference}'s or bob's?" in text
    assert "taken?" not in text
    photos = list(result.event.photos)
    for row in photos_of_dispute(result.event.table, dispute):
        assert f"showed {to_text(photos[row].recorded_time_s)}" in " ".join(text.split())
    for name, moves in ((dispute.reference, 7), ("bob", 31)):
        begun = f"{name}'s (moves {moves} photos):"
        (line,) = [line for line in text.splitlines() if line.strip().startswith(begun)]
        done = CliRunner().invoke(app, shlex.split(line.split(":", 1)[1])[1:])
        assert f"trusted: the clock of {name} is right" in done.output
    (line,) = [line for line in text.splitlines() if line.strip().startswith("none of them:")]
    assert shlex.split(line.split(":", 1)[1])[1:3] == ["hint", "pin"]


def test_copies_that_were_looked_at_leave_no_photos_less_than_none_known(
    party: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = printed(replace(result_of(party), n_embedded=14), QuestionTarget([party], None), capsys)
    assert "looked at 14 photos, 0 were cached" in text

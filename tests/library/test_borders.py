"""A person says where a clock was set: kept, shown with what speaks against it, taken back."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from coincide.app.cli.app import app
from coincide.app.cli.libraries.options import store_folder
from coincide.errors import UsageError
from coincide.library.objections import objection_to
from coincide.library.openlibrary import Library, open_library
from coincide.library.statements import Said, SaidBorder
from tests.library.on_disk import scan, write_library

RUN = CliRunner()


def coincide(*words: str | Path) -> str:
    found = RUN.invoke(app, [str(word) for word in words], env={"COLUMNS": "200"})
    assert found.exit_code == 0, found.output
    return found.output


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """Anna's camera was 25 min behind in weeks 4 to 9 and 12 to 15."""
    folder = tmp_path / "photos"
    write_library(folder)
    scan(folder)
    return folder


def photo(library: Path, week: int, i: int = 0) -> Path:
    return library.resolve() / "Anna" / f"DSC0{week:02d}{i}.jpg"


def starts(opened: Library) -> tuple[int, ...]:
    return next(one for one in opened.solved if not one.clock.is_phone).history.starts


def say(library: Path, *said: SaidBorder | Said) -> None:
    for one in said:
        with open_library([library], store_folder) as opened:
            opened.add_border(one) if isinstance(one, SaidBorder) else opened.add_answer(one)


def found_of(library: Path) -> tuple[tuple[int, ...], list[str]]:
    """Return where the camera's stretches begin, and what speaks against what was said."""
    with open_library([library], store_folder) as opened:
        return starts(opened), [objection_to(opened, one) for one in opened.stated]


def test_a_stretch_is_split_by_a_person_and_whole_again(library: Path) -> None:
    assert found_of(library)[0] == (0, 4, 10, 12, 16)
    text = coincide("library", "border", library, "--set-before", photo(library, 7))
    assert "You said: the clock was set before DSC0070.jpg." in text
    assert "shows the same time after it as before" in text
    assert found_of(library)[0] == (0, 4, 7, 10, 12, 16)
    listed = coincide("library", "clocks", library)
    assert listed.count("+25 min 00 s") == 3
    assert "You said: the clock was set before DSC0070.jpg." in listed
    assert "Forgot" in coincide("library", "border", library, "--undo")
    assert "Nothing was said" in coincide("library", "border", library, "--undo")
    assert found_of(library)[0] == (0, 4, 10, 12, 16)


def test_a_clock_that_was_set_within_a_session_has_a_border_there(library: Path) -> None:
    say(library, SaidBorder(photo(library, 7, 3)))
    with open_library([library], store_folder) as opened:
        clock = next(one for one in opened.clocks if not one.is_phone)
        assert clock.n_sessions == 21
        assert starts(opened) == (0, 4, 8, 11, 13, 17)
        first, second = (clock.starts[session] for session in (7, 8))
        assert second - first == 3


def test_that_a_clock_was_not_set_is_shown_with_what_speaks_against_it(library: Path) -> None:
    say(library, SaidBorder(not_before=photo(library, 10)))
    assert found_of(library) == (
        (0, 4, 10, 12, 16),
        ["what is known of its photos says that it was set there"],
    )


def test_of_one_place_counts_what_was_said_last(library: Path) -> None:
    say(
        library,
        SaidBorder(photo(library, 7)),
        SaidBorder(photo(library, 8), not_before=photo(library, 7)),
    )
    found, (first, _) = found_of(library)
    assert found == (0, 4, 8, 10, 12, 16)
    assert first == "you said another thing of this place later"


def test_where_no_border_can_lie_it_says_so(library: Path) -> None:
    phone = library.resolve() / "Anna" / "PXL_070a.jpg"
    for said, words in (
        (SaidBorder(photo(library, 0)), "first photo of its clock"),
        (SaidBorder(not_before=photo(library, 7, 2)), "within a session"),
        (SaidBorder(library / "x.jpg"), "no photo of this library"),
        (SaidBorder(photo(library, 7), not_before=phone), "different clocks"),
    ):
        with pytest.raises(UsageError, match=words):
            say(library, said)
    found = RUN.invoke(app, ["library", "border", str(library)])
    assert isinstance(found.exception, UsageError)


def test_what_was_said_of_a_photo_that_is_gone_stays_and_is_listed(library: Path) -> None:
    say(library, SaidBorder(photo(library, 7)), Said(photo(library, 7), 1.6e9, 60.0))
    photo(library, 7).rename(library / "Anna" / "other.jpg")
    scan(library)
    found, objections = found_of(library)
    assert found == (0, 4, 10, 12, 16)
    assert all("no longer in the library" in words for words in objections)
    assert coincide("library", "clocks", library).count("You said") == 2


def test_an_answer_that_photos_contradict_is_kept_and_says_so(library: Path) -> None:
    say(library, Said(photo(library, 7), 1.5e9, 60.0))
    assert "speaks against it" in found_of(library)[1][0]


def test_what_was_said_last_is_taken_back_first(library: Path) -> None:
    say(library, Said(photo(library, 7), 1.6e9, 60.0), SaidBorder(photo(library, 7)))
    with open_library([library], store_folder) as opened:
        opened.reject(next(one for one in opened.decisions if one.state == "wrong"))
    kinds = []
    for _ in range(4):
        with open_library([library], store_folder) as opened:
            gone = opened.take_back()
            kinds.append(None if gone is None else gone.kind)
    assert kinds == ["rejections", "borders", "answers", None]


def test_histories_that_were_found_before_are_those_of_a_new_look(library: Path) -> None:
    """The page keeps what it found: borders part sessions, and occasions are of sessions."""
    with open_library([library], store_folder) as opened:
        before = opened.found
    say(library, SaidBorder(photo(library, 7, 3)), SaidBorder(photo(library, 9)))
    with open_library([library], store_folder) as opened:
        anew = starts(opened)
    with open_library([library], store_folder) as opened:
        kept = Library(opened.roots, opened.store, None, before)
        assert starts(kept) == anew
        parted, found = kept.solved, kept.found
        assert [one.clock is old for one, old in zip(parted, before.solved, strict=True)] != [True]
    for _ in range(2):
        with open_library([library], store_folder) as opened:
            opened.take_back()
    with open_library([library], store_folder) as opened:
        assert starts(Library(opened.roots, opened.store, None, found)) == (0, 4, 10, 12, 16)

"""Nothing private is in an album that was not asked for it: planted, and in no byte."""

import base64
from pathlib import Path

import pytest
from PIL import Image

from coincide.writing.album import Form, Story, Wishes, without, write_story
from coincide.writing.album.originals import stripped_photo
from coincide.writing.album.pictures import QUALITIES, encoded, upright, views_of
from tests.writing.album.stories import SECRETS, files_in, story

FORMS: tuple[tuple[Form, str], ...] = (
    ("site", "album"),
    ("one-file", "album.html"),
    ("pdf", "album.pdf"),
    ("folders", "copies"),
    ("json", "album.json"),
    ("book", "book.pdf"),
)
# its pictures are coded anew with others': nothing of a single file's bytes is in it
FILM: tuple[Form, str] = ("film", "film.mp4")


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Story:
    return story(tmp_path_factory.mktemp("Wohnzimmerstrasse") / "very-private", film=True)


def written(told: Story, out: Path, form: Form, wishes: Wishes = Wishes()) -> dict[str, bytes]:
    write_story(told, out, form, wishes, lambda _stage, _done, _total: None)
    return files_in(out)


def found_in(files: dict[str, bytes]) -> set[str]:
    """Return the secrets that are in any byte or name, as any text would be written."""
    names = "\n".join(files).encode()
    everything = [names, *files.values()]
    return {
        secret
        for secret in SECRETS
        for code in ("utf-8", "utf-16-le", "utf-16-be")
        if any(secret.encode(code) in data for data in everything)
    }


def test_the_secrets_are_in_the_originals(told: Story) -> None:
    originals = {str(one.file): one.file.read_bytes() for one in told.shown}
    missing = set(SECRETS) - found_in(originals) - {"ICC_PROFILE", "Exif\0\0"}
    assert missing == set()


@pytest.mark.parametrize(("form", "name"), [*FORMS, FILM])
def test_no_byte_tells_of_the_originals(told: Story, tmp_path: Path, form: Form, name: str) -> None:
    files = written(told, tmp_path / name, form)
    assert files
    # a film that is coded here names its coder; one that was put over would name a camera's
    assert found_in(files) - ({"x264 - core"} if form == "film" else set()) == set()
    keys = {one.key for one in told.shown}
    assert not any(key.encode() in data for key in keys for data in files.values())


@pytest.mark.parametrize(("form", "name"), FORMS)
def test_a_hidden_photo_is_in_no_byte(told: Story, tmp_path: Path, form: Form, name: str) -> None:
    """Its picture is where it is shown, in whatever way, and nowhere once it is hidden."""
    shown = written(told, tmp_path / "shown" / name, form)
    hidden = written(without(told, {2}), tmp_path / name, form)
    drawn = traces(told.shown[2].file)
    assert not is_in(drawn, hidden)
    assert form == "json" or is_in(drawn, shown)
    assert len(hidden) <= len(shown)


def traces(file: Path) -> list[bytes]:
    """Return what is drawn of a photo: in all sizes, formats and spellings."""
    images = [upright(file, size_px) for size_px in (400, 640, 800, 1000, 1240, 1400, 1600)]
    found = [encoded(one, "WEBP", quality) for one in images for quality in QUALITIES]
    found += [encoded(one, "JPEG", 82) for one in images]
    found += [*views_of(file).webp, stripped_photo(file), file.read_bytes()]
    return [*found, *(base64.b64encode(one) for one in found)]


def is_in(drawn: list[bytes], files: dict[str, bytes]) -> bool:
    return any(one in data for one in drawn for data in files.values())


def test_a_photo_hidden_later_is_taken_out_of_the_folder(told: Story, tmp_path: Path) -> None:
    before = written(told, tmp_path / "album", "site", Wishes(originals="as-is"))
    after = written(without(told, {2}), tmp_path / "album", "site")
    fresh = written(without(told, {2}), tmp_path / "fresh", "site")
    assert after == fresh
    assert any(name.startswith("originals/") for name in before)
    assert not any(name.startswith("originals/") for name in after)


def test_pictures_are_pixels_alone(told: Story, tmp_path: Path) -> None:
    files = written(told, tmp_path / "album", "site", Wishes(originals="stripped"))
    pictures = [name for name in files if name.endswith((".webp", ".jpg"))]
    assert len(pictures) >= 2 * 6 + 6
    for name in pictures:
        with Image.open(tmp_path / "album" / name) as image:
            assert set(image.info) <= {
                "jfif",
                "jfif_version",
                "jfif_unit",
                "jfif_density",
                "loop",
                "background",
                "timestamp",
                "duration",
            }
            assert dict(image.getexif()) == {}


def test_who_took_it_is_told_where_that_is_asked_for(told: Story, tmp_path: Path) -> None:
    for form, name in FORMS:
        files = written(told, tmp_path / name, form, Wishes(who=True))
        known = found_in(files)
        assert known <= {"Zephyrine"}
        assert form in ("pdf", "book") or known == {"Zephyrine"}


def test_originals_as_they_are_are_the_very_files(told: Story, tmp_path: Path) -> None:
    files = written(told, tmp_path / "album", "site", Wishes(originals="as-is"))
    copies = {data for name, data in files.items() if name.startswith("originals/")}
    assert copies == {one.file.read_bytes() for one in told.shown}
    assert "IMG_secretname" not in found_in(dict.fromkeys(files, b""))

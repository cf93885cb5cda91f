import os
from pathlib import Path

import pytest

from coincide.errors import EventError
from coincide.ingest import read_event
from tests.photo_files import write_photo


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "wedding [2024]"
    write_photo(folder / "anna" / "1.jpg", "2024:05:04 14:00:00")
    write_photo(folder / "anna" / "2.jpg", "2024:05:04 15:00:00", model="Canon EOS R5")
    write_photo(folder / "more" / "3.jpg", "2024:05:04 16:00:00", model="Pixel 8", make="Google")
    write_photo(folder / "more" / "4.png", "2024:05:04 17:00:00", format_="PNG", make="Other")
    return folder


def write(folder: Path, text: str) -> Path:
    path = folder / "event.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_all_keys(folder: Path) -> None:
    path = write(
        folder,
        f"""
        name = "Anna and Ben's wedding"
        anchor = "ben"
        [[gallery]]
        name = "ben"
        paths = ["more/*.jpg"]
        trusted = true
        [[gallery]]
        name = "anna"
        paths = ["{folder / "anna"}"]
        one_clock = true
        """,
    )
    event = read_event([path])
    assert event.name == "Anna and Ben's wedding"
    assert event.anchor == "ben"
    assert [(g.name, len(g.photos), g.trusted) for g in event.galleries] == [
        ("anna", 2, False),
        ("ben", 1, True),
    ]


def test_a_gallery_that_mixes_devices_is_split(folder: Path) -> None:
    event = read_event([write(folder, '[[gallery]]\nname = "anna"\npaths = ["anna"]')])
    assert [g.name for g in event.galleries] == ["anna · Canon EOS 40D", "anna · Canon EOS R5"]
    assert event.name == "event"


def test_a_single_file_is_a_path_too(folder: Path) -> None:
    event = read_event([write(folder, '[[gallery]]\nname = "anna"\npaths = ["anna/1.jpg"]')])
    assert [p.path.name for p in event.photos] == ["1.jpg"]


GALLERY = '[[gallery]]\nname = "anna"\npaths = ["anna"]\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name = ", "not valid TOML"),
        ("", r"lists no galleries: add a \[\[gallery\]\]"),
        ("colour = 1\n" + GALLERY, 'unknown key "colour"; the keys are name, anchor, gallery'),
        ("name = 1\n" + GALLERY, '"name" must be text'),
        ("gallery = 1", '"gallery" must be a list'),
        ("gallery = [1]", "gallery 1: write it as a table"),
        ('[[gallery]]\npaths = ["anna"]', 'gallery 1: "name" is missing'),
        ('[[gallery]]\nname = "a"', 'gallery 1: "paths" must list at least one path'),
        ('[[gallery]]\nname = "a"\npaths = "anna"', '"paths" must be a list'),
        ('[[gallery]]\nname = "a"\npaths = [1]', "each in quotes"),
        (GALLERY + "trusted = 1", '"trusted" must be true or false'),
        (GALLERY + "trust = true", 'gallery 1: unknown key "trust"'),
        ('[[gallery]]\nname = "a"\npaths = ["nowhere"]', 'the path "nowhere" does not exist'),
        ('[[gallery]]\nname = "a"\npaths = ["*.nef"]', r'the path "\*.nef" does not exist'),
        (GALLERY + GALLERY.replace("anna", "more") + GALLERY, 'two galleries are named "anna"'),
        (GALLERY + '[[gallery]]\nname = "b"\npaths = ["anna/1.jpg"]', "both contain"),
        ('anchor = "zoe"\n' + GALLERY, 'anchor = "zoe" is not a gallery'),
        (
            'anchor = "anna"\n' + GALLERY,
            'mixes several clocks: choose one of "anna · Canon EOS 40D"',
        ),
    ],
)
def test_mistakes_are_named(folder: Path, text: str, message: str) -> None:
    with pytest.raises(EventError, match=message):
        read_event([write(folder, text)])


def test_unreadable_event_files(folder: Path) -> None:
    with pytest.raises(EventError, match="does not exist"):
        read_event([folder / "nowhere.toml"])
    (folder / "latin.toml").write_bytes(b'name = "M\xfcller"')
    with pytest.raises(EventError, match="not UTF-8"):
        read_event([folder / "latin.toml"])
    with pytest.raises(EventError, match="give it without folders"):
        read_event([folder / "latin.toml", folder])


def test_an_anchor_may_name_one_clock_of_several(folder: Path) -> None:
    event = read_event([write(folder, 'anchor = "anna · Canon EOS R5"\n' + GALLERY)])
    assert event.anchor == "anna · Canon EOS R5"


def test_deep_nesting_is_refused(folder: Path) -> None:
    path = write(folder, "a = " + "[" * 5000 + "]" * 5000)
    with pytest.raises(EventError, match="not valid TOML"):
        read_event([path])


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with a name")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "event.toml")
    with pytest.raises(EventError, match="not a regular file"):
        read_event([tmp_path / "event.toml"])

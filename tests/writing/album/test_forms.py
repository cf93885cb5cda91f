"""What each form of an album holds: the page, the storyboard, the folders and the JSON."""

import json
import re
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from coincide.album import Album, Chapter, Instant
from coincide.errors import UsageError
from coincide.writing.album import ShownPhoto, Story, Wishes, without, write_story
from coincide.writing.album.document import AlbumDocument
from coincide.writing.album.model import cover_of, in_order, with_few_joined
from coincide.writing.album.onefile import SIZES_PX
from coincide.writing.album.pdf import A4, Drawn, Line, pdf_bytes
from coincide.writing.album.words import moment_text, when_text
from tests.writing.album.stories import files_in, story


def quiet(_stage: str, _done: int, _total: int) -> None:
    pass


def data_in(folder: Path) -> dict[str, object]:
    (script,) = folder.glob("album-*.js")
    assert script.name in (folder / "index.html").read_text(encoding="utf-8")
    text = script.read_text(encoding="utf-8").removeprefix("var albumData=JSON.parse(")
    read: dict[str, object] = json.loads(json.JSONDecoder().raw_decode(text)[0])
    return read


def test_the_page_tells_chapters_moments_and_groups(tmp_path: Path) -> None:
    write_story(story(tmp_path / "event", film=True), tmp_path / "album", "site", Wishes(), quiet)
    page = (tmp_path / "album" / "index.html").read_bytes()
    data = data_in(tmp_path / "album")
    assert data["chapters"] == [
        {"name": "Church <&>", "day": "", "cover": 2, "moments": [2, 1]},
        {"name": "Dinner: 19:30/late", "day": "", "cover": 3, "moments": [3]},
    ]
    assert data["n_timed"] == 6
    assert data["groups"] == [[1, 0]]
    assert data["length"] == {"5": 1}
    assert data["people"] == data["person"] == data["originals"] == []
    assert data["n_people"] == 2
    assert b"<h1>A day &amp; a night</h1>" in page
    assert b"Saturday 4 May 2024" in page
    assert b"6 photos and 1 video by 2 people" in page
    assert b"http" not in page.split(b"<script", 1)[0].replace(b"http-equiv", b"")


def test_days_are_told_once_and_few_photos_have_no_heading(tmp_path: Path) -> None:
    told = story(tmp_path / "event")
    first, second = told.album.chapters
    first = replace(first, name="Monday, morning", day="Monday", stop="Morning")
    second = replace(second, name="Monday, evening", day="Monday", stop="Evening")

    def headings(name: str, *chapters: Chapter) -> list[tuple[str, str]]:
        made = replace(told, album=replace(told.album, chapters=chapters))
        write_story(made, tmp_path / name, "site", Wishes(), quiet)
        return [(one["day"], one["name"]) for one in data_in(tmp_path / name)["chapters"]]  # type: ignore[attr-defined]

    # three photos, two photos
    assert headings("day", first, second) == [("Monday", "Morning"), ("Monday", "")]
    assert headings(
        "named", first, replace(second, name="The lake", stop="The lake", by_hand=True)
    )[1] == (
        "Monday",
        "The lake",
    )
    place = replace(second, name="Monday, Oban", stop="Oban", towns=("Oban",))
    assert headings("place", first, place)[1] == ("Monday", "Oban")
    other = replace(second, name="Tuesday, evening", day="Tuesday")
    assert headings("days", first, other) == [("Monday", ""), ("Tuesday", "")]
    read = msgspec.json.decode((tmp_path / "days" / "album.json").read_bytes(), type=AlbumDocument)
    assert [(one.name, one.day) for one in read.chapters][1] == ("Tuesday, evening", "Tuesday")


def test_times_that_are_not_sure_are_marked(tmp_path: Path) -> None:
    told = story(tmp_path / "event")
    clocks = ("known", "about", "own", "known", "known", "own")
    shown = tuple(replace(one, clock=clock) for one, clock in zip(told.shown, clocks, strict=True))
    told = replace(told, shown=shown)
    write_story(told, tmp_path / "album", "site", Wishes(), quiet)
    data = data_in(tmp_path / "album")
    assert (data["about"], data["own_clock"]) == ([1], [2])  # the last has no time at all
    read = msgspec.json.decode((tmp_path / "album" / "album.json").read_bytes(), type=AlbumDocument)
    assert [one.clock for one in read.photos] == ["known", "about", "own", "known", "known", None]
    assert [when_text(one) for one in shown[:3]] == [
        "14:00",
        "about 14:00",
        "14:00 by its own clock",
    ]


def test_instants_are_told_with_the_photos_that_are_shown(tmp_path: Path) -> None:
    told = story(tmp_path / "event")
    instants = (Instant((0, 1), 0.6, 2.2), Instant((2, 3), 4.0, 40.0))
    told = replace(told, album=replace(told.album, instants=instants))
    write_story(told, tmp_path / "album", "site", Wishes(), quiet)
    data = data_in(tmp_path / "album")
    assert data["instants"] == [
        {"one": 0, "other": 1, "apart_s": 1, "within_s": 3},
        {"one": 2, "other": 3, "apart_s": 4, "within_s": 40},
    ]
    assert data["people_in"] == [2, 1, 2]
    moments = [moment for one in told.album.chapters for moment in one.moments]
    assert [moment_text(told, one) for one in moments] == [
        "2 views by 2 people",
        "",
        "2 photos by 2 people",
    ]
    alone = replace(told, shown=tuple(replace(one, person=0) for one in told.shown))
    assert moment_text(alone, moments[0]) == "2 in a row"
    assert data["people"] == []
    write_story(without(told, {1}), tmp_path / "hidden", "site", Wishes(), quiet)
    (left,) = data_in(tmp_path / "hidden")["instants"]  # type: ignore[misc]
    assert (left["one"], left["other"]) == (1, 2)
    text = (tmp_path / "hidden" / "album.json").read_bytes()
    (one,) = msgspec.json.decode(text, type=AlbumDocument).instants
    assert (one.photos, one.apart_s, one.within_s) == ((1, 2), 4.0, 40.0)


def test_few_chosen_photos_share_a_heading_on_their_day(tmp_path: Path) -> None:
    told = story(tmp_path / "event")
    first, second = told.album.chapters
    joined = with_few_joined(told, 4)
    (one,) = joined.album.chapters
    assert (one.name, one.cover, len(one.rows)) == ("Afternoon", first.cover, 5)
    assert with_few_joined(told, 2) == told
    days = replace(told, album=replace(told.album, chapters=(first, replace(second, day="Sunday"))))
    assert with_few_joined(days, 4) == days


def test_chapters_that_share_a_heading_are_called_by_all_that_is_in_them(tmp_path: Path) -> None:
    told = story(tmp_path / "event")
    first, second = told.album.chapters

    def joined(one: Chapter, other: Chapter) -> Chapter:
        made = replace(told, album=replace(told.album, chapters=(one, other)))
        (found,) = with_few_joined(made, 4).album.chapters
        return found

    oban, mull = replace(first, towns=("Oban",)), replace(second, towns=("Mull", "Oban"))
    assert joined(oban, mull).name == "Oban and Mull, afternoon"
    lake = replace(second, name="The lake", stop="The lake", by_hand=True)
    assert (joined(oban, lake).name, joined(oban, lake).cover) == ("The lake", first.cover)
    five = replace(oban, towns=("Oban", "Mull", "Iona"))
    assert joined(five, replace(second, towns=("Ulva",))).towns == five.towns


def test_the_albums_cover_shows_it_while_it_is_shown(tmp_path: Path) -> None:
    told = story(tmp_path / "event")
    assert cover_of(told) == told.album.chapters[0].cover
    told = replace(told, album=replace(told.album, cover=4))
    assert cover_of(told) == 4
    assert cover_of(without(told, {0})) == 3
    assert cover_of(without(told, {4})) == told.album.chapters[0].cover
    write_story(told, tmp_path / "album", "site", Wishes(), quiet)
    assert data_in(tmp_path / "album")["cover"] == 4


def test_the_page_may_load_nothing_but_its_own_folder(tmp_path: Path) -> None:
    write_story(story(tmp_path / "event"), tmp_path / "a.html", "one-file", Wishes(), quiet)
    page = (tmp_path / "a.html").read_text(encoding="utf-8")
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)
    assert policy is not None
    parts = dict(part.strip().split(" ", 1) for part in policy[1].split(";"))
    assert parts["default-src"] == "'none'"
    assert set(parts["img-src"].split()) == {"'self'", "data:", "blob:"}
    assert "unsafe" not in policy[1]


def test_a_photo_that_cannot_be_opened_is_left_out_and_counted(tmp_path: Path) -> None:
    told = story(tmp_path / "event")
    told.shown[2].file.write_bytes(b"\xff\xd8\xff\xe0 no picture")
    for form, name in (("site", "album"), ("one-file", "a.html"), ("pdf", "a.pdf")):
        written = write_story(told, tmp_path / name, form, Wishes(), quiet)  # type: ignore[arg-type]
        assert written.n_broken == 1
    data = data_in(tmp_path / "album")
    first = data["chapters"][0]  # type: ignore[index]
    assert first == {"name": "Church <&>", "day": "", "cover": 1, "moments": [2]}


def test_the_json_is_what_its_classes_say(tmp_path: Path) -> None:
    told = story(tmp_path / "event", film=True)
    write_story(told, tmp_path / "album", "site", Wishes(who=True, originals="stripped"), quiet)
    text = (tmp_path / "album" / "album.json").read_bytes()
    read = msgspec.json.decode(text, type=AlbumDocument)
    assert [one.person for one in read.photos[:2]] == ["Zephyrine", "Zephyrine's aunt"]
    assert read.photos[0].event_time == "2024-05-04 14:00:00"
    assert read.photos[-1].event_time is None
    named = [name for one in read.photos for name in (*one.pictures, one.video, one.original)]
    assert all((tmp_path / "album" / name).is_file() for name in named if name is not None)
    write_story(told, tmp_path / "a.json", "json", Wishes(originals="as-is"), quiet)
    alone = msgspec.json.decode((tmp_path / "a.json").read_bytes(), type=AlbumDocument)
    assert alone.photos[0].original == str(told.shown[0].file)


def test_folders_are_named_by_chapters_and_copies_by_their_order(tmp_path: Path) -> None:
    told = story(tmp_path / "event", film=True)
    write_story(told, tmp_path / "copies", "folders", Wishes(), quiet)
    names = [name for name in files_in(tmp_path / "copies") if "/" in name]
    assert names == [
        *("01 Church -&/0001.jpg", "01 Church -&/0002.jpg", "01 Church -&/0003.jpg"),
        *("02 Dinner 19-30-late/0004.jpg", "02 Dinner 19-30-late/0005.jpg"),
        *("02 Dinner 19-30-late/0006.mp4", "Time unknown/0007.jpg"),
    ]
    write_story(without(told, {0}), tmp_path / "copies", "folders", Wishes(who=True), quiet)
    names = [name for name in files_in(tmp_path / "copies") if "/" in name]
    assert len(names) == 6
    assert names[0] == "01 Church -&/0001 Zephyrine's aunt.jpg"


def test_a_pdf_is_one_that_readers_find_their_way_in() -> None:
    sheets = [
        [Line(42, 100, "Été (a \\ b)", 20, bold=True), Drawn(42, 200, 90, 60, b"jpeg", (9, 6))],
        [Line(42, 100, "two")],
    ]
    data = pdf_bytes("Title", sheets)
    assert data == pdf_bytes("Title", sheets)
    start = int(data.rsplit(b"startxref\n", 1)[1].split()[0])
    places = re.findall(rb"^(\d{10}) 00000 n ", data[start:], re.MULTILINE)
    assert len(places) == 10
    for number, place in enumerate(places, start=1):
        assert data[int(place) :].startswith(b"%d 0 obj" % number)
    assert b"/Count 2" in data
    assert A4 == (595.0, 842.0)


def test_the_storyboard_has_a_picture_for_each_moment(tmp_path: Path) -> None:
    told = story(tmp_path / "event")
    write_story(told, tmp_path / "a.pdf", "pdf", Wishes(), quiet)
    data = (tmp_path / "a.pdf").read_bytes()
    assert data.count(b"/DCTDecode") == 1 + 3  # the cover and three moments
    assert data.count(b"/Type /Page /Parent") == 2


def test_one_file_is_for_small_events(tmp_path: Path) -> None:
    one = ShownPhoto(tmp_path / "a.jpg", "a" * 64, 0.0, 0)
    many = Story("a", ("",), (one,) * (SIZES_PX[-1][0] + 1), Album(()))
    with pytest.raises(UsageError, match="too many for one file"):
        write_story(many, tmp_path / "a.html", "one-file", Wishes(), quiet)
    with pytest.raises(UsageError, match="nothing to show"):
        write_story(replace(many, shown=()), tmp_path / "a.html", "one-file", Wishes(), quiet)


def test_rows_are_told_in_the_order_of_the_chapters(tmp_path: Path) -> None:
    told = story(tmp_path / "event")
    first, second = told.album.chapters
    turned = replace(told, album=replace(told.album, chapters=(second, first)))
    found = in_order(turned)
    assert [one.key[-1] for one in found.shown] == ["3", "4", "0", "1", "2", "e"]
    assert found.album.chapters[1].cover == 4
    assert found.album.groups[0].rows == (2, 3)
    assert without(found, {2}).album.groups == ()

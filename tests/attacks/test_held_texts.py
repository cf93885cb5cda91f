"""Names that would be more than names: in documents for other programs, and on a terminal."""

import json
import os
import re
import subprocess
import unicodedata
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree

import pytest

from coincide.app.cli.output.tables import quoted
from coincide.ingest import read_event
from coincide.project.films import editors as clips
from coincide.writing.album.pdf import Line, pdf_bytes
from coincide.writing.clips import Arrangement, ClipTrack, clip_texts
from tests.command import run_here
from tests.drawn import write_event
from tests.media_files import write_mp4
from tests.writing.clips.arranged import PARTY, clip

HOSTILE = (
    '</spine><!ENTITY x SYSTEM "file:///etc/passwd">&x;',
    "]]><script>alert(1)</script>",
    '"/><asset src="http://evil.example/x.mov"/>',
    "a' onload='alert(1)",
    "\\) >> endobj 9 0 obj << /S /JavaScript /JS (app.alert\\(1\\)) >> (",
    "*/ {{7*7}} ${x} %s%n",
    "=cmd|'/c calc'!A0",
)


def arranged(text: str) -> Arrangement:
    """Return films whose event, camera, file and folder are named by a text, and its notes too."""
    name = text.replace("/", "∕")
    one = clip(f"{name}.mp4", 0, 5, folder=Path("/event") / name, notes=(text,))
    return replace(PARTY, name=text, tracks=(ClipTrack(text, (one,), (text,)),), notes=(text,))


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("to", ["fcpxml", "mlt"])
def test_a_name_adds_no_element_to_xml(text: str, to: Any) -> None:
    """The same elements as of plain names, with the very text in their attributes."""
    (plain,) = clip_texts(arranged("plain"), to).values()
    (written,) = clip_texts(arranged(text), to).values()
    assert written.count("<!ENTITY") == 0
    assert plain.count("<!") == written.count("<!")
    roots = [ElementTree.fromstring(document) for document in (plain, written)]
    shapes = [[(one.tag, sorted(one.attrib)) for one in root.iter()] for root in roots]
    assert shapes[0] == shapes[1]
    values = [one.text or "" for one in roots[1].iter()]
    values += [value for one in roots[1].iter() for value in one.attrib.values()]
    assert text in values
    links = [unquote(urlsplit(value).path) for value in values if value.startswith("file:")]
    assert all(link.startswith("/event/") for link in links)
    assert bool(links) == (to == "fcpxml")


@pytest.mark.parametrize("text", HOSTILE)
def test_a_name_adds_nothing_to_json(text: str) -> None:
    (plain,) = clip_texts(arranged("plain"), "otio").values()
    (written,) = clip_texts(arranged(text), "otio").values()

    def shape(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: shape(inner) for key, inner in value.items()}
        return [shape(inner) for inner in value] if isinstance(value, list) else type(value)

    assert shape(json.loads(plain)) == shape(json.loads(written))


@pytest.mark.parametrize("text", HOSTILE)
def test_a_name_adds_no_line_to_an_edit_list(text: str) -> None:
    (plain,) = clip_texts(arranged("plain"), "edl").values()
    (written,) = clip_texts(arranged(text), "edl").values()
    assert len(written.splitlines()) == len(plain.splitlines())
    assert [line[:2] for line in written.splitlines()] == [line[:2] for line in plain.splitlines()]


def test_a_film_with_a_line_break_in_its_name_is_left_out(tmp_path: Path) -> None:
    """No format for editors can name it: each line of an edit list is a statement."""
    names = ("a\nTITLE: b.mp4", "a\r\n002  BX V C x.mp4", "a\x1b[31m.mp4", "plain.mp4")
    times = ("2024-05-04T14:00:00", "2024-05-04T14:01:00", "2024-05-04T14:02:00")
    for name, time in zip(names, (*times, "2024-05-04T14:03:00"), strict=True):
        write_mp4(tmp_path / "ann" / name, time)
    streams, unread = clips._streams(read_event([tmp_path]), lambda *_: None)
    assert [path.name for path in streams] == ["plain.mp4"]
    assert {"editing programs cannot contain" in one.reason for one in unread} == {True}
    assert len(unread) == 3


def without_strings(document: bytes) -> bytes:
    """Return a PDF's syntax: what is left of it without the texts in brackets, and lengths."""
    document = re.sub(
        rb"\nstream\n(.*?)\nendstream",
        lambda packed: b"\n" + zlib.decompress(packed[1]),
        document,
        flags=re.DOTALL,
    )
    left, depth, at = bytearray(), 0, 0
    while at < len(document):
        byte = document[at : at + 1]
        if byte == b"\\" and depth:
            at += 2
            continue
        depth += (byte == b"(") - (byte == b")" and depth > 0)
        if not depth:
            left += byte
        at += 1
    return re.sub(rb"\d+", b"0", bytes(left))


@pytest.mark.parametrize("text", [*HOSTILE, "a\\", "((((", "))))", "a\nendstream\nendobj\n%%EOF\n"])
def test_a_name_adds_nothing_to_a_pdf(text: str) -> None:
    plain = pdf_bytes("plain", [[Line(42, 100, "plain", 20)]])
    written = pdf_bytes(text, [[Line(42, 100, text, 20)]])
    assert without_strings(written) == without_strings(plain)


# what a terminal may take for a command, or shows elsewhere than it stands
CODES = (
    "\x1b[2J",
    "\x1b]0;owned\x07",
    "\x9b31m",
    "\r",
    "\x08",
    "\u202e",
    "\u2028",
    "\x7f",
    "\u200b",
    "\U000e0041",
    "\udcff",
)


def assert_plain(told: str) -> None:
    odd = {one for one in told if unicodedata.category(one) in ("Cc", "Cf", "Cs", "Zl", "Zp")}
    assert odd <= {"\n"}, odd


@pytest.fixture
def named_oddly(tmp_path: Path) -> Path:
    """An event in whose names, of folders and of files, all these codes stand."""
    folder = write_event(
        tmp_path / f"party{CODES[0]}", {f"ann{''.join(CODES[:5])}": 3, f"bob{CODES[5]}": 3}
    )
    for number, photo in enumerate(sorted(folder.rglob("*.jpg"))):
        photo.rename(photo.with_name(f"{photo.stem}{CODES[number]}.jpg"))
    (folder / "empty\x1b[31m.jpg").touch()
    (folder / "notes\x1b[31m.txt").touch()
    return folder


def test_names_with_codes_are_printed_without_them(
    named_oddly: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COINCIDE_CAMERAS", str(tmp_path / "cameras.json"))
    plan = tmp_path / "plan\x1b[31m.json"
    for command in (
        ("who", named_oddly),
        ("sync", named_oddly, "-v", "--features", "pooled"),
        ("timeline", named_oddly),
        ("sync", named_oddly / "none\x1b[31m"),
        ("shift", named_oddly, "+1h", "--out", plan),
        ("apply", plan, "--yes", "--in", named_oddly),
        ("verify", plan),
        ("undo", plan, "--yes", "--in", named_oddly),
        ("hint", "list", named_oddly),
        ("shift", named_oddly, "+1h", "--gallery", "x\x1b[31m"),
    ):
        done = run_here(*command)
        assert done.stdout + done.stderr
        assert_plain(done.stdout + done.stderr)


@pytest.mark.parametrize("code", CODES)
def test_a_command_to_copy_means_the_very_name(code: str) -> None:
    word = quoted(f"a '{code}' \\ $x.json")
    assert_plain(word)
    told = subprocess.run(
        ["bash", "-c", f"printf %s {word}"],
        capture_output=True,
        check=True,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
    )
    assert told.stdout == os.fsencode(f"a '{code}' \\ $x.json")


ODD = "\\u001b[31m\\u0007\\u202e"


@pytest.mark.parametrize(
    "text",
    [
        f'"{ODD}" = 1',
        f'anchor = "{ODD}"\n[[gallery]]\nname = "a"\npaths = ["ann"]',
        f'name = "{ODD}x"\n[[gallery]]\nname = "{ODD}a"\npaths = ["ann"]',
        f'[[gallery]]\nname = "a"\npaths = ["{ODD}"]',
        f'[[gallery]]\nname = "a"\n"{ODD}" = 1',
        f'[[gallery]]\nname = "{ODD}"\npaths = []',
    ],
)
def test_event_files_with_codes_are_printed_without_them(tmp_path: Path, text: str) -> None:
    write_event(tmp_path, {"ann": 2})
    (tmp_path / "event.toml").write_text(text, encoding="utf-8")
    done = run_here("who", tmp_path / "event.toml")
    assert done.stdout + done.stderr
    assert_plain(done.stdout + done.stderr)


def test_a_plan_with_codes_is_printed_without_them(tmp_path: Path) -> None:
    """A plan of somebody else's making: its names, notes and reasons are theirs."""
    folder, path = write_event(tmp_path / "party", {"ann": 2, "bob": 2}), tmp_path / "plan.json"
    assert run_here("shift", folder, "+1h", "--out", path).returncode == 0
    plan = json.loads(path.read_text("utf-8"))
    odd = "x\x1b[31m\x07\u202ey\n\r"
    plan["event"], plan["notes"] = odd, [odd]
    plan["left_alone"] = [{"path": f"/{odd}", "why": odd}]
    for one in plan["galleries"]:
        one["name"] = one["why"] = odd
    for one in plan["files"]:
        one["gallery"] = one["why"] = odd
    path.write_text(json.dumps(plan), encoding="utf-8")
    for command in (("apply", path, "--yes", "--in", folder), ("verify", path)):
        done = run_here(*command)
        assert done.stdout + done.stderr
        assert_plain(done.stdout + done.stderr)

"""FCPXML 1.10: elements, order and attributes as its definition has them, times on frames."""

import re
from dataclasses import dataclass, field
from fractions import Fraction
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree

import pytest

from coincide.writing.clips import clip_texts
from coincide.writing.clips.fcpxml import fcpxml_text
from tests.writing.clips.arranged import PARTY


@dataclass(frozen=True)
class Rule:
    """What the definition says of an element: its parts in order, and its attributes."""

    parts: str  # a regular expression over the names of its parts, each followed by a space
    needed: frozenset[str] = frozenset()
    allowed: frozenset[str] = field(default=frozenset())


def rule(parts: str = "", needed: str = "", allowed: str = "") -> Rule:
    return Rule(parts, frozenset(needed.split()), frozenset(f"{needed} {allowed}".split()))


# of the definition what is used here; anything else is refused
RULES = {
    "fcpxml": rule("(import-options )?(resources )?(library |(event )*)", "version"),
    "resources": rule("(asset |effect |format |media |locator )*"),
    "format": rule("", "id", "name frameDuration fieldOrder width height paspH paspV colorSpace"),
    "asset": rule(
        "(media-rep )+(metadata )?",
        "id",
        "name uid start duration hasVideo format hasAudio videoSources audioSources audioChannels"
        " audioRate",
    ),
    "media-rep": rule("(bookmark )?", "src", "kind sig suggestedFilename"),
    "library": rule("(event |smart-collection )*", "", "location colorProcessing"),
    "event": rule("(clip |asset-clip |project )*", "", "name uid"),
    "project": rule("sequence ", "", "name uid id modDate"),
    "sequence": rule(
        "(note )?spine (metadata )?",
        "format",
        "duration tcStart tcFormat audioLayout audioRate renderFormat keywords",
    ),
    "note": rule(),
    "spine": rule("(asset-clip |gap |clip )*", "", "lane offset name format"),
    "gap": rule(
        "(note )?(asset-clip |clip |spine )*(marker )*(metadata )?",
        "duration",
        "name offset start enabled",
    ),
    "asset-clip": rule(
        "(note )?(conform-rate )?(timeMap )?(asset-clip )*(marker )*(metadata )?",
        "ref",
        "lane offset name start duration enabled srcEnable format tcStart tcFormat audioRole"
        " videoRole",
    ),
    "conform-rate": rule("", "", "scaleEnabled srcFrameRate frameSampling"),
    "marker": rule("", "start value", "duration completed note"),
}
TIMES = {"offset", "start", "duration", "tcStart", "frameDuration"}
CHOICES = {
    "tcFormat": {"DF", "NDF"},
    "kind": {"original-media", "proxy-media"},
    "audioLayout": {"mono", "stereo", "surround"},
    "scaleEnabled": {"0", "1"},
}


def broken_rules(root: ElementTree.Element) -> list[str]:
    """Return what in a file is not as its definition has it."""
    wrong = []
    ids = {one.get("id") for one in root.iter() if "id" in one.attrib}
    for one in root.iter():
        if one.tag not in RULES:
            wrong.append(f"{one.tag} is unknown")
            continue
        known = RULES[one.tag]
        parts = "".join(f"{part.tag} " for part in one)
        wrong += [f"{one.tag} holds {parts}"] * (re.fullmatch(known.parts, parts) is None)
        wrong += [f"{one.tag} lacks {name}" for name in known.needed - set(one.keys())]
        wrong += [f"{one.tag} has {name}" for name in set(one.keys()) - known.allowed]
        for name, value in one.items():
            if name in TIMES and not re.fullmatch(r"-?\d+(/[1-9]\d*)?s", value):
                wrong.append(f"{name} is {value}")
            if name in CHOICES and value not in CHOICES[name]:
                wrong.append(f"{name} is {value}")
            if name in {"ref", "format"} and value not in ids:
                wrong.append(f"{name} is of nothing: {value}")
    return wrong


def seconds(text: str | None) -> Fraction:
    assert text is not None
    return Fraction(text.removesuffix("s"))


@pytest.fixture(scope="module")
def root() -> ElementTree.Element:
    text = fcpxml_text(PARTY)
    assert text.startswith('<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE fcpxml>\n')
    return ElementTree.fromstring(text)


def test_it_is_as_its_definition_has_it(root: ElementTree.Element) -> None:
    assert broken_rules(root) == []
    assert root.get("version") == "1.10"
    numbers = [one.get("id") for one in root.iter() if "id" in one.attrib]
    assert len(numbers) == len(set(numbers))


def test_a_file_that_is_not_would_be_noticed(root: ElementTree.Element) -> None:
    text = ElementTree.tostring(root, encoding="unicode")
    for before, after in [
        ("media-rep", "pathurl"),
        (' src="', ' source="'),
        ('frameDuration="', 'frameDuration="x'),
        ('ref="r', 'ref="x'),
        ('tcFormat="NDF"', 'tcFormat="none"'),
        ("<spine>", "<spine><marker/>"),
    ]:
        assert before in text
        assert broken_rules(ElementTree.fromstring(text.replace(before, after)))


def test_every_clip_lies_on_a_frame_in_the_lane_of_its_camera(root: ElementTree.Element) -> None:
    frame_s = 1 / PARTY.rate
    clips = [(lane, one) for lane, track in enumerate(PARTY.tracks, start=1) for one in track.clips]
    written = list(root.iter("asset-clip"))
    assert len(written) == len(clips)
    for (lane, clip), found in zip(clips, written, strict=True):
        assert found.get("lane") == str(lane)
        assert found.get("name") == clip.path.name
        for name in ("offset", "duration"):
            assert (seconds(found.get(name)) / frame_s).denominator == 1
        assert abs(seconds(found.get("offset")) - clip.start_s) <= frame_s / 2
        assert seconds(found.get("start")) == clip.timecode_s
        assert 0 <= clip.duration_s - seconds(found.get("duration")) < frame_s
        assert (found.find("conform-rate") is not None) == (clip.rate != PARTY.rate)
    (gap,) = root.iter("gap")
    ends_s = [seconds(one.get("offset")) + seconds(one.get("duration")) for one in written]
    assert seconds(gap.get("duration")) == max(ends_s)


def test_files_are_named_by_address_with_their_own_rate_and_sound(
    root: ElementTree.Element,
) -> None:
    formats = {one.get("id"): seconds(one.get("frameDuration")) for one in root.iter("format")}
    for asset, clip in zip(root.iter("asset"), PARTY.clips, strict=True):
        media = asset.find("media-rep")
        assert media is not None
        assert unquote(urlsplit(media.get("src")).path) == str(clip.path)
        assert seconds(asset.get("duration")) == clip.duration_s
        assert formats[asset.get("format")] == 1 / clip.rate
        assert asset.get("audioChannels") == (str(clip.n_channels) if clip.n_channels else None)


def test_notes_are_on_markers(root: ElementTree.Element) -> None:
    (drifting,) = [one for one in root.iter("marker") if one.get("value") == 'Ben <"Canon">']
    assert drifting.get("note") == "Its clock drifts by +12.0 ppm. Begins at 15:00:03.333."
    assert root.findtext(".//sequence/note") == "It begins at 15:00:00."
    assert clip_texts(PARTY, "fcpxml") == {"": fcpxml_text(PARTY)}

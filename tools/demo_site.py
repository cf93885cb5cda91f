"""The demo event as static pages for any web space: the review, read-only, and an album.

``python -m tools.demo_site OUT``, or ``make demo-site``. It renders and syncs the event, which
takes minutes; ``--event`` takes one that was synced. With ``--check`` the pages are opened in
chromium, and it fails if anything outside their folder is asked for, if axe finds what is serious,
or if a first view takes more than 500 kB, texts packed as servers pack them.
"""

import argparse
import gzip
import json
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from msgspec.structs import replace
from playwright.sync_api import Browser, sync_playwright

from coincide.app.review import static
from coincide.app.review.pictures import PER_SHEET, Pictures, photo_jpeg
from coincide.app.review.report import report_data
from coincide.app.review.shapes import to_bytes
from coincide.demo import DemoOptions, render_event
from coincide.model import file_of
from coincide.project import Project
from tools.review_views import CHROMIUM, CHROMIUM_ARGUMENTS

ROOT = Path(__file__).resolve().parents[1]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
LARGE_PX, SMALL_PX, QUALITY = 1024, 352, 74
# bytes until one sees something, as a server packs texts
MOST_FIRST = 500_000
STILL_MS = 2500
PAGES = ("", "review/", "album/")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:;"
    " connect-src 'self'; base-uri 'none'; form-action 'none'"
)
PACKED = {".html", ".js", ".css", ".json", ".svg"}
WELCOME = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Coincide: a demo</title>
<meta name="viewport" content="width=device-width">
<link rel="icon" href="icon.svg"><link rel="stylesheet" href="demo.css"></head>
<body><main><h1>Everyone’s photos, on one clock</h1>
<p>Eight people photographed one wedding, and every camera’s clock was off. Coincide found by how
much, from the pictures themselves. The event is made up and drawn; you can look at everything here,
and change nothing.</p>
<ul>
<li><a href="review/">The review</a>: the timeline, each clock and the evidence for it</li>
<li><a href="album/">The album</a>: the day by chapters, as all saw it</li>
</ul></main></body></html>
"""
STYLE = """:root { color-scheme: light dark; font: 17px/1.55 system-ui, sans-serif; }
body { margin: 12vh auto; max-width: 36rem; padding: 0 20px; }
li { margin: 10px 0; }
a { color: light-dark(#0a6685, #64bfdd); font-weight: 600; }
"""


def write_site(event: Path, out: Path) -> None:
    """Write the pages of a synced event into a new folder."""
    out.mkdir(parents=True)
    (out / "index.html").write_text(WELCOME, encoding="utf-8")
    (out / "demo.css").write_text(STYLE, encoding="utf-8")
    shutil.copy(ROOT / "tools" / "standalone" / "desktop" / "coincide.svg", out / "icon.svg")
    write_review(Project.at(event), out / "review")
    command = [sys.executable, "-m", "coincide", "album", event, "--out", out / "album", "--who"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def write_review(project: Project, out: Path) -> None:
    """Write the review app with its data as a report has it, and pictures beside it."""
    look = project.shown()
    photos = list(look.solution.event.photos)
    (out / "pictures").mkdir(parents=True)
    sheets, large, small = {}, {}, {}
    with closing(Pictures(file_of(project.folder))) as pictures:
        for start in range(0, len(photos), PER_SHEET):
            jpeg = pictures.sheet(photos[start : start + PER_SHEET])
            sheets[str(start // PER_SHEET)] = _kept(out, f"sheet-{start // PER_SHEET}", jpeg)
    for row, photo in enumerate(photos):
        for kept, name, size_px in ((large, str(row), LARGE_PX), (small, f"{row}-s", SMALL_PX)):
            shown = photo_jpeg(photo.file, size_px, QUALITY)
            if shown is not None:
                kept[str(row)] = _kept(out, name, shown)
    data = replace(report_data(look, details=False), sprites=sheets, large=large, small=small)
    index = static.read_index()
    for name in re.findall(r'(?:src|href)="\./([^"]+)"', index):
        found = static.asset(name)
        assert found is not None, name
        (out / name).write_bytes(found[0])
    (out / "index.html").write_text(_page(index, to_bytes(data).decode()), encoding="utf-8")


def _kept(out: Path, name: str, jpeg: bytes) -> str:
    (out / "pictures" / f"{name}.jpg").write_bytes(jpeg)
    return f"pictures/{name}.jpg"


def _page(index: str, data: str) -> str:
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    inside = data.replace("<", "\\u003c")
    script = f'<script type="application/json" id="coincide-data">{inside}</script>'
    return index.replace("<head>", f"<head>{policy}", 1).replace("</body>", f"{script}</body>", 1)


# Looking at it


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder on this machine; return its address."""
    handler = partial(_Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/"
        finally:
            server.shutdown()
            thread.join()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Print nothing."""


def look_at(out: Path) -> Mapping[str, int]:
    """Open each page in chromium; return the bytes of its first view, or fail."""
    found = {}
    with served(out) as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=CHROMIUM_ARGUMENTS)
        for name in PAGES:
            found[name] = _first_view(browser, base, name, out)
            serious = _serious(browser, base + name)
            assert not serious, f"{name}: {serious}"
        browser.close()
    return found


def _first_view(browser: Browser, base: str, name: str, out: Path) -> int:
    """Return the bytes of a page's first view; fail for errors, and what is asked of others."""
    page = browser.new_page()
    asked: list[str] = []
    wrong: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    # what the page's own policy forbids is told there
    page.on("console", lambda said: said.type == "error" and wrong.append(said.text))
    page.goto(base + name)
    page.wait_for_timeout(STILL_MS)
    page.close()
    far = [url for url in asked if not url.startswith((base + name, "data:", "blob:"))]
    assert not far, f"{name} asks outside its folder: {far}"
    assert not wrong, f"{name}: {wrong}"
    n_bytes = sum(_sent(out, url.removeprefix(base)) for url in set(asked))
    assert n_bytes <= MOST_FIRST, f"{name}: {n_bytes} bytes"
    return n_bytes


def _sent(out: Path, asked: str) -> int:
    """Return the bytes of an answer, packed where servers pack."""
    if asked.startswith(("data:", "blob:")):
        return 0
    path = out / asked.partition("?")[0].partition("#")[0]
    path = path / "index.html" if path.is_dir() else path
    if not path.is_file():  # such as favicon.ico
        return 0
    data = path.read_bytes()
    return len(gzip.compress(data)) if path.suffix in PACKED else len(data)


def _serious(browser: Browser, address: str) -> list[str]:
    """Return what axe finds serious; the page's own policy would keep axe out."""
    page = browser.new_context(bypass_csp=True).new_page()
    page.goto(address)
    page.wait_for_timeout(STILL_MS)
    page.add_script_tag(content=AXE.read_text(encoding="utf-8"))
    violations = page.evaluate("async () => (await axe.run()).violations")
    grave = [one for one in violations if one["impact"] in ("serious", "critical")]
    return [f"{one['id']}: {one['nodes'][0]['html'][:80]}" for one in grave]


def main(arguments: Sequence[str]) -> None:
    """Render, sync, write, and look."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--event", type=Path, help="a synced event; default: the demo")
    parser.add_argument("--check", action="store_true", help="look at it in chromium")
    asked = parser.parse_args(arguments)
    event = asked.event or ROOT / "build" / "demo-event" / "Wedding"
    if not event.exists():
        render_event(event, DemoOptions())
    if asked.event is None:
        subprocess.run([sys.executable, "-m", "coincide", "sync", event], check=True)
    shutil.rmtree(asked.out, ignore_errors=True)
    write_site(event, asked.out)
    size = sum(path.stat().st_size for path in asked.out.rglob("*") if path.is_file())
    print(f"wrote {asked.out} ({size / 1e6:.1f} MB)")
    if asked.check:
        print(json.dumps(look_at(asked.out), indent=2))


if __name__ == "__main__":
    main(sys.argv[1:])

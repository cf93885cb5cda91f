"""The page of an album: one HTML text with its styles, its script and what it tells inside.

The head of the page stands in the text itself, so that it is seen before any script has run.
"""

import html
import json
import re
from pathlib import Path

import msgspec

from coincide.errors import UsageError
from coincide.writing.album.model import Story, headings_of
from coincide.writing.album.pictures import SIZES_PX
from coincide.writing.album.renditions import PICTURES
from coincide.writing.album.view import PageView
from coincide.writing.album.words import amount_text, days_text, times_of, when_text
from coincide.writing.inline import policy_source, script_inside

STATIC = Path(__file__).parent / "static"
NOT_BUILT = "The album's pages are not built here. Run make web in the source, once, and try again."
_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>{title}</title>
<link rel="icon" href="data:,">
<style>{style}</style>
</head>
<body>
<header class="hero">
{cover}
<div class="told"><h1>{title}</h1><p class="when">{when}</p><p>{what}</p></div>
</header>
<div id="album"></div>
{plain}
{data}<script>{script}</script>
</body>
</html>
"""
_NO_SCRIPT = f"""<noscript><p class="noscript">This album needs JavaScript to show its pictures.
They are files in the folder “{PICTURES}”, beside this page.</p></noscript>"""
# of one file, where no script shows it: all pictures in a grid
PLAIN_STYLE = "#plain{display:grid!important}"
_FILM = "film-"
# a capital is so many times wider than a small letter, and so are m and w
WIDE = 1.3
# the stream waits for the picture above it, so that this is seen as soon as can be
_LOADER = """(() => {
  const cover = document.querySelector(".cover");
  let begun = false;
  const begin = () => {
    if (begun) return;
    begun = true;
    const script = document.createElement("script");
    script.src = "%s";
    document.body.append(script);
  };
  if (cover === null || cover.complete) begin();
  else {
    cover.onload = cover.onerror = begin;
    setTimeout(begin, 2500);
  }
})();"""


def page_text(story: Story, view: PageView, script: str) -> str:
    """Return the page of a site, which loads a script of this name."""
    style = _style(story)
    policy = _policy(style, _LOADER % script, "'self'")
    return _page(story, policy, style, _cover(view), "", _LOADER % script)


def script_text(view: PageView) -> str:
    """Return the script of a site's page: what it tells, and what shows it."""
    # as a text: a browser reads JSON faster than a script of the same length
    data = json.dumps(msgspec.json.encode(view).decode(), ensure_ascii=False)
    return f"var albumData=JSON.parse({data});\n{_static('album.js')}"


def whole_page_text(story: Story, view: PageView, inside: dict[str, str]) -> str:
    """Return a page that is all there is: ``inside`` are its pictures and films as data, by row.

    ``"12"`` is the picture of row 12, ``"film-12"`` its film.
    """
    style, script = _style(story), script_inside(_static("album.js"))
    told = msgspec.json.encode(view).decode()
    films = {name: uri for name, uri in inside.items() if name.startswith(_FILM)}
    told = told[:-1] + ',"inside":' + msgspec.json.encode(films).decode() + "}"
    told = told.replace("<", "\\u003c")
    data = f'<script type="application/json" id="album-data">{told}</script>\n'
    policy = _policy(style, script, style_too=PLAIN_STYLE)
    cover = _cover(view, inside)
    return _page(story, policy, style, cover, data, script, _plain(story, inside))


def _plain(story: Story, inside: dict[str, str]) -> str:
    """Return all pictures as a page without a script shows them; the script takes them from here.

    So each is in the file once, and previews of mail and phones show an album, too.
    """
    lines = [f'<noscript><style>{PLAIN_STYLE}</style></noscript>\n<div id="plain" hidden>']
    day = ""
    for chapter, heading in zip(story.album.chapters, headings_of(story), strict=True):
        if chapter.day != day:
            lines.append(f"<h2>{html.escape(chapter.day)}</h2>")
        tag = "h3" if chapter.day else "h2"
        lines += [f"<{tag}>{html.escape(heading)}</{tag}>"] if heading else []
        lines += [_plain_picture(story, row, inside) for row in chapter.rows]
        day = chapter.day
    lines += [_plain_picture(story, row, inside) for row in story.timeless]
    return "\n".join([*lines, "</div>"])


def _plain_picture(story: Story, row: int, inside: dict[str, str]) -> str:
    when = html.escape(when_text(story.shown[row]))
    picture = f'<img data-row="{row}" alt="" loading="lazy" src="{inside[str(row)]}">'
    return f"<figure>{picture}<figcaption>{when}</figcaption></figure>"


def _page(
    story: Story,
    policy: str,
    style: str,
    cover: str,
    data: str,
    script: str,
    plain: str = _NO_SCRIPT,
) -> str:
    return _PAGE.format(
        policy=policy,
        title=html.escape(story.title),
        style=style,
        cover=cover,
        when=html.escape(days_text(times_of(story))),
        what=html.escape(amount_text(story)),
        plain=plain,
        data=data,
        script=script,
    )


def _style(story: Story) -> str:
    """Return the page's style, with how long the title's longest word is: it is set to fit."""
    return f"{_static('album.css')}:root{{--letters:{longest_word(story.title):.1f}}}"


def longest_word(title: str) -> float:
    """Return how wide the widest word of a title is, in small letters.

    >>> longest_word("california 2016"), longest_word("Rock-am-Ring")
    (10.0, 4.3)
    """
    return max((_letters(word) for word in re.split(r"[\s-]+", title)), default=0.0) or 1.0


def _letters(word: str) -> float:
    return sum(WIDE if one in "mw" or one.isupper() else 1.0 for one in word)


def _static(name: str) -> str:
    path = STATIC / name
    if not path.is_file():
        raise UsageError(NOT_BUILT)
    return path.read_text(encoding="utf-8").replace("</style", "<\\/style")


def _policy(style: str, script: str, more: str = "", style_too: str = "") -> str:
    """Return what the page may load: its own folder's files, and nobody else's."""
    scripts = f"{policy_source(script)} {more}".strip()
    styles = " ".join(policy_source(text) for text in (style, style_too) if text)
    return (
        f"default-src 'none'; script-src {scripts}; style-src {styles};"
        " img-src 'self' data: blob:; media-src 'self' data: blob:; base-uri 'none';"
        " form-action 'none'"
    )


def _cover(view: PageView, inside: dict[str, str] | None = None) -> str:
    """Return the picture of the head."""
    if not view.size:
        return ""
    row = view.cover
    width, height = view.sizes[view.size[row]]
    tall = " tall" if height > width else ""
    size = f'width="{width}" height="{height}" alt="" fetchpriority="high" decoding="async"'
    if inside is not None:
        return f'<img class="cover{tall}" {size} src="{inside[str(row)]}">'
    name = view.pictures[10 * row : 10 * row + 10]
    sizes = widths(width, height)
    addresses = [f"{PICTURES}/{name}-{size_px}.webp" for size_px, _ in sizes]
    listed = ", ".join(
        f"{address} {wide}w" for address, (_, wide) in zip(addresses, sizes, strict=True)
    )
    # half as fine as the finest phones: nobody sees more, and it takes half the time
    fits = "(max-width: 720px) 66vw, 760px"
    return (
        f'<img class="cover{tall}" {size} src="{addresses[-1]}" srcset="{listed}" sizes="{fits}">'
    )


def widths(width: int, height: int) -> list[tuple[int, int]]:
    """Return the sizes a picture has, each with how wide it is.

    >>> widths(1600, 1200), widths(300, 600)
    ([(400, 400), (800, 800), (1600, 1600)], [(400, 200), (800, 300)])
    """
    long = max(width, height)
    found = []
    for number, size in enumerate(SIZES_PX):
        if number == 0 or SIZES_PX[number - 1] < long:
            found.append((size, round(width * min(1.0, size / long))))
    return found

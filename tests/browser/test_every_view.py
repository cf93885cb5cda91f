"""Every view, light and dark, on a desk and on a phone: open to all, nothing cut off or covered."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tools.review_views import SCHEMES, SIZES, VIEWS, walk

pytestmark = pytest.mark.slow

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
GRAVE = ("serious", "critical")

# what is waited for is told by the page; nothing in it glides but the timeline
STILL_MS = 200

# axe-core's rules of WCAG 2.2 A and AA, and its own best practices, or some of them alone
RUN_AXE = """async (rules) => {
  const { violations } = await axe.run(rules ? { runOnly: rules } : {});
  return violations.map(({ id, impact, nodes }) => ({
    id, impact, at: nodes.slice(0, 3).map(({ html, failureSummary }) =>
      html.slice(0, 160) + ' — ' + failureSummary.slice(0, 200)),
  }));
}"""

# text that does not fit into what hides the rest of it, and no tooltip that tells it
FIND_CUT = """() => [...document.querySelectorAll('body *')].filter((one) => {
  const style = getComputedStyle(one);
  const hides = ['hidden', 'clip'].includes(style.overflowX);
  const words = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  if (!words || one.closest('[title]') || one.closest('.sr')) return false;
  if (!one.checkVisibility({ visibilityProperty: true })) return false;
  const tall = ['hidden', 'clip'].includes(style.overflowY) && one.clientHeight > 0 &&
    one.scrollHeight > one.clientHeight + 1;
  return (hides && one.scrollWidth > one.clientWidth + 1) || tall;
}).map((one) => one.outerHTML.slice(0, 200))"""

# the page as a whole never scrolls sideways
FIND_WIDE = """() => {
  const wide = [...document.querySelectorAll('html, body, main, dialog')];
  return wide.filter((one) => one.scrollWidth > one.clientWidth + 1)
    .map((one) => one.tagName + ' ' + one.scrollWidth + ' > ' + one.clientWidth);
}"""

# two things to press that lie over each other, neither being inside the other; what is over the
# page on purpose (dialogs, bars, news) is weighed against its own kind alone
FIND_OVERLAPS = """() => {
  const seen = (one) => {
    let { left, right, top, bottom } = one.getBoundingClientRect();
    for (let over = one.parentElement; over; over = over.parentElement) {
      if (getComputedStyle(over).overflowY === 'visible') continue;
      const box = over.getBoundingClientRect();
      [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
      [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
    }
    return { left, right, top, bottom, width: right - left, height: bottom - top };
  };
  const top = document.querySelector('dialog[open]') ?? document.body;
  const layer = (one) => one.closest('.bar, .notices, .skip, .turn, .chosen') ?? top;
  const shown = [...top.querySelectorAll('a[href], button, input, select, summary')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .map((one) => ({ one, box: seen(one) }))
    .filter(({ box }) => box.width > 1 && box.height > 1);
  const found = [];
  shown.forEach(({ one, box }, i) => shown.slice(i + 1).forEach(({ one: two, box: other }) => {
    if (layer(one) !== layer(two) || one.contains(two) || two.contains(one)) return;
    const wide = Math.min(box.right, other.right) - Math.max(box.left, other.left);
    const high = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
    if (wide > 1 && high > 1)
      found.push(one.outerHTML.slice(0, 120) + ' | ' + two.outerHTML.slice(0, 120));
  }));
  return found.slice(0, 5);
}"""


@dataclass(frozen=True)
class Findings:
    """What was seen, and what is wrong with it, view by view."""

    seen: list[str] = field(default_factory=list)
    axe: dict[str, list[str]] = field(default_factory=dict)
    cut: dict[str, list[str]] = field(default_factory=dict)
    wide: dict[str, list[str]] = field(default_factory=dict)
    overlaps: dict[str, list[str]] = field(default_factory=dict)


@pytest.fixture(scope="module")
def findings(chromium: Browser, events: Path, tmp_path_factory: pytest.TempPathFactory) -> Findings:
    """Walk through all views once, and look at each in every way."""
    assert AXE.exists(), "axe-core is missing: make web-check"
    folder = tmp_path_factory.mktemp("walk") / "photos"
    shutil.copytree(events, folder)
    found = Findings()
    # the app's own policy would keep axe out
    for shown in walk(chromium, folder, VIEWS, bypass_csp=True, still_ms=STILL_MS):
        found.seen.append(shown.name)
        # another scheme of colours changes nothing but colours
        rules = None if shown.scheme == SCHEMES[0] else ["color-contrast"]
        found.axe[shown.name] = list(grave_violations(shown.page, rules))
        found.cut[shown.name] = shown.page.evaluate(FIND_CUT)
        found.wide[shown.name] = shown.page.evaluate(FIND_WIDE)
        found.overlaps[shown.name] = shown.page.evaluate(FIND_OVERLAPS)
    return found


def grave_violations(page: Page, rules: list[str] | None = None) -> Iterator[str]:
    if not page.evaluate("() => 'axe' in window"):
        page.add_script_tag(path=AXE)
    for violation in page.evaluate(RUN_AXE, rules):
        if violation["impact"] in GRAVE:
            yield f"{violation['id']}: {violation['at']}"


def test_every_view_was_seen_at_every_size_in_every_scheme(findings: Findings) -> None:
    assert len(set(findings.seen)) == len(VIEWS) * len(SIZES) * len(SCHEMES)


@pytest.mark.parametrize("kind", ["axe", "cut", "wide", "overlaps"])
def test_every_view_is_fine(findings: Findings, kind: str) -> None:
    problems = [
        f"{name}: {problem}" for name, found in getattr(findings, kind).items() for problem in found
    ]
    assert not problems, "\n".join(problems)


def test_axe_finds_what_is_wrong(chromium: Browser) -> None:
    page = chromium.new_page()
    page.set_content(
        "<html lang=en><title>t</title><main><h1>x</h1>"
        "<p style='color:#aaa;background:#fff'>pale</p><button></button></main>"
    )
    found = " ".join(grave_violations(page))
    page.close()
    assert "color-contrast" in found
    assert "button-name" in found


def test_the_looks_find_what_is_wrong(chromium: Browser) -> None:
    page = chromium.new_page(viewport={"width": 400, "height": 300})
    page.set_content(
        "<main><p style='width:40px;overflow:hidden;white-space:nowrap'>much too long a text</p>"
        "<button>one</button><button style='margin-left:-20px'>two</button>"
        "<div style='width:600px'>wide</div></main>"
    )
    cut, wide = page.evaluate(FIND_CUT), page.evaluate(FIND_WIDE)
    overlaps = page.evaluate(FIND_OVERLAPS)
    page.close()
    assert len(cut) == 1
    assert "much too long" in cut[0]
    assert wide
    assert len(overlaps) == 1

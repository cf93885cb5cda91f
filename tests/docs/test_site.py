"""Every page is in the navigation, and every link leads somewhere, also outside of the site."""

import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
SITE = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
# read on a code host, where no build looks after them
LOOSE = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")
# those that tell figures of the lab report
EXPLANATIONS = [DOCS / "how-it-works.md", DOCS / "guide" / "result.md"]


def pages(entry: Any) -> Iterator[str]:
    if isinstance(entry, str):
        yield entry
    elif isinstance(entry, dict):
        for value in entry.values():
            yield from pages(value)
    else:
        for item in entry:
            yield from pages(item)


def test_every_page_is_in_the_navigation_once() -> None:
    named = list(pages(SITE["nav"]))
    assert len(set(named)) == len(named)
    assert set(named) == {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}


def test_the_navigation_is_by_what_people_come_for() -> None:
    titles = [title for entry in SITE["nav"] for title in entry]
    assert titles == [
        "Home",
        "Guide",
        "Tutorials",
        "How it works",
        "Lab report",
        "Reference",
        "Decisions",
    ]


def test_how_it_works_stays_one_page() -> None:
    assert len((DOCS / "how-it-works.md").read_text(encoding="utf-8").split()) <= 3500


def test_the_build_is_strict_about_pages_links_and_anchors() -> None:
    assert SITE["strict"] is True
    assert set(SITE["validation"]["nav"].values()) == {"warn"}
    assert set(SITE["validation"]["links"].values()) == {"warn"}


def test_nothing_is_fetched_from_elsewhere() -> None:
    assert SITE["theme"]["font"] is False
    for name in (*SITE.get("extra_css", []), *SITE.get("extra_javascript", [])):
        assert (DOCS / name).is_file(), name


def prose(text: str) -> str:
    """Return a page without its code, in which brackets are no links."""
    return re.sub(r"`[^`\n]*`", "", re.sub(r"(?ms)^```.*?^```", "", text))


def slug(heading: str) -> str:
    """Return the anchor that a code host gives a heading."""
    text = unicodedata.normalize("NFC", re.sub(r"[`*]|\[([^\]]*)\]\([^)]*\)", r"\1", heading))
    return re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", "-")


def anchors(path: Path) -> set[str]:
    text = re.sub(r"(?ms)^```.*?^```", "", path.read_text(encoding="utf-8"))
    headings = re.findall(r"(?m)^#+ (.+?)\s*(?:\{ #([\w-]+) \})?$", text)
    return {name or slug(heading) for heading, name in headings}


def links(path: Path) -> list[str]:
    text = prose(path.read_text(encoding="utf-8"))
    found = re.findall(r"\[[^\]]*\]\(([^)\s]+)[^)]*\)", text)
    found += re.findall(r'(?:href|src|srcset)="([^"]+)"', text)
    return [link for link in found if not re.match(r"[a-z]+:", link)]


LOOSE_LINKS = [(name, link) for name in LOOSE for link in links(ROOT / name)]


def test_links_are_found() -> None:
    assert len(LOOSE_LINKS) > 10


@pytest.mark.parametrize(("name", "link"), LOOSE_LINKS)
def test_links_of_pages_outside_the_site_lead_somewhere(name: str, link: str) -> None:
    file, _, anchor = link.partition("#")
    path = ROOT / file if file else ROOT / name
    assert path.exists(), f"{name}: {link}"
    if anchor:
        assert anchor in anchors(path), f"{name}: {link}"


def test_a_missing_anchor_would_be_noticed(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# One: `two` & three\n\n```\n# no heading\n```\n## Four { #five }\n", "utf-8")
    assert anchors(page) == {"one-two--three", "five"}


@pytest.mark.parametrize("path", EXPLANATIONS, ids=lambda path: path.name)
def test_figures_in_explanations_are_those_of_the_lab_report(path: Path) -> None:
    """A figure is a link to the lab report, and stands there to the letter, so it cannot age."""
    lab = (DOCS / "lab.md").read_text(encoding="utf-8")
    for figure in figures(path):
        assert re.search(rf"(?<![\d.]){re.escape(figure)}(?![\d])", lab), figure


def figures(path: Path) -> list[str]:
    """Return the texts of a page's links to the lab report that hold a number."""
    text = path.read_text(encoding="utf-8")
    return re.findall(r"\[([^\]]*\d[^\]]*)\]\((?:\.\./)?lab\.md", text)


def test_explanations_tell_figures() -> None:
    assert len([one for path in EXPLANATIONS for one in figures(path)]) > 10

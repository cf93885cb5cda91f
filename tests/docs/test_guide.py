"""Pages for users name no source file: where something is in the code is nobody's concern there."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = [
    *sorted((DOCS / "guide").glob("*.md")),
    *sorted((DOCS / "tutorials").glob("*.md")),
    *(DOCS / "index.md", DOCS / "how-it-works.md", ROOT / "README.md"),
]
PACKAGES = (ROOT / "src" / "coincide", ROOT / "bench" / "src" / "coincide_bench")
SOURCES = [path.relative_to(package) for package in PACKAGES for path in package.rglob("*.py")]
FILES = {"/".join(path.parts[-n:]) for path in SOURCES for n in range(1, len(path.parts) + 1)}
FOLDERS = {f"{parent.as_posix()}/" for path in SOURCES for parent in path.parents if parent.name}
# files that the reader writes, whatever ours are called
OWN = {name for path in PAGES for name in re.findall(r'title="([\w.-]+)"', path.read_text("utf-8"))}
# where the code lies, and what looks after it
TREES = r"(?<![\w./-])(?:src|tests|tools|bench/src|web/src)/"


def named(text: str) -> Iterator[str]:
    """Yield what a page's text names of the source; code that users write themselves is theirs."""
    told = re.sub(r"(?ms)^( *)```.*?^\1```", "", text)
    for word in re.findall(r"[\w./-]+\.py\b", told):
        if word in FILES - OWN or word.startswith(("coincide/", "coincide_bench/")):
            yield word
    yield from (word for word in re.findall(r"`([\w/-]+/)`", told) if word in FOLDERS)
    yield from re.findall(TREES + r"[\w./-]*", told)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_page_for_users_names_a_source_file(path: Path) -> None:
    assert list(named(path.read_text(encoding="utf-8"))) == []


def test_the_sources_are_known() -> None:
    assert {"ratio.py", "evidence/ratio.py", "suites/sem.py"} <= FILES
    assert {"solver/", "writing/apply/"} <= FOLDERS
    assert len(PAGES) > 15


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("see `evidence/ratio.py`", ["evidence/ratio.py"]),
        ("in ratio.py, and so on", ["ratio.py"]),
        ("`writing/apply/`: the only place", ["writing/apply/"]),
        ("shown by `tests/fuzz`", ["tests/fuzz"]),
        ("`src/coincide/app` has it", ["src/coincide/app"]),
        ("`--method votes.py` takes the file `my/rhythms.py`; `wedding/` is yours", []),
        ("```python title='costs.py'\nopen('costs.py')\n```\nbelow", []),
    ],
)
def test_what_is_named_would_be_noticed(text: str, found: list[str]) -> None:
    assert list(named(text)) == found

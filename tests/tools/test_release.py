"""``python -m tools.release``: one version everywhere, and the text of a release."""

import re
import shutil
from datetime import date
from pathlib import Path

import pytest
import yaml

from coincide import __version__
from tools.packages import ROOT
from tools.release import REPEATED, main, problems, release_text, repeated, section

LOG = """# Changelog

## [Unreleased]

### Added

- A thing.

## [0.0.9] - 2026-01-02

- The thing before.
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """What says a version, at a place of its own, with a small changelog."""
    for name in REPEATED:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, tmp_path / name)
    (tmp_path / "CHANGELOG.md").write_text(LOG, encoding="utf-8")
    return tmp_path


def prepare(root: Path, version: str, day: str = "2026-12-24") -> int:
    return main(["--root", str(root), "prepare", version, day])


def test_the_version_is_the_same_wherever_it_is_said() -> None:
    said = list(repeated(ROOT))
    assert {name for name, _ in said} == set(REPEATED)
    assert {version for _, version in said} == {__version__}


def test_what_was_prepared_agrees_with_its_tag(copy: Path) -> None:
    assert prepare(copy, "1.2.3") == 0
    assert list(problems(copy, "v1.2.3")) == []
    assert main(["--root", str(copy), "check", "v1.2.3"]) == 0
    log = (copy / "CHANGELOG.md").read_text(encoding="utf-8")
    assert log.startswith(
        "# Changelog\n\n## [Unreleased]\n\n## [1.2.3] - 2026-12-24\n\n### Added\n"
    )
    assert {version for _, version in repeated(copy)} == {"1.2.3"}
    cited = yaml.safe_load((copy / "CITATION.cff").read_text(encoding="utf-8"))
    assert (cited["version"], cited["date-released"]) == ("1.2.3", date(2026, 12, 24))


@pytest.mark.parametrize(
    ("name", "old", "new", "told"),
    [
        ("src/coincide/version.py", "1.2.3", "1.2.4", "version.py says 1.2.4"),
        ("CITATION.cff", "version: 1.2.3", "version: 1.2.2", "CITATION.cff says 1.2.2"),
        ("CITATION.cff", "2026-12-24", "2026-12-25", "CITATION.cff names another day"),
        ("docs/guide/install.md", "coincide-1.2.3", "coincide-1.2.2", "install.md says 1.2.2"),
        ("CHANGELOG.md", "[1.2.3]", "[1.2.4]", "CHANGELOG.md says nothing of 1.2.3"),
        ("CHANGELOG.md", " - 2026-12-24", "", "no dated heading for 1.2.3"),
    ],
)
def test_whatever_says_otherwise_stops_the_release(
    copy: Path, name: str, old: str, new: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    prepare(copy, "1.2.3")
    path = copy / name
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    assert main(["--root", str(copy), "check", "v1.2.3"]) == 1
    assert told in capsys.readouterr().err


@pytest.mark.parametrize("tag", ["1.2.3", "v1.2", "v1.2.3.4", "version", "v01-2-3"])
def test_a_tag_of_another_kind_is_refused(copy: Path, tag: str) -> None:
    (problem,) = problems(copy, tag)
    assert "no tag of a release" in problem


def test_nothing_is_prepared_twice_or_without_news(copy: Path) -> None:
    assert prepare(copy, "0.0.9") == 1
    assert prepare(copy, "1.2") == 1
    assert (copy / "CHANGELOG.md").read_text(encoding="utf-8") == LOG
    assert prepare(copy, "1.2.3") == 0
    assert prepare(copy, "1.2.4") == 1


def test_the_text_is_the_part_of_the_changelog(copy: Path) -> None:
    assert section(LOG, "0.0.9") == "- The thing before."
    prepare(copy, "1.2.3")
    text = release_text(copy, "1.2.3", "somebody/coincide")
    assert text.startswith("### Added\n\n- A thing.\n\n## Check what you downloaded\n")
    assert "gh attestation verify FILE --repo somebody/coincide" in text
    assert "The thing before" not in text


def test_the_real_changelog_can_be_released() -> None:
    text = section((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), "Unreleased")
    assert not re.search(r"(?m)^## ", text)
    assert "### Added" in text


def test_the_citation_has_what_the_format_requires() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert {"cff-version", "message", "title", "authors"} <= set(cited)
    assert cited["license"] == "Apache-2.0"

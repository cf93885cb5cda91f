"""Prepare a release, check its tag, and print its text: ``python -m tools.release COMMAND``.

The version is said in src/coincide/version.py. ``prepare VERSION DAY`` writes it there and wherever
it is repeated, and dates the changelog's unreleased part. ``check TAG`` fails where anything does
not agree with the tag. ``text VERSION`` prints that version's part of the changelog, and how to
check the files.
"""

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path

from tools.packages import ROOT

UNRELEASED = "Unreleased"
VERSION = re.compile(r"\d+\.\d+\.\d+(?:(?:a|b|rc)\d+)?")
CHECKING = """
## Check what you downloaded

```
sha256sum --check --ignore-missing SHA256SUMS
gh attestation verify FILE --repo {repository}
```

`coincide.cdx.json` lists what an installation with all extras holds, with versions and licences.
"""
# files that repeat the version, each with what stands around it
REPEATED = {
    "src/coincide/version.py": r'(?<=__version__ = ")[^"]+',
    "CITATION.cff": r"(?<=\nversion: )\S+",
    "docs/guide/install.md": rf"(?<=coincide-){VERSION.pattern}",
}
DAY = re.compile(r"(?<=\ndate-released: )\S+")


class ReleaseError(Exception):
    """Something that keeps a version from being released."""


def section(changelog: str, version: str) -> str:
    r"""Return what the changelog says of a version, without its heading.

    >>> section("# Log\n\n## [0.2.0] - 2026-01-02\n\n- New.\n\n## [0.1.0]\n", "0.2.0")
    '- New.'
    """
    found = re.search(rf"(?ms)^## \[{re.escape(version)}\][^\n]*\n(.*?)(?=^## \[|\Z)", changelog)
    text = found[1].strip() if found else ""
    if not text:
        raise ReleaseError(f"CHANGELOG.md says nothing of {version}")
    return text


def day_of(changelog: str, version: str) -> date:
    """Return the day on which the changelog says that a version was released."""
    found = re.search(rf"(?m)^## \[{re.escape(version)}\] - (\d{{4}}-\d\d-\d\d)$", changelog)
    if not found:
        raise ReleaseError(f"CHANGELOG.md has no dated heading for {version}")
    return date.fromisoformat(found[1])


def repeated(root: Path) -> Iterator[tuple[str, str]]:
    """Yield every place that says the version: the file's name, and what stands there."""
    for name, pattern in REPEATED.items():
        told = re.findall(pattern, (root / name).read_text(encoding="utf-8"))
        if not told:
            raise ReleaseError(f"{name} does not say the version")
        yield from ((name, version) for version in told)


def problems(root: Path, tag: str) -> Iterator[str]:
    """Yield what does not agree with a tag."""
    version = tag.removeprefix("v")
    if not tag.startswith("v") or not VERSION.fullmatch(version):
        yield f"{tag} is no tag of a release: those are called v1.2.3"
        return
    for name, told in repeated(root):
        if told != version:
            yield f"{name} says {told}, and the tag {tag}"
    changelog = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    try:
        section(changelog, version)
        day = day_of(changelog, version).isoformat()
    except ReleaseError as error:
        yield str(error)
        return
    if DAY.findall((root / "CITATION.cff").read_text(encoding="utf-8")) != [day]:
        yield f"CITATION.cff names another day than CHANGELOG.md, {day}"


def prepare(root: Path, version: str, day: date) -> None:
    """Write a version and its day wherever they are said."""
    if not VERSION.fullmatch(version):
        raise ReleaseError(f"{version} is no version: those are called 1.2.3")
    path = root / "CHANGELOG.md"
    changelog = path.read_text(encoding="utf-8")
    section(changelog, UNRELEASED)  # there is something to release
    if f"## [{version}]" in changelog:
        raise ReleaseError(f"CHANGELOG.md has a heading for {version} already")
    heading = f"## [{UNRELEASED}]"
    dated = f"{heading}\n\n## [{version}] - {day.isoformat()}"
    path.write_text(changelog.replace(heading, dated, 1), encoding="utf-8")
    for name, pattern in REPEATED.items():
        _substitute(root / name, pattern, version)
    _substitute(root / "CITATION.cff", DAY, day.isoformat())


def _substitute(path: Path, pattern: str | re.Pattern[str], text: str) -> None:
    path.write_text(re.sub(pattern, text, path.read_text(encoding="utf-8")), encoding="utf-8")


def release_text(root: Path, version: str, repository: str) -> str:
    """Return what a release's page says."""
    changelog = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    return f"{section(changelog, version)}\n{CHECKING.format(repository=repository)}"


def _run(asked: argparse.Namespace) -> None:
    if asked.command == "prepare":
        prepare(asked.root, asked.version, asked.day)
    elif asked.command == "text":
        print(release_text(asked.root, asked.version.removeprefix("v"), asked.repository))
    else:
        found = list(problems(asked.root, asked.tag))
        if found:
            raise ReleaseError("\n".join(found))


def main(arguments: Sequence[str]) -> int:
    """Do one of the three; 1 if something is in the way of the release."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", type=Path, default=ROOT, help=argparse.SUPPRESS)
    commands = parser.add_subparsers(dest="command", required=True)
    preparing = commands.add_parser("prepare")
    preparing.add_argument("version")
    preparing.add_argument("day", type=date.fromisoformat)
    commands.add_parser("check").add_argument("tag")
    telling = commands.add_parser("text")
    telling.add_argument("version")
    telling.add_argument("--repository", default="OWNER/REPOSITORY")
    try:
        _run(parser.parse_args(arguments))
    except ReleaseError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

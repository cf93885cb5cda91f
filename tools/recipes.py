"""Recipes of a release for package managers, written from its files.

``python -m tools.recipes FILES --version 1.2.3 --repository OWNER/NAME --out OUT`` writes a
Homebrew formula, winget manifests, a conda recipe and a Flatpak manifest with its metadata. Each
names the release's files by address and sha256; a file that is missing is an error. Nothing but
Python is needed: the workflow of a release runs it.
"""

import argparse
import hashlib
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from tools.release import day_of

ROOT = Path(__file__).resolve().parents[1]
ID = "org.coincide.Coincide"
SUMMARY = "Everyone's photos of one event, on one clock"
DESCRIPTION = (
    "Several people photograph one event, and every camera's clock is off by something. Coincide"
    " finds the offsets from the pictures themselves, puts all photos into one timeline, and writes"
    " corrected times without ever harming an original."
)
WINGET = "1.6.0"
# the runtime that the Flatpak begins with
RUNTIME = "24.08"


class RecipeError(Exception):
    """A file that a recipe names is not there."""


@dataclass(frozen=True)
class Release:
    """What is released: its files, and where they can be downloaded."""

    files: Path
    version: str
    repository: str
    day: date

    @property
    def home(self) -> str:
        """The page of the project."""
        return f"https://github.com/{self.repository}"

    def url(self, name: str) -> str:
        """Return the address of one of its files."""
        return f"{self.home}/releases/download/v{self.version}/{name}"

    def sha256(self, name: str) -> str:
        """Return what one of its files holds."""
        path = self.files / name
        if not path.is_file():
            raise RecipeError(f"{path} is not among the files of the release")
        return hashlib.sha256(path.read_bytes()).hexdigest()

    def program(self, system: str, ending: str = "tar.gz") -> str:
        """Return the name of the standalone program for a system."""
        return f"coincide-{self.version}-{system}.{ending}"


def formula(release: Release) -> str:
    """Return the Homebrew formula: the standalone program, and ExifTool beside it."""

    def source(system: str) -> str:
        name = release.program(system)
        return f'url "{release.url(name)}"\n      sha256 "{release.sha256(name)}"'

    return f"""class Coincide < Formula
  desc "{SUMMARY}"
  homepage "{release.home}"
  version "{release.version}"
  license all_of: ["Apache-2.0", "GPL-3.0-or-later"]

  depends_on "exiftool"

  on_macos do
    on_arm do
      {source("darwin-arm64")}
    end
  end
  on_linux do
    on_intel do
      {source("linux-x86_64")}
    end
  end

  def install
    libexec.install Dir["*"]
    bin.install_symlink libexec/"coincide"
  end

  test do
    assert_match "coincide #{{version}}", shell_output("#{{bin}}/coincide --version")
  end
end
"""


def _winget(kind: str, release: Release, body: str) -> str:
    head = f"# yaml-language-server: $schema=https://aka.ms/winget-manifest.{kind}.{WINGET}.schema.json"
    names = f"PackageIdentifier: Coincide.Coincide\nPackageVersion: {release.version}\n"
    return f"{head}\n{names}{body}ManifestType: {kind}\nManifestVersion: {WINGET}\n"


def winget_version(release: Release) -> str:
    """Return the manifest that names the others."""
    return _winget("version", release, "DefaultLocale: en-US\n")


def winget_installer(release: Release) -> str:
    """Return the manifest of the installer, for the user alone."""
    name = release.program("windows-setup", "exe")
    body = f"""InstallerType: inno
Scope: user
UpgradeBehavior: install
Commands:
- coincide
ReleaseDate: {release.day}
Dependencies:
  PackageDependencies:
  - PackageIdentifier: OliverBetz.ExifTool
Installers:
- Architecture: x64
  InstallerUrl: {release.url(name)}
  InstallerSha256: {release.sha256(name).upper()}
"""
    return _winget("installer", release, body)


def winget_locale(release: Release) -> str:
    """Return the manifest of texts."""
    body = f"""PackageLocale: en-US
Publisher: The Coincide developers
PublisherUrl: {release.home}
PackageName: Coincide
PackageUrl: {release.home}
License: Apache-2.0 AND GPL-3.0-or-later
LicenseUrl: {release.home}/blob/v{release.version}/LICENSE
ShortDescription: {SUMMARY}
Description: {DESCRIPTION}
ReleaseNotesUrl: {release.home}/releases/tag/v{release.version}
Tags:
- exif
- photo
- time
"""
    return _winget("defaultLocale", release, body)


def conda(release: Release) -> str:
    """Return the conda recipe, of the sdist.

    Two requirements are not at conda-forge and have to be there first: exiv2's Python package and
    the weights.
    """
    name = f"coincide-{release.version}.tar.gz"
    needed = "".join(f"    - {one}\n" for one in _conda_requirements())
    return f"""schema_version: 1
context:
  version: "{release.version}"
package:
  name: coincide
  version: ${{{{ version }}}}
source:
  url: {release.url(name)}
  sha256: {release.sha256(name)}
build:
  noarch: python
  number: 0
  script: python -m pip install . --no-deps --no-build-isolation -vv
  python:
    entry_points:
      - coincide = coincide.__main__:main
requirements:
  host:
    - python 3.11.*
    - pip
    - hatchling >=1.27
    - nodejs >=22.12
  run:
    - python >=3.11
{needed}tests:
  - python:
      imports:
        - coincide
      pip_check: true
  - script:
      - coincide --version
about:
  homepage: {release.home}
  license: Apache-2.0
  license_file: LICENSE
  summary: {SUMMARY}
  description: {DESCRIPTION}
  repository: {release.home}
"""


def _conda_requirements() -> list[str]:
    """Return what the package needs, by its own list, as conda writes it."""
    import tomllib

    with (ROOT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)["project"]
    asked = [*project["dependencies"], *project["optional-dependencies"]["web"]]
    parts = [(one, min(one.find(sign) for sign in "=>" if sign in one)) for one in asked]
    return [f"{one[:at]} {one[at:]}" for one, at in parts]


def flatpak(release: Release) -> str:
    """Return the Flatpak manifest of the standalone program; it sees pictures and mounted cards."""
    name = release.program("linux-x86_64")
    return f"""id: {ID}
runtime: org.freedesktop.Platform
runtime-version: "{RUNTIME}"
sdk: org.freedesktop.Sdk
command: coincide
finish-args:
  - --share=network
  - --filesystem=xdg-pictures
  - --filesystem=/media
  - --filesystem=/run/media
modules:
  - name: coincide
    buildsystem: simple
    build-commands:
      - mkdir -p /app/lib /app/bin
      - cp -r . /app/lib/coincide
      - ln -s /app/lib/coincide/coincide /app/bin/coincide
      - install -Dm644 coincide.svg /app/share/icons/hicolor/scalable/apps/{ID}.svg
      - desktop-file-edit --set-icon={ID} coincide.desktop
      - install -Dm644 coincide.desktop /app/share/applications/{ID}.desktop
      - install -Dm644 {ID}.metainfo.xml -t /app/share/metainfo
    sources:
      - type: archive
        url: {release.url(name)}
        sha256: {release.sha256(name)}
      - type: file
        path: {ID}.metainfo.xml
"""


def metainfo(release: Release) -> str:
    """Return what software centres show."""
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<component type="desktop-application">
  <id>{ID}</id>
  <metadata_license>CC0-1.0</metadata_license>
  <project_license>Apache-2.0 AND GPL-3.0-or-later</project_license>
  <name>Coincide</name>
  <developer_name>The Coincide developers</developer_name>
  <summary>{SUMMARY}</summary>
  <description>
    <p>{DESCRIPTION}</p>
  </description>
  <launchable type="desktop-id">{ID}.desktop</launchable>
  <url type="homepage">{release.home}</url>
  <url type="bugtracker">{release.home}/issues</url>
  <content_rating type="oars-1.1"/>
  <releases>
    <release version="{release.version}" date="{release.day}"/>
  </releases>
</component>
"""


RECIPES: Mapping[str, Callable[[Release], str]] = {
    "homebrew/coincide.rb": formula,
    "winget/Coincide.Coincide.yaml": winget_version,
    "winget/Coincide.Coincide.installer.yaml": winget_installer,
    "winget/Coincide.Coincide.locale.en-US.yaml": winget_locale,
    "conda/recipe.yaml": conda,
    f"flatpak/{ID}.yaml": flatpak,
    f"flatpak/{ID}.metainfo.xml": metainfo,
}


def write_recipes(release: Release, out: Path) -> None:
    """Write all of them."""
    for name, recipe in RECIPES.items():
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        (out / name).write_text(recipe(release), encoding="utf-8")


def main(arguments: Sequence[str]) -> int:
    """Write the recipes of a release; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", type=Path)
    parser.add_argument("--version", required=True)
    parser.add_argument("--repository", required=True)
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args(arguments)
    version = asked.version.removeprefix("v")
    day = day_of((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), version)
    try:
        write_recipes(Release(asked.files, version, asked.repository, day), asked.out)
    except RecipeError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Make what people install out of the standalone program: AppImage, disk image, installer.

``python -m tools.standalone.installers`` after ``tools.standalone.build``, on each system. Signing
is done where its settings are: ``MAC_IDENTITY`` (of a Developer ID in the key chain) and
``MAC_PROFILE`` (of notarytool), ``WINDOWS_SIGN`` (a command of Inno Setup's sign tool). Without
them nothing is signed, and the last line says so. An AppImage needs ``APPIMAGETOOL``, the path of
that program. Not tried on macOS or Windows so far.
"""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from coincide import __version__
from tools.packages import ROOT

WORK, OUT = ROOT / "build" / "standalone", ROOT / "dist"
Command = Sequence[str | Path]


def commands(system: str, settings: Mapping[str, str]) -> Iterator[Command]:
    """Yield what is to be run on a system, as ``sys.platform`` names it."""
    if system == "linux":
        yield from _appimage(settings)
    elif system == "darwin":
        yield from _disk_image(settings)
    elif system == "win32":
        yield from _installer(settings)


def _appimage(settings: Mapping[str, str]) -> Iterator[Command]:
    if tool := settings.get("APPIMAGETOOL"):
        yield [tool, WORK / "Coincide.AppDir", OUT / f"Coincide-{__version__}-x86_64.AppImage"]


def _disk_image(settings: Mapping[str, str]) -> Iterator[Command]:
    program, image = WORK / "Coincide.app", OUT / f"Coincide-{__version__}.dmg"
    identity, profile = settings.get("MAC_IDENTITY"), settings.get("MAC_PROFILE")
    if identity:
        sign = ["codesign", "--force", "--deep", "--options", "runtime", "--timestamp"]
        yield [*sign, "--sign", identity, program]
    yield ["hdiutil", "create", "-volname", "Coincide", "-srcfolder", program, image]
    if identity and profile:
        yield ["xcrun", "notarytool", "submit", image, "--keychain-profile", profile, "--wait"]
        yield ["xcrun", "stapler", "staple", image]


def _installer(settings: Mapping[str, str]) -> Iterator[Command]:
    command = ["iscc", f"/DVERSION={__version__}"]
    if sign := settings.get("WINDOWS_SIGN"):
        command += ["/DSIGN=coincide", f"/Scoincide={sign}"]
    yield [*command, ROOT / "tools" / "standalone" / "installer.iss"]


def main() -> None:
    """Run what this system has."""
    found = list(commands(sys.platform, os.environ))
    for command in found:
        subprocess.run(command, check=True)
    signed = any(os.environ.get(name) for name in ("MAC_IDENTITY", "WINDOWS_SIGN"))
    print(f"made in {len(found)} steps, {'signed' if signed else 'not signed'}")


if __name__ == "__main__":
    main()

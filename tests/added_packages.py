"""Packages that add something to Coincide, as pip would have left them in a folder."""

from pathlib import Path

from coincide.plugins import GROUPS, Kind


def write_package(folder: Path, package: str, kind: Kind, name: str, code: str) -> Path:
    """Write a package of one module whose function ``make`` is the entry point ``name``."""
    module = package.replace("-", "_")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{module}.py").write_text(code, encoding="utf-8")
    about = folder / f"{module}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[{GROUPS[kind]}]\n{name} = {module}:make\n")
    return folder

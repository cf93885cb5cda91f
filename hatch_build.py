"""Hatchling's build hook: the review app's front end is built into every package.

Node is a requirement of the build only when there is something to build. Set COINCIDE_NO_WEB
to leave the front end out: the rest of the package does not need it.
"""

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# hatchling loads this file by itself, so its neighbours are not importable yet
sys.path.insert(0, str(Path(__file__).resolve().parent / "tools"))

import build_web


class WebBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Build web/ before a wheel, an sdist or an editable install."""

    def dependencies(self) -> list[str]:
        """Ask for Node where the front end is not built yet."""
        return [] if self._is_left_out() else [build_web.NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the front end into the package's source, from where it is packed."""
        if not self._is_left_out():
            build_web.build(Path(self.root))

    def _is_left_out(self) -> bool:
        return bool(os.environ.get("COINCIDE_NO_WEB")) or build_web.is_current(Path(self.root))

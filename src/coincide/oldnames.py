"""Modules that packages of others import by names of 0.1: they work on, and warn, for one version.

What moved is told here once, and found when it is asked for; nothing of ours uses it.
"""

import sys
import warnings
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

# old module: where what it offered lives now
HOMES = {
    "coincide.config": (
        "coincide.project.options",
        "coincide.solver.options",
        "coincide.features.options",
        "coincide.ingest.options",
    ),
    "coincide.embed": ("coincide.features",),
    "coincide.embed.backbones": ("coincide.features.backbones",),
    "coincide.graph": ("coincide.solver.paper.graph",),
    "coincide.link": ("coincide.solver.links",),
    "coincide.offsets": ("coincide.solver.methods", "coincide.solver.paper"),
    "coincide.pipeline": ("coincide.project",),
    "coincide.times": ("coincide.model.times",),
}


class MovedFinder(MetaPathFinder, Loader):
    """Finds the modules of 0.1 that others may import."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return how to make a module that moved; None of all others."""
        if fullname not in HOMES:
            return None
        is_package = any(name.startswith(f"{fullname}.") for name in HOMES)
        return ModuleSpec(fullname, self, is_package=is_package)

    def exec_module(self, module: ModuleType) -> None:
        """Fill the module with what its homes offer now, and say where that is."""
        homes = HOMES[module.__name__]
        warnings.warn(
            f"{module.__name__} is now {' and '.join(homes)}; the old name goes with 0.3.",
            DeprecationWarning,
            stacklevel=2,
        )

        def found(name: str) -> object:
            for home in homes:
                there = import_module(home)
                if hasattr(there, name):
                    return getattr(there, name)
            raise AttributeError(f"module {module.__name__!r} has no attribute {name!r}")

        module.__getattr__ = found  # type: ignore[method-assign]


def install() -> None:
    """Let the old names be found, after all others."""
    if not any(isinstance(finder, MovedFinder) for finder in sys.meta_path):
        sys.meta_path.append(MovedFinder())

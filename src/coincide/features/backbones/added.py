"""Backbones of other packages: a function from the cache folder to a Backbone."""

from pathlib import Path

from coincide.features.backbones.spec import Backbone
from coincide.plugins import Added


def open_added_backbone(added: Added, folder: Path) -> Backbone:
    """Return what the package's function makes in ``folder``, if it is a backbone that can run."""
    backbone = added.call(added.load(), folder)
    if not isinstance(backbone, Backbone):
        raise added.fault(f"gave no Backbone but {type(backbone).__name__}")
    if not backbone.model.is_file():
        raise added.fault(f"names a model file that is not there: {backbone.model}")
    if not backbone.digest:
        raise added.fault("has no digest: its vectors could not be told from others")
    taps = {tap.name for tap in backbone.taps}
    if not backbone.default_taps or not taps.issuperset(backbone.default_taps):
        raise added.fault(f"has default taps that are not among its taps: {backbone.default_taps}")
    return backbone

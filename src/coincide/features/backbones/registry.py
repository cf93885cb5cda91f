"""Open a backbone by its name, or by the path of an ONNX file."""

from pathlib import Path

from coincide.errors import ModelError, UsageError
from coincide.features.backbones import googlenet
from coincide.features.backbones.cache import cache_folder, find_entry
from coincide.features.backbones.efficientnet_lite import VARIANTS, open_efficientnet_lite
from coincide.features.backbones.googlenet import open_googlenet
from coincide.features.backbones.onnx_file import open_onnx_file
from coincide.features.backbones.spec import Backbone
from coincide.model.progress import Progress
from coincide.plugins import Added, choose_added, names_with_added

BACKBONES = (*VARIANTS, googlenet.NAME)


def open_backbone(
    name: str,
    *,
    weights: Path | None = None,
    cache: Path | None = None,
    progress: Progress | None = None,
) -> Backbone:
    """Return the backbone of that name, its model on disk and ready to run.

    ``name`` is one of BACKBONES, one that another package adds, or the path of an .onnx
    file with its settings beside it (see onnx_file). ``weights`` replaces what would be
    installed or downloaded. ``cache`` is where built and downloaded models are kept, by default
    $COINCIDE_CACHE or the platform's cache folder. ``progress`` is called with the
    bytes so far and in all during a download.
    """
    folder = cache if cache is not None else cache_folder()
    if name in VARIANTS:
        return open_efficientnet_lite(name, folder, weights=weights)
    if name == googlenet.NAME:
        return open_googlenet(folder, weights=weights, progress=progress)
    added = None if is_model_file(name) else choose_added("backbone", name)
    if added is None and not is_model_file(name):
        known = names_with_added("backbone", BACKBONES)
        raise ModelError(
            f"There is no backbone {name!r}; there are: {known}, or the path of an .onnx file."
        )
    if weights is not None:
        raise UsageError(f"{name} has weights of its own: leave out --weights.")
    return open_onnx_file(Path(name)) if added is None else open_added_backbone(added, folder)


def is_at_hand(name: str, *, weights: Path | None = None) -> bool:
    """Tell whether a backbone opens without a download."""
    fetched = name == googlenet.NAME and weights is None
    return not fetched or find_entry(cache_folder(), googlenet.ENTRY) is not None


def is_model_file(name: str) -> bool:
    """Tell whether a backbone's name is the path of an ONNX file."""
    return name.lower().endswith(".onnx")


def open_added_backbone(added: Added, folder: Path) -> Backbone:
    """Return what the package's function makes in ``folder``, if it is a backbone that can run."""
    backbone = added.call(added.load(), folder)
    if not isinstance(backbone, Backbone):
        raise added.fault(f"returned {type(backbone).__name__} instead of a Backbone")
    if not backbone.model.is_file():
        raise added.fault(f"names a model file that does not exist: {backbone.model}")
    if not backbone.digest:
        raise added.fault("has no digest, which identifies its vectors")
    taps = {tap.name for tap in backbone.taps}
    if not backbone.default_taps or not taps.issuperset(backbone.default_taps):
        raise added.fault(f"has default taps that are not among its taps: {backbone.default_taps}")
    return backbone

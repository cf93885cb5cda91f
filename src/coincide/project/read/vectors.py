"""How photos look, as far as a sync of their project has looked: nothing is computed here."""

from collections.abc import Sequence

import numpy as np

from coincide.errors import CoincideError
from coincide.features import vlad
from coincide.features.backbones import Backbone, Tap, open_backbone
from coincide.features.backbones.registry import is_at_hand
from coincide.model import Place, Singles
from coincide.project.folder.settings import load_settings
from coincide.project.folder.trust import require_code
from coincide.project.options import SyncOptions
from coincide.project.read.features import chosen_taps, feature_key
from coincide.storage.objectstore import open_store
from coincide.storage.projectstore import ProjectStore


def looks_of(keys: Sequence[str], project: Place | None) -> Singles:
    """Return how photos look, (N, D), by the network of the project's last sync; else D is 0."""
    nobody = np.zeros((len(keys), 0), dtype=np.float32)
    if project is None:
        return nobody
    network = _network(load_settings(project).options)
    if network is None:
        return nobody
    backbone, taps = network
    with open_store(project, readonly=True) as store:
        # several layers speak with one voice each
        looks = [_looks(store, feature_key(backbone, tap), keys) for tap in taps]
    return vlad.normalise(np.concatenate(looks, axis=1))


def _network(options: SyncOptions) -> tuple[Backbone, tuple[Tap, ...]] | None:
    """Return what a sync looked with; None where that is no longer on this machine."""
    name, weights = options.embed.backbone, options.embed.weights
    if not is_at_hand(name, weights=weights):
        return None
    try:
        require_code(options)
        backbone = open_backbone(name, weights=weights)
        return backbone, chosen_taps(backbone, options.features, options.method)
    except CoincideError:  # a file that was moved or is not trusted, a package that is gone
        return None


def _looks(store: ProjectStore, feature: str, keys: Sequence[str]) -> Singles:
    """Return vectors of length one, of a map the mean of its regions; zeros of what is missing."""
    missing = set(store.missing(feature, keys))
    seen = [row for row, key in enumerate(keys) if key not in missing]
    look = np.zeros((len(keys), 0), dtype=np.float32)
    for where, block in store.iter_vectors(feature, [keys[row] for row in seen]):
        flat = block if block.ndim == 2 else block.reshape(len(block), -1, block.shape[-1]).mean(1)
        if not look.shape[1]:
            look = np.zeros((len(keys), flat.shape[1]), dtype=np.float32)
        look[np.take(seen, where)] = vlad.normalise(flat)
    return look

"""Backbones: the networks that describe photos, by name or by the path of an ONNX file.

To add a network, copy ``efficientnet_lite.py`` and name it in ``registry.py``; from another
package, see docs/guide/plugins.md.
"""

from coincide.features.backbones.cache import cached
from coincide.features.backbones.registry import BACKBONES, open_backbone
from coincide.features.backbones.spec import Backbone, Preprocess, Tap, fingerprint

__all__ = [
    "BACKBONES",
    "Backbone",
    "Preprocess",
    "Tap",
    "cached",
    "fingerprint",
    "open_backbone",
]

"""Backbones: the networks that describe photos, by name or by the path of an ONNX file.

To add a network, copy ``efficientnet_lite.py`` and name it in ``registry.py``.
"""

from coincide.embed.backbones.registry import BACKBONES, open_backbone
from coincide.embed.backbones.spec import Backbone, Preprocess, Tap

__all__ = ["BACKBONES", "Backbone", "Preprocess", "Tap", "open_backbone"]

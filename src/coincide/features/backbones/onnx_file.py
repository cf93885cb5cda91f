"""Any network as a backbone: an ONNX file, and a TOML file beside it that says how to feed it.

For ``net.onnx`` the settings are in ``net.onnx.toml`` or ``net.toml``:

    mean = [123.675, 116.28, 103.53]  # subtracted; 0 to 255 scale, in the order of channels
    std = [58.395, 57.12, 57.375]     # divided by; same scale and order
    size_px = 224                     # side of the square input; 224 if absent
    channels = "RGB"                  # or "BGR"; RGB if absent
    resize = "squash"                 # or "crop"; squash if absent
    layout = "NCHW"                   # or "NHWC"; of the input; NCHW if absent
    map_layout = "NCHW"               # or "NHWC"; of the tapped tensors; as layout if absent
    default = ["layer3"]              # taps to use unless others are asked for; the first if absent
    note = "who trained it, licence"  # optional

    [taps]                            # at least one: our name = tensor in the graph
    layer3 = "/layer3/layer3.1/relu_1/Relu_output_0"
    pooled = "/Flatten_output_0"

A tensor with regions (rank 4, or rank 3 as (n, regions, channels)) is a map; one
without is a vector.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

from coincide.errors import ModelError
from coincide.features.backbones.graph import load_model, make_taps, model_sha256
from coincide.features.backbones.spec import (
    Backbone,
    ChannelOrder,
    Layout,
    Preprocess,
    Resize,
    fingerprint,
)

_FEED_KEYS = {"mean", "std", "size_px", "channels", "resize", "layout"}
_KEYS = _FEED_KEYS | {"map_layout", "taps", "default", "note"}
# 16: below it no network has a single region; 4096: above it one image takes gigabytes
_SIZE_RANGE_PX = (16, 4096)


def settings_places(path: Path) -> tuple[Path, Path]:
    """Return where the settings of a model may lie."""
    return path.with_name(f"{path.name}.toml"), path.with_suffix(".toml")


def open_onnx_file(path: Path) -> Backbone:
    """Return the network of an ONNX file with the settings beside it."""
    if not path.is_file():
        raise ModelError(f"{path}: there is no such model file.")
    settings = _read_settings(path)
    preprocess = settings.preprocess()
    tensors = settings.taps()
    default = settings.default(tensors)
    note = settings.text("note", default=f"the user's model {path.name}")
    model = load_model(path)
    taps = make_taps(model, tensors, preprocess, path, layout=settings.map_layout())
    return Backbone(
        name=path.stem,
        model=path,
        digest=fingerprint(model_sha256(path), preprocess, taps),
        preprocess=preprocess,
        taps=taps,
        default_taps=default,
        note=note,
    )


def _read_settings(path: Path) -> "_Settings":
    """Read the TOML file beside a model."""
    places = settings_places(path)
    for place in places:
        if place.is_file():
            break
    else:
        names = " or ".join(place.name for place in places)
        raise ModelError(
            f"{path}: its settings are missing. Put {names} next to it, with the keys mean and "
            "std (0 to 255 scale) and a table [taps] of name = tensor."
        )
    try:
        values = tomllib.loads(place.read_text(encoding="utf-8"))
    except OSError as error:
        raise ModelError(f"{place}: cannot be read ({error.strerror}).") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ModelError(f"{place}: not valid TOML ({error}).") from error
    unknown = sorted(values.keys() - _KEYS)
    if unknown:
        known = ", ".join(sorted(_KEYS))
        raise ModelError(f"{place}: unknown key {unknown[0]!r}; the keys are: {known}.")
    return _Settings(place, values)


@dataclass(frozen=True)
class _Settings:
    """The values of a settings file; each method checks what it returns."""

    source: Path
    values: Mapping[str, Any]

    def preprocess(self) -> Preprocess:
        """Return how to feed the network."""
        mean, std = self._triple("mean"), self._triple("std")
        if any(0.0 < value < 1.0 for value in mean):
            raise self._error("mean", "is on the 0 to 255 scale, like std: multiply both by 255")
        if any(value <= 0.0 for value in std):
            raise self._error("std", "must be above 0")
        channels: ChannelOrder = self._choice("channels", get_args(ChannelOrder))
        resize: Resize = self._choice("resize", get_args(Resize))
        layout: Layout = self._choice("layout", get_args(Layout))
        return Preprocess(
            mean=mean,
            std=std,
            size_px=self._size_px(),
            channels=channels,
            resize=resize,
            layout=layout,
        )

    def map_layout(self) -> Layout:
        """Return how the tapped tensors are ordered."""
        layout: Layout = self._choice(
            "map_layout", get_args(Layout), default=self.values.get("layout")
        )
        return layout

    def taps(self) -> dict[str, str]:
        """Return the tensors by the names of their taps."""
        taps = self.values.get("taps")
        if not isinstance(taps, dict) or not taps:
            raise self._error("taps", "must be a table with at least one line: name = tensor")
        for name, tensor in taps.items():
            if not isinstance(tensor, str):
                raise self._error(f"taps.{name}", "must be the name of a tensor, in quotes")
            if "," in name or not name.strip():
                # lists of taps are written with commas
                raise self._error(f"taps.{name}", "must have a name without commas")
        return taps

    def default(self, taps: Mapping[str, str]) -> tuple[str, ...]:
        """Return the taps to use unless others are asked for."""
        names = self.values.get("default", [next(iter(taps))])
        if (
            not isinstance(names, list)
            or not names
            or any(name not in list(taps) for name in names)
        ):
            raise self._error("default", f"must be a list of taps, of these: {', '.join(taps)}")
        return tuple(names)

    def text(self, key: str, *, default: str) -> str:
        """Return a text."""
        value = self.values.get(key, default)
        if not isinstance(value, str):
            raise self._error(key, "must be text in quotes")
        return value

    def _size_px(self) -> int:
        value = self.values.get("size_px", 224)
        low, high = _SIZE_RANGE_PX
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise self._error("size_px", f"must be a whole number from {low} to {high}")
        return value

    def _triple(self, key: str) -> tuple[float, float, float]:
        value = self.values.get(key)
        if not isinstance(value, list) or len(value) != 3 or not all(map(_is_number, value)):
            raise self._error(key, "must be three numbers, one for each channel")
        return float(value[0]), float(value[1]), float(value[2])

    def _choice(self, key: str, choices: tuple[str, ...], default: str | None = None) -> Any:
        value = self.values.get(key, default or choices[0])
        if value not in choices:
            raise self._error(key, f"must be one of: {', '.join(choices)}")
        return value

    def _error(self, key: str, reason: str) -> ModelError:
        return ModelError(f"{self.source}: {key} {reason}.")


def _is_number(value: object) -> bool:
    """Whether a TOML value is a finite number; it also knows nan and inf."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < 1e6

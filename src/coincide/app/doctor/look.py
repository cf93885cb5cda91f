"""Look at every package, the weights, ExifTool, the front end and the folders."""

import importlib
import platform
import re
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

from coincide.app.doctor.findings import Diagnosis
from coincide.app.doctor.parts import EXTRAS, REQUIRED, WEIGHTS, Extra, Requirement

# what a broken package raises when it is loaded: a library that is missing, of another version,
# or made for another numpy
_BROKEN = (ImportError, OSError, AttributeError, RuntimeError, TypeError, ValueError)
_PATIENCE_S = 20.0


def examine(project: Path | None = None) -> tuple[Diagnosis, ...]:
    """Look at everything; ``project`` is the project folder to try, if an event was named."""
    return (
        Diagnosis("Python", "runs it all", True, platform.python_version()),
        Diagnosis("coincide", "this program", True, _version("coincide")),
        *(_look_at_part(part) for part in REQUIRED),
        _look_at_part(WEIGHTS),
        *(_look_at_extra(extra) for extra in EXTRAS),
        _look_at_exiftool(),
        _look_at_front_end(),
        *_look_at_folders(project),
    )


def _look_at_part(part: Requirement) -> Diagnosis:
    """Return what became of one package that is always needed."""
    problem = _problem(part)
    # what is there and broken is not mended by asking pip for it: it would say it is there
    anew = "--force-reinstall --no-deps " if problem and _version(part.package) else ""
    how = "==" if part is WEIGHTS else ">="
    return Diagnosis(
        f"weights ({part.package})" if part is WEIGHTS else part.package,
        part.purpose,
        True,
        _version(part.package),
        problem,
        f'{_install()} {anew}"{part.package}{how}{part.least}"' if problem else None,
    )


def _look_at_extra(extra: Extra) -> Diagnosis:
    """Return what became of an extra: one finding for all its packages."""
    problems = [
        f"{part.package} {problem}"
        for part in extra.parts
        if (problem := _problem(part)) is not None
    ]
    versions = ", ".join(f"{part.package} {_version(part.package) or '?'}" for part in extra.parts)
    return Diagnosis(
        f"coincide[{extra.name}]",
        f"for {extra.purpose}",
        False,
        versions if not problems else None,
        "; ".join(problems) or None,
        _install_extra(extra.name) if problems else None,
    )


def _problem(part: Requirement) -> str | None:
    """Return what is wrong with a package, None for nothing."""
    version = _version(part.package)
    if version is not None and _numbers(version) < _numbers(part.least):
        return f"is {version}, older than {part.least}"
    if part.module is None:
        return _problem_with_weights(part)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the packages' own affairs
            importlib.import_module(part.module)
    except ModuleNotFoundError as error:
        if version is None and error.name == part.module:
            return "is not installed"
        return f"cannot be loaded ({error})"
    except _BROKEN as error:
        return f"cannot be loaded ({error})"
    return None


def _problem_with_weights(part: Requirement) -> str | None:
    """Return what is wrong with a package of weights: its file is missing, or another one."""
    try:
        from coincide.errors import ModelError
        from coincide.features.backbones.cache import file_sha256
        from coincide.features.backbones.efficientnet_lite import VARIANTS, find_weights
    except _BROKEN as error:
        if _version(part.package) is None:
            return "is not installed"
        return f"cannot be checked until the packages above are installed ({error})"
    variant = next(item for item in VARIANTS.values() if item.package == part.package)
    try:
        path = find_weights(variant)
        found = file_sha256(path)
    except ModelError:
        return "is not installed"
    except OSError as error:
        return f"cannot be read ({error})"
    if found != variant.sha256:
        return f"is damaged: {path} has the sha256 {found}, expected {variant.sha256}"
    return None


def _look_at_exiftool() -> Diagnosis:
    """Return whether ExifTool is there and answers."""
    from coincide.media.exiftool import find_exiftool, install_line

    name, purpose = (
        "ExifTool",
        "for writing times into files, and for AVI, MKV and a few RAW formats",
    )
    program = find_exiftool()
    if program is None:
        return Diagnosis(name, purpose, False, None, "is not installed", install_line())
    try:
        done = subprocess.run(
            [program, "-config", "", "-ver"],
            capture_output=True,
            text=True,
            timeout=_PATIENCE_S,
            check=True,
        )
    except (OSError, subprocess.SubprocessError) as error:
        problem = f"{program} does not respond ({error})"
        return Diagnosis(name, purpose, False, None, problem, install_line())
    return Diagnosis(name, purpose, False, f"{done.stdout.strip()} ({program})")


def _look_at_front_end() -> Diagnosis:
    """Return whether the pages of the review app came with the package."""
    from coincide.app.review.static import is_built

    name, purpose = "pages of the review app", "for coincide review and coincide report"
    if is_built():
        return Diagnosis(name, purpose, False, "built in")
    remedy = "make web # in the source folder; wheels contain them"
    return Diagnosis(name, purpose, False, None, "are not built", remedy)


def _look_at_folders(project: Path | None) -> Iterator[Diagnosis]:
    """Yield whether the folders can be written that a sync writes to."""
    try:
        from coincide.features.backbones.cache import CACHE_VARIABLE, cache_folder

        elsewhere = f"export {CACHE_VARIABLE}=/another/folder"
        yield _look_at_folder("cache folder", "keeps networks", True, cache_folder(), elsewhere)
    except _BROKEN as error:
        yield Diagnosis("cache folder", "keeps networks", True, None, f"is unknown ({error})")
    given = project is not None
    folder = project or Path.cwd() / ".coincide"
    remedy = "coincide sync … --project /another/folder"
    purpose = "stores results" if given else "for an event in this folder"
    yield _look_at_folder("project folder", purpose, given, folder, remedy)


def _look_at_folder(name: str, purpose: str, needed: bool, folder: Path, remedy: str) -> Diagnosis:
    """Return whether a folder can be written, or made if it is not there; nothing stays in it."""
    nearest = folder
    while not nearest.exists() and nearest.parent != nearest:
        nearest = nearest.parent
    try:
        with tempfile.TemporaryFile(dir=nearest):
            pass
    except OSError as error:
        problem = f"{folder} cannot be written to ({error.strerror})"
        return Diagnosis(name, purpose, needed, None, problem, remedy)
    return Diagnosis(name, purpose, needed, str(folder))


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def _numbers(version: str) -> tuple[int, ...]:
    """Return the numbers a version begins with.

    >>> _numbers("4.10.0.84"), _numbers("0.66b2")
    ((4, 10, 0, 84), (0, 66))
    """
    found = re.match(r"\d+(\.\d+)*", version)
    return tuple(map(int, found[0].split("."))) if found else ()


def _install_extra(name: str) -> str:
    """Return the line that brings an extra, here or where it can be brought."""
    if getattr(sys, "frozen", False):
        return f'pipx install ".[{name}]"  # in the source folder; this program cannot be extended'
    return f'{_install()} "coincide[{name}]"'


def _install(prefix: Path | None = None) -> str:
    """Return how packages come into this environment: by pip, or by what has made it.

    >>> _install(Path("/nowhere"))
    'pip install'
    """
    root = prefix or Path(sys.prefix)
    if (root / "pipx_metadata.json").is_file():
        return "pipx runpip coincide install"
    if (root / "uv-receipt.toml").is_file():
        return f'uv pip install --python "{root}"'
    return "pip install"

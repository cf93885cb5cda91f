"""What a project is of and how it is solved: its sources and options, kept until changed."""

import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from coincide.errors import StoreError
from coincide.model import Place, Url, place_of
from coincide.project.folder import files
from coincide.project.folder.trust import mark_stored
from coincide.project.options import SyncOptions, options_document, options_of

NAME, SCHEMA = "project.json", "coincide.project/1"


@dataclass(frozen=True)
class ProjectSettings:
    """The folders, event file or URLs that photos are read from, and the options of a sync."""

    sources: tuple[Place, ...] = ()
    options: SyncOptions = field(default_factory=SyncOptions)


def load_settings(folder: Place) -> ProjectSettings:
    """Return a project's settings; the usual ones where none are kept yet.

    Paths of code and weights in the options are marked as stored: see ``project/folder/trust.py``.
    """
    data = files.read_bytes(folder, NAME)
    if data is None:
        return ProjectSettings()
    try:
        document = json.loads(data)
        if document["schema"] != SCHEMA:
            raise StoreError(
                f"{folder / NAME} is {document['schema']}; this version reads {SCHEMA}."
                " Use the version of Coincide that wrote it."
            )
        sources = tuple(_source(text, folder) for text in document["sources"])
        options = options_of(document["options"], SyncOptions())
        return ProjectSettings(sources, mark_stored(options, folder))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise StoreError(
            f"Cannot read {folder / NAME}: {error}. Delete it, and give your options to"
            " coincide sync again."
        ) from error


def save_settings(folder: Place, settings: ProjectSettings) -> None:
    """Keep a project's settings; nothing is written where they are the same."""
    document: dict[str, Any] = {
        "schema": SCHEMA,
        "sources": [_text(source, folder) for source in settings.sources],
        "options": options_document(settings.options),
    }
    data = json.dumps(document, indent=1, ensure_ascii=True).encode() + b"\n"
    if files.read_bytes(folder, NAME) != data:
        files.write_bytes(folder, NAME, data)


def _text(source: Place, folder: Place) -> str:
    """Return a source as seen from the project folder: they may be moved together."""
    if isinstance(source, Url) or isinstance(folder, Url):
        return str(source)
    return Path(os.path.relpath(source.absolute(), folder.absolute())).as_posix()


def _source(text: str, folder: Place) -> Place:
    if isinstance(folder, Url):
        return place_of(text)
    return Path(os.path.normpath(folder.absolute() / text))

"""What a person states of a library: times of photos, borders, stretches that are not so.

Each statement stays until it is taken back, also while it says nothing: of a photo that is gone.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import msgspec

from coincide.library.scan.bodies import BodyKey
from coincide.library.scan.store import LibraryStore
from coincide.model.times import to_text


@dataclass(frozen=True, slots=True)
class Said:
    """A person said when a photo was taken: in local time, ± ``sd_s``."""

    path: Path
    true_s: float
    sd_s: float


@dataclass(frozen=True, slots=True)
class RejectedStretch:
    """A person rejected a stretch: of this clock, with a session that showed ``shown_s`` first.

    Another offset of the same session was not rejected.
    """

    body: str
    owner: str
    shown_s: float
    to_utc_s: float


@dataclass(frozen=True, slots=True)
class SaidBorder:
    """A person said where a clock was set: between a photo and the one that it took before.

    ``set_before``: there it was set. ``not_before``: there it was not. Both: a border that lies
    elsewhere than it was found.
    """

    set_before: Path | None = None
    not_before: Path | None = None

    @property
    def photos(self) -> Iterator[tuple[Path, bool]]:
        """The photos it names, and whether the clock was set right before each."""
        if self.not_before is not None:
            yield self.not_before, False
        if self.set_before is not None:
            yield self.set_before, True


Statement = Said | RejectedStretch | SaidBorder
StatementKind = Literal["answers", "rejections", "borders"]
_TYPES: dict[StatementKind, type[Statement]] = {
    "answers": Said,
    "rejections": RejectedStretch,
    "borders": SaidBorder,
}
# numbers count over all kinds, so that what was said last is known
_NUMBERS = " UNION ALL ".join(f"SELECT number FROM {kind}" for kind in _TYPES)


@dataclass(frozen=True, slots=True)
class Stated:
    """One statement as it is kept; ``number`` says when, by order."""

    number: int
    kind: StatementKind
    what: Statement


def statement_in_words(stated: Stated) -> str:
    """Return what a person stated as a sentence without its end."""
    what = stated.what
    if isinstance(what, Said):
        return f"{what.path.name} was taken on {to_text(what.true_s)}"
    if isinstance(what, RejectedStretch):
        model = BodyKey.parse(what.body).model
        return f"the stretch of {model} around {to_text(what.shown_s)[:10]} is not so"
    parts = [
        f"the clock was {'set' if was_set else 'not set'} before {path.name}"
        for path, was_set in what.photos
    ]
    return ", ".join(parts)


def statements(store: LibraryStore) -> tuple[Stated, ...]:
    """Return all that a person stated, in the order it was stated."""
    found = [
        Stated(number, kind, _read(document, kind))
        for kind in _TYPES
        for number, document in store.run(f"SELECT number, document FROM {kind}")
    ]
    return tuple(sorted(found, key=lambda one: one.number))


def state(store: LibraryStore, what: Statement) -> None:
    """Keep a statement."""
    kind = next(kind for kind, sort in _TYPES.items() if isinstance(what, sort))
    document = msgspec.json.encode(what, enc_hook=str).decode()
    number = f"(SELECT 1 + COALESCE(MAX(number), 0) FROM ({_NUMBERS}))"
    with store.transaction():
        store.run(f"INSERT INTO {kind} VALUES ({number}, ?)", (document,))


def take_back(store: LibraryStore, which: Iterable[Stated]) -> None:
    """Forget some statements."""
    with store.transaction():
        for one in which:
            store.run(f"DELETE FROM {one.kind} WHERE number = ?", (one.number,))


def _read(document: str, kind: StatementKind) -> Statement:
    return msgspec.json.decode(document, type=_TYPES[kind], dec_hook=_to_path)


def _to_path(kind: type, value: str) -> Path:
    if kind is not Path:
        raise TypeError(kind)
    return Path(value)

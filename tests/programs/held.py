"""What a program's database says of the files it has imported."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Held:
    """What a program holds of one file."""

    time: str | None  # as it shows it, to the second
    rating: int
    keywords: frozenset[str]  # of those in others, the whole way: "Places/garden"


def rows(database: Path, query: str, *others: Path) -> Iterator[tuple[object, ...]]:
    """Yield what a database answers, which is opened for reading alone; others as d1, d2."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        for number, other in enumerate(others, 1):
            connection.execute(f"attach 'file:{other}?mode=ro' as d{number}")
        yield from connection.execute(query).fetchall()

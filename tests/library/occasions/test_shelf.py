"""Found occasions in the store."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from coincide.library.occasions.shelf import (
    drop_occasions,
    load_occasions,
    save_occasions,
    session_showing,
)
from coincide.library.photos import Clock, session_starts
from coincide.library.scan.store import LibraryStore
from tests.library.occasions.made import occasion_of, session_of, three_clocks


def without(clock: Clock, rows: slice) -> Clock:
    """Return a clock some of whose photos are gone."""
    photos = clock.photos.taken(np.delete(np.arange(len(clock.photos)), rows))
    return replace(clock, photos=photos, starts=session_starts(photos.time_s))


def test_occasions_come_back_as_they_were(tmp_path: Path) -> None:
    anna, ben, cleo = three_clocks()
    first = occasion_of((session_of(anna, 2, 0.0, 1.0), session_of(ben, 2, 9.5, 0.9)))
    second = occasion_of((session_of(anna, 5, 0.0, 1.0), session_of(cleo, 5, 1.0, 0.5)), "two")
    with LibraryStore(tmp_path) as store, store.transaction():
        save_occasions(store, [second, first])
        assert load_occasions(store, [anna, ben, cleo]) == (first, second)
        save_occasions(store, [replace(first, weight=0.1)])
        drop_occasions(store, ["two", "none"])
        assert load_occasions(store, [anna, ben, cleo]) == (replace(first, weight=0.1),)


def test_sessions_are_found_again_when_others_come_before_them(tmp_path: Path) -> None:
    anna, ben, _ = three_clocks()
    found = occasion_of((session_of(anna, 2, 0.0, 1.0), session_of(ben, 2, 9.5, 0.9)))
    with LibraryStore(tmp_path) as store, store.transaction():
        save_occasions(store, [found])
        fewer = without(ben, ben.rows(0))
        (again,) = load_occasions(store, [anna, fewer])
    assert [one.session for one in again.sessions] == [2, 1]
    assert np.array_equal(fewer.photos.time_s[fewer.rows(1)], ben.photos.time_s[ben.rows(2)])


def test_an_occasion_whose_photos_are_gone_or_corrected_is_none(tmp_path: Path) -> None:
    anna, ben, _ = three_clocks()
    found = occasion_of((session_of(anna, 2, 0.0, 1.0), session_of(ben, 2, 9.5, 0.9)))
    corrected = replace(ben, photos=replace(ben.photos, time_s=ben.photos.time_s + 0.5))
    with LibraryStore(tmp_path) as store, store.transaction():
        save_occasions(store, [found])
        assert load_occasions(store, [anna, without(ben, ben.rows(2))]) == ()
        assert load_occasions(store, [anna, corrected]) == ()
        assert load_occasions(store, [anna]) == ()
    assert session_showing(corrected, found.sessions[1].shown_s) is None

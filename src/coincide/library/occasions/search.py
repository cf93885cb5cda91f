"""Find occasions: sessions that may have been at once, by what their photos show.

What is new is searched, and what was searched before is not: a session is known as long as its
photos and the plausible levels of its clock are. Vectors, trials and occasions are kept as they
are found, so a search that is killed goes on from there.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import msgspec
import numpy as np

from coincide.features.options import EmbedOptions
from coincide.library.occasions.candidates import CandidatePair, candidate_pairs, open_sessions
from coincide.library.occasions.companions import companions_of
from coincide.library.occasions.groups import groups_of
from coincide.library.occasions.likeness import LikePair, OtherDays, likeness_of
from coincide.library.occasions.looks import Halves, Looks
from coincide.library.occasions.occasion import FoundOccasion
from coincide.library.occasions.shelf import drop_occasions, load_occasions, save_occasions
from coincide.library.occasions.verdicts import judged
from coincide.library.occasions.windows import SessionWindow, Span, windows_of, within
from coincide.library.scan.store import LibraryStore
from coincide.library.solve import Solved
from coincide.model.progress import StageProgress

# changes with whatever changes what is found of the same sessions
_RECIPE = "3"
# spans of UTC are kept to whole minutes, outwards
_ROUND_S = 60.0


@dataclass(frozen=True, slots=True)
class SearchCounts:
    """What a search looked at: new sessions, pairs, those alike, trials, occasions found."""

    sessions: int = 0
    pairs: int = 0
    alike: int = 0
    trials: int = 0
    found: int = 0


class _Sought(msgspec.Struct):
    """A session as it was when it was searched."""

    n_photos: int
    spans: list[Span]


@dataclass
class _Search:
    store: LibraryStore
    looks: Looks
    windows: Sequence[SessionWindow]
    progress: StageProgress
    known: list[FoundOccasion]
    vectors: dict[int, Halves] = field(default_factory=dict)


def find_occasions(
    store: LibraryStore,
    solved: Sequence[Solved],
    *,
    embed: EmbedOptions = EmbedOptions(),
    progress: StageProgress = lambda _stage, _done, _total: None,
) -> SearchCounts:
    """Search what is new in a library, keep the occasions that are found, and return counts."""
    windows = list(windows_of(solved))
    new = _new_sessions(store, windows)
    if not new:
        return SearchCounts()
    pairs = [
        pair
        for pair in candidate_pairs(windows, open_sessions(solved))
        if pair.seed in new or pair.partner in new
    ]
    with Looks(store, embed, progress) as looks:
        known = load_occasions(store, [one.clock for one in solved])
        search = _Search(store, looks, windows, progress, [*known])
        alike = _alike(search, pairs)
        groups = groups_of(alike, _together(search))
        n_trials, n_found = _try_all(search, groups, alike)
    _keep_sought(store, windows, new)
    return SearchCounts(len(new), len(pairs), len(alike), n_trials, n_found)


def _alike(search: _Search, pairs: Sequence[CandidatePair]) -> list[LikePair]:
    """Return the pairs that look alike as no other days of their owners do."""
    days = OtherDays.of(search.windows)
    beside = [days.beside(pair) for pair in pairs]
    wanted = {number for pair in pairs for number in (pair.seed, pair.partner)}
    _look_at(search, wanted.union(*beside))
    found = list[LikePair]()
    for done, (pair, others) in enumerate(zip(pairs, beside, strict=True), start=1):
        like = likeness_of(pair, others, search.vectors)
        if like is not None:
            found.append(like)
        search.progress("match", done, len(pairs))
    return found


def _look_at(search: _Search, numbers: set[int]) -> None:
    wanted = sorted(numbers - search.vectors.keys())
    if not wanted:
        return
    sessions = [(search.windows[one].clock, search.windows[one].session) for one in wanted]
    search.vectors.update(zip(wanted, search.looks.of_sessions(sessions), strict=True))


def _together(search: _Search) -> Iterator[list[int]]:
    """Yield the sessions of each occasion that is known."""
    number_of = {one.key: number for number, one in enumerate(search.windows)}
    for occasion in search.known:
        yield [number_of[one.clock, one.session] for one in occasion.sessions]


def _try_all(
    search: _Search, groups: Sequence[tuple[int, ...]], alike: Sequence[LikePair]
) -> tuple[int, int]:
    """Try each group that was not tried as it is; return how many were, and occasions found."""
    tried = {name for (name,) in search.store.run("SELECT name FROM trials")}
    n_trials = n_found = 0
    for done, group in enumerate(groups, start=1):
        name = _name_of(search, group)
        if name not in tried:
            days = {day for like in alike if like.pair.seed in group for day in like.days}
            _look_at(search, {*group, *days})
            found = judged(search.looks, search.windows, group, sorted(days), search.vectors)
            _keep(search, group, name, found)
            n_trials, n_found = n_trials + 1, n_found + (found is not None)
        search.progress("try", done, len(groups))
    return n_trials, n_found


def _keep(search: _Search, group: Sequence[int], name: str, found: FoundOccasion | None) -> None:
    """Keep what became of a group, in place of occasions that shared a session with it."""
    keys = {search.windows[number].key for number in group}
    old = [
        one
        for one in search.known
        if any((session.clock, session.session) in keys for session in one.sessions)
    ]
    with search.store.transaction():
        drop_occasions(search.store, [one.name for one in old])
        if found is not None:
            save_occasions(search.store, [found])
        search.store.run("INSERT OR REPLACE INTO trials VALUES (?)", (name,))
    search.known = [one for one in search.known if one not in old]
    if found is not None:
        search.known.append(found)


def _name_of(search: _Search, group: Sequence[int]) -> str:
    """Return a digest of all that a trial follows from: its sessions, their photos, the network."""
    every = (*group, *companions_of(search.windows, group))
    sessions = (search.windows[number] for number in every)
    what = [_RECIPE, search.looks.backbone.digest]
    what += [f"{one.clock.key.text} {one.shown_s} {one.n_photos}" for one in sessions]
    return hashlib.sha256("\n".join(what).encode()).hexdigest()


def _new_sessions(store: LibraryStore, windows: Sequence[SessionWindow]) -> set[int]:
    """Return the sessions that are new, or may have been at times that were not searched."""
    rows = store.run("SELECT session, document FROM sought")
    known = {name: msgspec.json.decode(document, type=_Sought) for name, document in rows}
    return {
        number
        for number, one in enumerate(windows)
        if not _is_known(one, known.get(_session_name(one)))
    }


def _is_known(window: SessionWindow, sought: _Sought | None) -> bool:
    same = sought is not None and sought.n_photos == window.n_photos
    return same and sought is not None and within(window.spans, sought.spans)


def _keep_sought(store: LibraryStore, windows: Sequence[SessionWindow], new: set[int]) -> None:
    rows = []
    for number in sorted(new):
        window = windows[number]
        low, high = np.array(window.spans).T / _ROUND_S
        spans = zip(
            (np.floor(low) * _ROUND_S).tolist(), (np.ceil(high) * _ROUND_S).tolist(), strict=True
        )
        document = msgspec.json.encode(_Sought(window.n_photos, [*spans])).decode()
        rows.append((_session_name(window), document))
    with store.transaction():
        store.run_each("INSERT OR REPLACE INTO sought VALUES (?, ?)", rows)


def _session_name(window: SessionWindow) -> str:
    return f"{window.clock.key.text} {window.shown_s}"

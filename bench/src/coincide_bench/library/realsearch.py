"""What the search for occasions finds in families of real photos, and what of it is false."""

import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path

import numpy as np

from coincide.library.decide import Decision
from coincide.library.evidence import shown_by
from coincide.library.occasions.looks import FOLDER
from coincide.library.occasions.occasion import FoundOccasion
from coincide.library.occasions.search import find_occasions
from coincide.library.openlibrary import Library
from coincide.library.photos import Clock, ClockId
from coincide.library.scan.folders import roots_of
from coincide.library.scan.store import LibraryStore
from coincide.library.scan.tags import scan_library
from coincide.model.progress import StageProgress
from coincide.model.times import MINUTE_S
from coincide_bench.figures.tables import Table
from coincide_bench.library.realfamily import (
    HOME,
    ZONE_S,
    Body,
    FamilyKind,
    Material,
    embed_written,
    shared_family,
    sources_of,
    strangers,
    write_bodies,
)
from coincide_bench.suites.registry import DEV_SEEDS, REPORT_SEEDS

# an offset is right within this, or within three of its standard deviations
_RIGHT_S, _SDS = 300.0, 3.0
# sessions of fewer photos are no occasion; those that end so long before another are apart
_LEAST_PHOTOS, _APART_S = 4, 15 * MINUTE_S
# an occasion that is believed so much speaks for a stretch by itself
_SURE = 0.9
# a stretch is written wrong beyond this
_HARM_S = 300.0


@dataclass(frozen=True)
class SearchScore:
    """Counts over some families.

    ``shared``: sessions of cameras that were at once with another's; ``reached``: of these in an
    occasion with one of them, at the right offset. ``false``: occasions that tie two clocks
    wrongly, ``sure_false`` with a weight of 0.9; ``between_strangers``: of different sets.
    """

    sessions: int = 0
    seeds: int = 0
    pairs: int = 0
    alike: int = 0
    trials: int = 0
    found: int = 0
    false: int = 0
    sure_false: int = 0
    between_strangers: int = 0
    shared: int = 0
    reached: int = 0
    written: int = 0
    written_wrong: int = 0
    cpu_s: float = 0.0
    again_s: float = 0.0
    off_s: tuple[float, ...] = field(default=())

    def __add__(self, other: "SearchScore") -> "SearchScore":
        return SearchScore(
            *(getattr(self, one.name) + getattr(other, one.name) for one in fields(self))
        )


@dataclass(frozen=True)
class _Known:
    """A clock of the family with the body it is of, and when its photos were taken."""

    clock: Clock
    body: Body

    def utc_s(self, session: int) -> tuple[float, float]:
        """Return when a session really began and ended."""
        rows = self.clock.rows(session)
        shown_s = shown_by(self.clock)[rows]
        return float(shown_s[0]) + self.body.due_s, float(shown_s[-1]) + self.body.due_s


def run_search(
    kind: FamilyKind,
    datasets: Path,
    material: Material,
    numbers: Sequence[int],
    cache: Path,
    progress: StageProgress,
) -> SearchScore:
    """Return the score over some families, each drawn by its own seed."""
    draw = strangers if kind == "negative" else shared_family
    seeds, total = (DEV_SEEDS if material == "tune" else REPORT_SEEDS), SearchScore()
    for number in numbers:
        rng = np.random.default_rng(seeds[number])
        bodies = list(draw(datasets, sources_of(kind, material), rng))
        total += search_family(bodies, cache, progress)
    return total


def search_family(bodies: Sequence[Body], cache: Path, progress: StageProgress) -> SearchScore:
    """Write a family's photos, search it twice, and score what is found."""
    with tempfile.TemporaryDirectory(prefix="coincide-bench-") as folder:
        written = write_bodies(bodies, Path(folder) / "photos")
        embed_written(written, Path(folder) / "store" / FOLDER, cache / "looks")
        roots = roots_of(sorted((Path(folder) / "photos").iterdir()))
        with LibraryStore(Path(folder) / "store") as store:
            scan_library(store, roots)
            before = Library(roots, store, HOME)
            began_s = time.process_time()
            counts = find_occasions(store, before.solved, progress=progress)
            cpu_s = time.process_time() - began_s
            after = Library(roots, store, HOME)
            began_s = time.process_time()
            find_occasions(store, after.solved, progress=progress)
            again_s = time.process_time() - began_s
            scored = _score(after, bodies)
    return scored + SearchScore(
        counts.sessions,
        pairs=counts.pairs,
        alike=counts.alike,
        trials=counts.trials,
        cpu_s=cpu_s,
        again_s=again_s,
    )


def _score(library: Library, bodies: Sequence[Body]) -> SearchScore:
    by_owner = {body.folder: body for body in bodies}
    known = {clock.key: _Known(clock, by_owner[clock.owner]) for clock in library.clocks}
    total = SearchScore(
        seeds=sum(one.clock.n_sessions for one in known.values() if not one.body.phone)
    )
    reached = set[tuple[ClockId, int]]()
    for occasion in library.occasions:
        total += _of_occasion(occasion, known, reached)
    shared = set(_shared_sessions(known))
    decisions = [one for one in library.decisions if one.state == "wrong"]
    return total + SearchScore(
        shared=len(shared),
        reached=len(shared & reached),
        written=len(decisions),
        written_wrong=sum(_is_wrong(one, known) for one in decisions),
    )


def _of_occasion(
    occasion: FoundOccasion,
    known: Mapping[ClockId, _Known],
    reached: set[tuple[ClockId, int]],
) -> SearchScore:
    """Score one occasion, and note the sessions that it places right."""
    off, false, strangers, sure = list[float](), False, False, 0.0
    for tie in occasion.ties:
        here, there = known[tie.here], known[tie.there]
        off_s = tie.offset_s - (here.body.due_s - there.body.due_s)
        are_one = here.body.source == there.body.source and not (
            here.body.double or there.body.double
        )
        if are_one and abs(off_s) <= max(_RIGHT_S, _SDS * tie.sd_s):
            off.append(abs(off_s))
            reached.update([(tie.here, tie.here_session), (tie.there, tie.there_session)])
        else:
            false, sure = True, max(sure, tie.weight)
            strangers = strangers or here.body.source != there.body.source
    return SearchScore(
        found=1,
        false=int(false),
        sure_false=int(sure >= _SURE),
        between_strangers=int(strangers),
        off_s=(float(np.median(off)),) if off else (),
    )


def _shared_sessions(known: Mapping[ClockId, _Known]) -> Iterator[tuple[ClockId, int]]:
    """Yield the sessions of cameras that were at once with somebody of their set."""
    spans = [
        (one, session, *one.utc_s(session))
        for one in known.values()
        for session in range(one.clock.n_sessions)
        if not one.body.double and one.clock.n_photos[session] >= _LEAST_PHOTOS
    ]
    for one, session, first_s, last_s in spans:
        if not one.body.phone and any(
            other.body.source == one.body.source
            and other is not one
            and first_s <= end_s + _APART_S
            and begin_s <= last_s + _APART_S
            for other, _, begin_s, end_s in spans
        ):
            yield one.clock.key, session


def _is_wrong(decision: Decision, known: Mapping[ClockId, _Known]) -> bool:
    """Return whether a stretch that would be written is moved away from the truth."""
    due_s = known[decision.solved.clock.key].body.due_s + ZONE_S
    return any(abs(piece.error_s - due_s) > _HARM_S for piece in decision.pieces)


def search_table(scores: Mapping[FamilyKind, SearchScore]) -> Table:
    """Return the table of what was found, a row for each kind of family."""
    return Table(
        title="occasions found in families of real photos",
        caption="false: ties two clocks wrongly; of 1,000 sessions. Right: within 5 min",
        header=(
            *("", "sessions", "of cameras", "pairs", "alike", "trials", "occasions", "false"),
            *("false of 1,000", "sure and false", "shared", "reached", "off by"),
            *("written", "written wrong", "CPU of 1,000"),
        ),
        rows=tuple((name, *_cells(score)) for name, score in scores.items()),
    )


def _cells(score: SearchScore) -> tuple[str, ...]:
    off = f"{np.median(score.off_s):.0f} s, {max(score.off_s):.0f} s" if score.off_s else "–"
    per = 1000 / max(score.sessions, 1)
    counts = (score.sessions, score.seeds, score.pairs, score.alike, score.trials, score.found)
    return (
        *(f"{count:,}" for count in counts),
        f"{score.false} ({score.between_strangers} strangers)",
        f"{score.false * per:.1f}",
        f"{score.sure_false}",
        f"{score.shared}",
        f"{score.reached}",
        off,
        f"{score.written}",
        f"{score.written_wrong}",
        f"{score.cpu_s * per:.0f} s, again {score.again_s * per:.1f} s",
    )

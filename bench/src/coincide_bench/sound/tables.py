"""The figures of the suite "sound", as tables and as a document."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict
from statistics import median

from coincide_bench.figures.tables import NONE, Table, share
from coincide_bench.sound.large import LargeRun
from coincide_bench.sound.measure import BAR_OVERLAP_S, BAR_SNR_DB, WITHIN_S, Judged, Unrelated
from coincide_bench.sound.real import RealLag

WORDS = {
    "again": "the same song again",
    "loop": "the same loop at another time",
    "elsewhere": "the same song at another event",
    "bells": "the same bell at another time",
}


def moment_table(found: Sequence[Judged]) -> Table:
    """Return what became of pairs of one moment, by loudness and overlap, and by what was heard."""
    groups: dict[str, list[Judged]] = defaultdict(list)
    for one in found:
        if one.task.kind is None:
            at_bar = (one.task.snr_db, one.task.overlap_s) == (BAR_SNR_DB, BAR_OVERLAP_S)
            groups[f"{one.task.snr_db:g} dB, {one.task.overlap_s:g} s"].append(one)
            if at_bar:
                groups[f"{BAR_SNR_DB:g} dB, {BAR_OVERLAP_S:g} s: {one.what}"].append(one)
    rows = tuple((name, *_moment_cells(group)) for name, group in groups.items())
    header = ("one moment", "pairs", "certain %", "wrong", "median error", "largest")
    caption = f"Wrong: certain and more than {WITHIN_S:g} s off. Errors of certain ties, by clocks."
    return Table("Two clips of one moment", header, rows, caption)


def _moment_cells(group: Sequence[Judged]) -> tuple[str, ...]:
    certain = [one for one in group if one.certain]
    errors = [abs(one.error_s) for one in certain if one.error_s is not None]
    return (
        str(len(group)),
        share(len(certain) / len(group)),
        str(sum(one.wrong for one in group)),
        f"{1000 * median(errors):.0f} ms" if errors else NONE,
        f"{1000 * max(errors):.0f} ms" if errors else NONE,
    )


def repeat_table(found: Sequence[Judged], unrelated: Unrelated | None) -> Table:
    """Return what became of pairs of two moments."""
    rows = []
    if unrelated is not None:
        rows.append(("unrelated", f"{unrelated.n_pairs:,}", str(unrelated.n_certain)))
    for kind, words in WORDS.items():
        group = [one for one in found if one.task.kind == kind]
        if group:
            rows.append((words, str(len(group)), str(sum(one.wrong for one in group))))
    header = ("two moments", "pairs", "certain, so wrong")
    return Table("Two clips that sound alike or not at all", header, tuple(rows))


def all_certain(found: Sequence[Judged]) -> tuple[int, int]:
    """Return how many ties of one moment are certain, and how many of these are right."""
    certain = [one for one in found if one.certain and one.task.kind is None]
    return len(certain), sum(not one.wrong for one in certain)


def real_table(found: Sequence[RealLag]) -> Table:
    """Return lags of real recordings as known and as found."""
    rows = tuple(
        (
            one.name,
            f"{one.known_s:.4f}",
            NONE if one.found_s is None else f"{one.found_s:.4f}",
            NONE if one.error_s is None else f"{1000 * one.error_s:.1f} ms",
        )
        for one in found
    )
    return Table("Real recordings", ("recording", "known s", "found s", "error"), rows)


def large_table(run: LargeRun) -> Table:
    """Return what a large event took."""
    cells = (
        f"{run.n_clips:,}",
        f"{run.sound_s / 3600:.2f} h",
        f"{run.features_s:.0f}",
        f"{run.search_s:.0f}",
        f"{run.verify_s:.0f}",
        f"{run.n_candidates:,}",
        f"{run.peak_gb:.2f} GB",
        f"{run.n_certain:,} of {run.n_overlapping:,}",
        f"{run.n_wrong:,}",
    )
    header = ("clips", "sound", "features s", "search s", "verify s", "lags verified", "memory")
    return Table("A large event", (*header, "certain", "wrong"), (cells,))


def sound_document(
    seeds: str,
    found: Sequence[Judged],
    unrelated: Unrelated | None,
    real: Sequence[RealLag],
    large: LargeRun | None,
) -> dict[str, object]:
    """Return all figures, and what was said of every pair."""
    return {
        "suite": "sound",
        "seeds": seeds,
        "pairs": [{**asdict(one), "wrong": one.wrong} for one in found],
        "unrelated": None if unrelated is None else asdict(unrelated),
        "real": [{**asdict(one), "error_s": one.error_s} for one in real],
        "large": None if large is None else asdict(large),
    }

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
    for judged in found:
        if judged.task.kind is None:
            at_bar = (judged.task.snr_db, judged.task.overlap_s) == (BAR_SNR_DB, BAR_OVERLAP_S)
            groups[f"{judged.task.snr_db:g} dB, {judged.task.overlap_s:g} s"].append(judged)
            if at_bar:
                groups[f"{BAR_SNR_DB:g} dB, {BAR_OVERLAP_S:g} s: {judged.what}"].append(judged)
    rows = tuple((name, *_moment_cells(group)) for name, group in groups.items())
    header = ("one moment", "pairs", "certain %", "wrong", "median error", "largest")
    caption = f"Wrong: certain and more than {WITHIN_S:g} s off. Errors of certain ties, by clocks."
    return Table("Two clips of one moment", header, rows, caption)


def _moment_cells(group: Sequence[Judged]) -> tuple[str, ...]:
    certain = [judged for judged in group if judged.certain]
    errors = [abs(judged.error_s) for judged in certain if judged.error_s is not None]
    return (
        str(len(group)),
        share(len(certain) / len(group)),
        str(sum(judged.wrong for judged in group)),
        f"{1000 * median(errors):.0f} ms" if errors else NONE,
        f"{1000 * max(errors):.0f} ms" if errors else NONE,
    )


def repeat_table(found: Sequence[Judged], unrelated: Unrelated | None) -> Table:
    """Return what became of pairs of two moments."""
    rows = []
    if unrelated is not None:
        rows.append(("unrelated", f"{unrelated.n_pairs:,}", str(unrelated.n_certain)))
    for kind, words in WORDS.items():
        group = [judged for judged in found if judged.task.kind == kind]
        if group:
            rows.append((words, str(len(group)), str(sum(judged.wrong for judged in group))))
    header = ("two moments", "pairs", "certain, so wrong")
    return Table("Two clips that sound alike or not at all", header, tuple(rows))


def all_certain(found: Sequence[Judged]) -> tuple[int, int]:
    """Return how many ties of one moment are certain, and how many of these are right."""
    certain = [judged for judged in found if judged.certain and judged.task.kind is None]
    return len(certain), sum(not judged.wrong for judged in certain)


def real_table(found: Sequence[RealLag]) -> Table:
    """Return lags of real recordings as known and as found."""
    rows = tuple(
        (
            real_lag.name,
            f"{real_lag.known_s:.4f}",
            NONE if real_lag.found_s is None else f"{real_lag.found_s:.4f}",
            NONE if real_lag.error_s is None else f"{1000 * real_lag.error_s:.1f} ms",
        )
        for real_lag in found
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
        "pairs": [{**asdict(judged), "wrong": judged.wrong} for judged in found],
        "unrelated": None if unrelated is None else asdict(unrelated),
        "real": [{**asdict(real_lag), "error_s": real_lag.error_s} for real_lag in real],
        "large": None if large is None else asdict(large),
    }

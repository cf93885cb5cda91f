"""The tables of the suite "mess", and its result file."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict

from coincide_bench.figures.tables import Table, share
from coincide_bench.mess.cases import NamedCase
from coincide_bench.mess.kinds import KINDS
from coincide_bench.mess.run import Messy
from coincide_bench.wholeplan.document import Json, judged_document
from coincide_bench.wholeplan.figures import Figures, Judged, total
from coincide_bench.wholeplan.tables import (
    HARM_EDGES,
    RIGHT_EDGES,
    bar,
    cells,
    part,
    reliability_table,
)
from coincide_bench.wholeplan.words import Fate

COLUMNS = (
    *("photos", "wrong", "knowable", "harmed", "harmed %", "mended", "of the knowable %"),
    *("left alone", "certain", "of these wrong", "false jumps", "asked"),
)
MOST_HARMED, MOST_HARMED_OF_KIND = 0.001, 0.01
LEAST_RIGHT = 0.995
LEAST_KNOWABLE, LEAST_MENDED, LEAST_MENDED_OF_KIND = 0.5, 0.7, 0.4

Cases = Sequence[tuple[NamedCase, Sequence[Judged]]]


def by_kind(found: Sequence[Messy]) -> Mapping[str, Figures]:
    """Return the figures of each kind."""
    return {
        name: total([messy.judged.figures for messy in found if messy.kind == name])
        for name in dict.fromkeys(messy.kind for messy in found)
    }


def kind_table(found: Sequence[Messy], seeds_kind: str) -> Table:
    """Return one line for each kind of trouble, and their sum."""
    kinds = by_kind(found)
    n_cases = {name: sum(messy.kind == name for messy in found) for name in kinds}
    rows = [(*_row(name, n_cases[name], kinds[name]), KINDS[name].what) for name in kinds]
    rows.append((*_row("all, together", len(found), total(list(kinds.values()))), ""))
    seeds = ", ".join(str(seed) for seed in sorted({messy.seed for messy in found}))
    which = "Report" if seeds_kind == "report" else "Development"
    caption = f"Photos, but for cases, jumps and what is asked. {which} seeds: {seeds}."
    return Table(
        "Ordinary mess", ("kind", "cases", *COLUMNS, "what happened"), tuple(rows), caption
    )


def case_table(found: Cases) -> Table:
    """Return one line for each case that has a name."""
    rows = tuple(_row(case.name, 1, judged[0].figures) for case, judged in found)
    header = ("case", "cases", *COLUMNS)
    return Table("Cases by name", header, rows, "Each made of one real set, always the same.")


def answer_table(found: Sequence[Messy]) -> Table:
    """Return the sums of all cases before any answer, and after each."""
    n_answers = len(found[0].by_answers) if found else 0
    rows = tuple(
        _row(str(number), len(found), total([messy.by_answers[number].figures for messy in found]))
        for number in range(n_answers)
    )
    header = ("answers", "cases", *COLUMNS)
    caption = "Each case answered by the truth: the question that is asked first, each time."
    return Table("Ordinary mess, after answers", header, rows, caption)


def harm_table(found: Sequence[Messy]) -> Table:
    """Return how often writing harms at each level of the stated P(harm)."""
    caption = "Photos that the time found for them would move, whether or not a plan writes it."
    harms = [messy.judged.harms for messy in found]
    return reliability_table("P(harm) as stated", harms, HARM_EDGES, caption)


def right_table(found: Sequence[Messy]) -> Table:
    """Return how often clocks are right at each level of the stated P(its clock is right)."""
    caption = "Clocks. Trouble is far commoner here than among people's clocks."
    clocks = [messy.judged.clocks_right for messy in found]
    return reliability_table("P(its clock is right) as stated", clocks, RIGHT_EDGES, caption)


def rule_table(found: Sequence[Messy]) -> Table:
    """Return what each rule alone keeps from being written, and what writing it would do."""
    fates = defaultdict[str, list[Fate]](list)
    galleries = Counter[str]()
    for messy in found:
        for gallery in messy.judged.galleries:
            if gallery.rule is not None:
                known = messy.judged.verdicts
                fates[gallery.rule] += [
                    known[path].if_written for path in gallery.files if path in known
                ]
                galleries[gallery.rule] += 1
    counted: tuple[Fate, ...] = ("mended", "harmed", "moved")
    rows = tuple(
        (rule, str(galleries[rule]), *(str(fates[rule].count(fate)) for fate in counted))
        for rule in sorted(fates, key=lambda rule: -len(fates[rule]))
    )
    header = ("finding", "clocks", "would be mended", "would be harmed", "neither")
    caption = (
        "Clocks whose offset the evidence is certain of, and their photos if they were written."
    )
    return Table("What one finding alone keeps from being written", header, rows, caption)


def bar_table(found: Sequence[Messy], cases: Cases) -> Table:
    """Return what must be shown beside what is."""
    kinds = by_kind(found)
    whole = total(list(kinds.values()))
    harmed = {name: part(figures.harmed, figures.judged) for name, figures in kinds.items()}
    mended = {
        name: part(figures.mended_knowable, figures.knowable) for name, figures in kinds.items()
    }
    over = [name for name, value in harmed.items() if (value or 0.0) > MOST_HARMED_OF_KIND]
    under = [n for n, v in mended.items() if v is not None and v < LEAST_MENDED_OF_KIND]
    right = part(whole.certain - whole.certain_wrong, whole.certain)
    knowable = part(whole.knowable, whole.wrong)
    mended_part = part(whole.mended_knowable, whole.knowable)
    n_harmed = sum(judged[0].figures.harmed for _, judged in cases)
    rows = (
        ("harmed, of all photos", f"≤ {share(MOST_HARMED)} %",
         bar(part(whole.harmed, whole.judged))),
        (f"kinds with more than {share(MOST_HARMED_OF_KIND)} % harmed", "0", _named(over)),
        ("right, of the certain", f"≥ {share(LEAST_RIGHT)} %", bar(right)),
        ("knowable, of the wrong", f"≥ {share(LEAST_KNOWABLE)} %", bar(knowable)),
        ("mended, of the knowable", f"≥ {share(LEAST_MENDED)} %", bar(mended_part)),
        (f"kinds with less than {share(LEAST_MENDED_OF_KIND)} % of these", "0", _named(under)),
        (f"harmed in {len(cases)} cases by name", "0", str(n_harmed) if cases else "–"),
    )  # fmt: skip
    return Table("Ordinary mess: what must be", ("what", "must be", "is"), rows)


def mess_document(found: Sequence[Messy], cases: Cases, seeds_kind: str) -> Json:
    """Return all figures of all cases, and what was said of every clock."""
    return {
        "suite": "mess",
        "seeds": seeds_kind,
        "cases": [
            {
                "kind": messy.kind,
                "seed": messy.seed,
                "base": messy.base,
                **judged_document(messy.judged),
                "after": [asdict(judged.figures) for judged in messy.by_answers[1:]],
            }
            for messy in found
        ],
        "by_name": [
            {"case": case.name, "base": case.base, **judged_document(judged[0])}
            for case, judged in cases
        ],
    }


def _row(name: str, n_cases: int, figures: Figures) -> tuple[str, ...]:
    return (name, str(n_cases), *cells(figures, COLUMNS))


def _named(names: Sequence[str]) -> str:
    return f"{len(names)}: {', '.join(names)}" if names else "0"

from collections.abc import Mapping

import pytest

from coincide.errors import UsageError
from coincide.solver.clocks import ClockBelief
from coincide_bench.ablation.tables import (
    GROUPS,
    ablation_tables,
    beliefs_table,
    group_table,
    update_page,
    update_suites,
)
from coincide_bench.figures.document import Document
from coincide_bench.figures.outcome import Outcome, judge
from coincide_bench.figures.results import build_document
from coincide_bench.suites.tags import BelievedSet
from tests.bench.trials import answer, drawn_event

SEEDS = range(8)
# how far each variant is off in every other trial; the last is better as often as worse
ERRORS_S: Mapping[str, tuple[float, ...]] = {
    "full": (10.0, 20.0),
    "without look": (900.0, 1000.0),
    "without rhythm": (9.0, 21.0),
}


def outcomes() -> list[Outcome]:
    found = []
    for seed in SEEDS:
        event = drawn_event(seed)
        truth = {name: s - event.truth[event.anchor] for name, s in event.truth.items()}
        for method, errors_s in ERRORS_S.items():
            off_s = errors_s[seed % 2]
            certain = dict.fromkeys(truth, 0.995 if method == "full" else 0.5)
            offsets = {name: true_s + off_s for name, true_s in truth.items()}
            given = answer(event, offsets, probability=certain, width_s=60.0)
            found.append(judge(event, given, {"solve": 0.1}, method=method))
    return found


@pytest.fixture(scope="module")
def document() -> Document:
    return build_document(outcomes(), seeds_kind="dev", seeds=SEEDS)


BELIEVED = [
    BelievedSet(
        "walk",
        4,
        (
            ClockBelief("a", 0.0, 1.0, 0.98, "confirmed by GPS"),
            ClockBelief("b", 0.0, 2.0, 0.9, "a phone"),
            ClockBelief("c", 0.0, 2.0, 0.9, "a phone"),
        ),
    )
]


def test_variants_stand_in_order_with_their_difference_to_the_full_method(
    document: Document,
) -> None:
    table = group_table(document, GROUPS["short"])
    assert [row[0] for row in table.rows] == list(ERRORS_S)
    full, look, rhythm = (dict(zip(table.header[1:3], row[1:3], strict=True)) for row in table.rows)
    assert full == {"H": "99.6", "± full": "–"}
    assert look["± full"].startswith("-35.")
    assert look["± full"].endswith(" *")
    assert "*" not in rhythm["± full"]
    by_title = dict(zip(table.header, table.rows[0], strict=True))
    assert by_title["certain"] == by_title["right of the certain"] == "100.0"
    assert by_title["median error"] == "15 s"
    assert dict(zip(table.header, table.rows[1], strict=True))["right of the certain"] == "–"
    assert "0.3 of 6 differences" in table.caption


def test_only_groups_with_results_are_shown(document: Document) -> None:
    titles = [table.title for table in ablation_tables(document)]
    assert titles == ["Splits of short events: 1 events, 8 trials, continuous offsets"]
    with pytest.raises(UsageError, match="--datasets"):
        group_table(document, GROUPS["tagged"])


def test_beliefs_are_counted_with_their_reasons() -> None:
    table = beliefs_table(BELIEVED)
    assert table.rows == (("walk", "4", "3", "confirmed by GPS; 2 × a phone"),)


def test_page_is_written_anew_between_its_marks_only(document: Document) -> None:
    page = "before\n" + "".join(
        f"<!-- ablation:begin {name} -->\nold\n<!-- ablation:end {name} -->\n"
        for name in ("run", "beliefs", "short")
    )
    once = update_page(page, document, BELIEVED)
    assert once.startswith("before\n")
    assert "old" not in once
    for words in ("| without look |", "| walk | 4 | 3 |", "dev, 8: 0 to 7"):
        assert words in once
    assert update_page(once, document, BELIEVED) == once


def test_of_a_page_only_the_suites_that_were_run_are_written_anew(document: Document) -> None:
    page = "".join(
        f"<!-- ablation:begin {name} -->\nold {name}\n<!-- ablation:end {name} -->\n"
        for name in ("run", "short", "filmed")
    )
    text = update_suites(page, document)
    assert "old run" in text
    assert "old filmed" in text
    assert "old short" not in text
    assert "| without look |" in text


def test_a_page_that_cannot_be_filled_is_refused(document: Document) -> None:
    with pytest.raises(UsageError, match="no place"):
        update_page("nothing", document, [])
    with pytest.raises(UsageError, match="'wide'"):
        update_page("<!-- ablation:begin wide -->\n<!-- ablation:end wide -->", document, [])


def test_the_page_of_the_docs_has_a_place_for_every_table() -> None:
    from tests.conftest import SHARED

    page = SHARED.parents[1] / "docs" / "lab.md"
    text = page.read_text(encoding="utf-8")
    for name in ("run", "beliefs", *GROUPS):
        assert f"<!-- ablation:begin {name} -->" in text

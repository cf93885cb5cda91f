from pathlib import Path

import pytest

from coincide.errors import UsageError
from coincide_bench.figures.document import (
    Document,
    digest_of,
    load_document,
    save_document,
)
from coincide_bench.figures.marks import to_markdown
from coincide_bench.figures.report import (
    named_selection,
    named_table,
    tables_at_hand,
    update_page,
)
from coincide_bench.figures.results import build_document
from coincide_bench.figures.tables import Table
from coincide_bench.suites.registry import SUITES
from tests.bench.trials import answer_truth, drawn_event, run

PAGE = """# Benchmark

Words before.

<!-- bench:begin splits -->
| an | old | table |
<!-- bench:end splits -->

Words between.

<!-- bench:begin run -->
<!-- bench:end run -->
Words after.
"""


@pytest.fixture(scope="module")
def document() -> Document:
    outcomes = run((drawn_event(seed) for seed in range(3)), answer_truth, "truth")
    return build_document(outcomes, seeds_kind="report", seeds=range(3))


def test_tables_are_written_between_the_marks_and_nowhere_else(document: Document) -> None:
    page = update_page(PAGE, document)
    assert "old" not in page
    assert "| truth | 100.0 (100–100) | 100.0 (100–100) |" in page
    assert "| seeds | report, 3: 0 to 2 |" in page
    for words in ("Words before.", "Words between.", "Words after."):
        assert words in page
    assert page.count("bench:begin") == page.count("bench:end") == 2


def test_writing_twice_changes_nothing(document: Document) -> None:
    page = update_page(PAGE, document)
    assert update_page(page, document) == page


def test_a_page_from_the_file_is_the_page_from_the_run(document: Document, tmp_path: Path) -> None:
    save_document(tmp_path / "results.json", document)
    page = update_page(PAGE, load_document(tmp_path / "results.json"))
    assert page == update_page(PAGE, document)
    assert f"digest {digest_of(document)} |" in page
    others = run((drawn_event(seed) for seed in range(1, 4)), answer_truth, "truth")
    other = build_document(others, seeds_kind="report", seeds=range(1, 4))
    assert f"digest {digest_of(document)} |" not in update_page(PAGE, other)


def test_a_page_without_marks_stays_as_it_is(document: Document) -> None:
    assert update_page("# Other\n", document) == "# Other\n"


@pytest.mark.parametrize(
    "broken",
    [
        "<!-- bench:begin splits -->\n",
        "<!-- bench:end splits -->\n",
        "<!-- bench:begin splits -->\n<!-- bench:end real -->\n",
        "<!-- bench:begin a -->\n<!-- bench:begin b -->\n"
        "<!-- bench:end b -->\n<!-- bench:end a -->\n",
    ],
)
def test_marks_that_do_not_pair_up_are_refused(document: Document, broken: str) -> None:
    with pytest.raises(UsageError, match="do not pair up"):
        update_page(broken, document)


def test_names_choose_what_a_table_shows(document: Document) -> None:
    assert named_table(document, "splits/recoverable/continuous").title.endswith("only")
    assert named_table(document, "splits/by-event").header == ("event", "truth")
    with pytest.raises(UsageError, match="what is 'best'"):
        named_table(document, "splits/best")
    with pytest.raises(UsageError, match="nothing of 'real'"):
        named_table(document, "real")


def test_markdown_of_a_table() -> None:
    table = Table("Title", ("name", "figure"), (("a|b", "1"),), "Caption.")
    assert to_markdown(table).splitlines() == [
        "**Title**",
        "",
        "| name | figure |",
        "| --- | ---: |",
        "| a\\|b | 1 |",
        "",
        "Caption.",
    ]


def test_names_choose_groups_and_figures() -> None:
    selection = named_selection("splits/recoverable/long/a0.6/confidence")
    assert (selection.suite, selection.subset) == ("splits", "recoverable")
    assert (selection.events, selection.figures) == ("all/long/a0.6", "confidence")
    assert named_selection("real").events == "all"


def test_what_was_not_run_is_left_out_where_tables_are_only_offered(document: Document) -> None:
    names = ["splits", "splits/long", "splits/short/confidence", "real"]
    titles = [table.title for table in tables_at_hand(document, names)]
    assert [title.split(":")[0] for title in titles] == ["splits", "splits short"]


def test_every_table_of_a_suite_has_a_name_that_is_known() -> None:
    for name, suite in SUITES.items():
        for words in suite.tables:
            assert named_selection(f"{name}/{words}").suite == name

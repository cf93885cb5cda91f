"""Every block of the README and the tutorials is run: what is left out is little, and said."""

from pathlib import Path

import pytest

from tests.journeys.pages import Block, Use, read_page
from tests.journeys.shell import ROOT, is_install

README = ROOT / "README.md"
TUTORIALS = sorted((ROOT / "docs" / "tutorials").glob("*.md"))
JOURNEYS = [page for page in TUTORIALS if page.name != "index.md"]
MAX_SKIPPED = 4  # of all pages together
MAX_INSTALLS = 4  # of one page


def runs(block: Block) -> bool:
    return block.use in (Use.CONSOLE, Use.PYTHON) and block.skip is None


def test_each_journey_has_a_test_of_its_own_and_a_line_in_the_index() -> None:
    index = (ROOT / "docs" / "tutorials" / "index.md").read_text(encoding="utf-8")
    assert JOURNEYS
    for page in JOURNEYS:
        test = Path(__file__).with_name(f"test_{page.stem}.py")
        assert f'{page.name}"' in test.read_text(encoding="utf-8"), page
        assert f"({page.name})" in index, page


@pytest.mark.parametrize("page", [README, *JOURNEYS], ids=lambda page: page.stem)
def test_pages_have_something_to_run_and_what_they_leave_out_only_installs(page: Path) -> None:
    blocks = read_page(page)
    assert sum(runs(block) for block in blocks) >= 2
    installs = [one.text for block in blocks for one in block.commands if is_install(one.text)]
    assert len(installs) <= MAX_INSTALLS, installs
    assert not any("&&" in one or ";" in one for one in installs), "an install hides a command"


def test_few_blocks_are_skipped_and_each_says_why() -> None:
    skipped = {
        f"{page.name}:{block.line}": block.skip
        for page in [README, *TUTORIALS]
        for block in read_page(page)
        if block.skip is not None
    }
    assert len(skipped) <= MAX_SKIPPED, skipped
    assert all(len(reason.split()) >= 3 for reason in skipped.values()), skipped

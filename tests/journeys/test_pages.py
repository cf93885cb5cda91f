"""Pages are parsed and run to the letter, and what they say wrongly fails."""

import re
import sys
import time
from pathlib import Path

import pytest

from tests.journeys.pages import PageError, Use, is_as_expected, parse_page
from tests.journeys.shell import Environment, is_install, open_page, run_page

HERE = Environment(Path(sys.executable))


def run(tmp_path: Path, text: str) -> list[str]:
    page = tmp_path / "page.md"
    page.write_text(text, encoding="utf-8")
    return [one.printed for one in run_page(page, HERE, tmp_path / "folder")]


def console(*lines: str) -> str:
    return "\n".join(["```console", *lines, "```", ""])


def test_commands_and_what_they_print_are_told_apart() -> None:
    (block,) = parse_page(console("$ one \\", "    two", "printed", "", "$ three"))
    assert block.use is Use.CONSOLE
    first, second = block.commands
    assert (first.text, first.expected, first.line) == ("one \\\n    two", "printed\n", 2)
    assert (second.text, second.expected, second.line) == ("three", None, 6)


def test_comments_belong_to_the_block_directly_below() -> None:
    fence = "```python\nx = 1\n```\n"
    text = f"<!-- skip: no network -->\n\n{fence}\n<!-- skip: lost -->\nProse.\n{fence}"
    skipped, other = parse_page(f"{text}<!-- first: true -->\n<!-- first: false -->\n{fence}")[:2]
    assert (skipped.skip, other.skip) == ("no network", None)
    assert parse_page(f"<!-- first: true -->\n<!-- first: false -->\n{fence}")[0].first == (
        "true",
        "false",
    )


def test_blocks_in_lists_lose_their_indentation() -> None:
    (block,) = parse_page('1. Write\n\n    ```python title="a.py"\n    if x:\n        y\n    ```\n')
    assert (block.use, block.text) == (Use.FILE, "if x:\n    y\n")


def test_a_longer_fence_holds_a_shorter_one() -> None:
    (block,) = parse_page("````text\n```console\n$ false\n```\n````\n")
    assert block.use is Use.LOOK


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("```console\n$ true\n", "1: the block is not closed"),
        ("```bash\ntrue\n```\n", "1: nothing is known to do with bash"),
        ("\n```console\ntrue\n```\n", "3: a console block begins with a command"),
        ('```python title="../a.py"\n```\n', "1: ../a.py is not a file inside"),
    ],
)
def test_pages_that_nothing_can_be_done_with_are_refused(text: str, message: str) -> None:
    with pytest.raises(PageError, match=re.escape(message)):
        parse_page(text)


@pytest.mark.parametrize(
    ("expected", "printed"),
    [
        ("a\nb", "\na  \nb\n"),
        ("a … c", "a b c"),
        ("a\n…\nd", "a\nd"),
        ("a\n…\nd", "a\nb\nc\nd"),
        ("a\n…", "a"),
        ("a\n…", "a\nb\nc"),
        ("…\nc", "c"),
        ("…\nc", "a\nb\nc"),
        ("…", "anything\nat all"),
        ("1.5 (*)", "1.5 (*)"),
    ],
)
def test_output_is_as_expected(expected: str, printed: str) -> None:
    assert is_as_expected(expected, printed)


@pytest.mark.parametrize(
    ("expected", "printed"),
    [
        ("a", "a\nb"),
        ("a\nb", "a b"),
        ("  a\nb", "a\n  b"),
        ("a … c", "a b\nc"),
        ("a\n…\nd", "a\nb\nc"),
        ("a\n…\nd", "xa\nd"),
        ("a\n…", "ab"),
        ("…\nc", "bc"),
        ("1.5", "1x5"),
    ],
)
def test_output_is_not_as_expected(expected: str, printed: str) -> None:
    assert not is_as_expected(expected, printed)


def test_one_shell_holds_on_through_all_blocks(tmp_path: Path) -> None:
    text = console("$ mkdir inside && cd inside", "$ export WORD=hello", "$ sleep 60 &", "$ JOB=$!")
    text += '```python\nimport os\nprint(os.environ["WORD"], os.path.basename(os.getcwd()))\n```\n'
    text += console("$ kill $JOB && echo \\", "    ended", "ended")
    assert run(tmp_path, text)[-2:] == ["hello inside\n", "ended\n"]


def test_what_is_still_running_is_ended_with_the_page(tmp_path: Path) -> None:
    printed = run(tmp_path, console("$ sleep 600 &", "$ echo $!"))
    status = Path(f"/proc/{printed[-1].strip()}/stat")
    # it was told to end at once, which takes a busy machine a moment
    end_s = time.monotonic() + 10.0
    while _is_running(status) and time.monotonic() < end_s:
        time.sleep(0.05)
    assert not _is_running(status)


def _is_running(status: Path) -> bool:
    try:
        return status.read_text().split()[2] != "Z"
    except OSError:
        return False


def test_titled_blocks_are_files_and_others_are_looked_at(tmp_path: Path) -> None:
    text = '```python title="made/words.py"\nWORD = "yes"\n```\n```json\n{not json\n```\n'
    text += "```python\nimport made.words\nprint(made.words.WORD)\n```\n"
    assert run(tmp_path, text) == ["yes\n"]


def test_hidden_commands_are_run_first_and_skipped_blocks_not_at_all(tmp_path: Path) -> None:
    text = "<!-- skip: would fail -->\n" + console("$ false")
    text += "<!-- first: touch there -->\n" + console("$ ls", "there")
    assert run(tmp_path, text) == ["", "there\n"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (console("$ echo right", "wrong"), "page.md:2: echo right\nprinted something else"),
        (console("$ true", "$ false"), "page.md:3: false\nfailed with 1"),
        (console("$ cat missing.txt"), "No such file"),
        (console("$ not-a-command"), "failed with 127"),
        (console("$ exit 0"), "ended the shell"),
        ("```python\nopen('missing.txt')\n```\n", "FileNotFoundError"),
        ("<!-- first: false -->\n" + console("$ true"), "failed with 1"),
    ],
)
def test_what_a_page_says_wrongly_fails(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(PageError, match=re.escape(message)):
        run(tmp_path, text)


def test_a_page_begins_with_an_empty_folder(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "left.txt").touch()
    with pytest.raises(PageError, match="not empty"):
        run(tmp_path, console("$ true"))


def test_commands_see_no_home_and_no_paths_of_the_one_who_tests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", "/somewhere")
    monkeypatch.setenv("COINCIDE_CACHE", "/somewhere")
    seen = run(tmp_path, console("$ env"))[0]
    assert "/somewhere" not in seen
    assert f"HOME={Path.home()}\n" not in seen


def test_commands_that_install_are_told_apart() -> None:
    assert is_install('pip install "coincide[web]"')
    assert is_install("uvx coincide demo party")
    assert not is_install("coincide demo pip install")


def test_a_page_can_be_run_in_parts(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(console("$ touch one") + console("$ touch two") + console("$ touch three"))
    with open_page(page, HERE, tmp_path / "folder") as opened:
        opened.run_until("touch two")
        assert sorted(path.name for path in (tmp_path / "folder").iterdir()) == ["one", "two"]
        opened.run_rest()
        with pytest.raises(PageError, match="no further block"):
            opened.run_until("touch two")
    assert (tmp_path / "folder" / "three").exists()

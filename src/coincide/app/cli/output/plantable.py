"""What a plan is shown as: each gallery and why, a few examples, and what is left alone."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from coincide.app.cli.output.tables import LISTED, NAME_WIDTH, NARROW, print_prose, shown
from coincide.model.times import offset_in_words
from coincide.writing.plan.model import GalleryPlan, LeftAlone, Plan, examples_of


def print_plan(screen: Console, made: Plan) -> None:
    """Print what a plan does with each gallery, what it leaves alone, and what to know."""
    counts = Counter(change.gallery for change in made.files)
    print_galleries(screen, made.galleries, counts, f"{shown(made.event)}: {_what(made)}")
    _print_examples(screen, made)
    print_left(screen, made.left)
    for note in made.notes:
        print_prose(screen, note)


def print_galleries(
    screen: Console, galleries: Sequence[GalleryPlan], n_files: Counter[str], title: str
) -> None:
    """Print what becomes of each gallery."""
    narrow = screen.width < NARROW
    table = _narrow(galleries, n_files) if narrow else _wide(galleries, n_files)
    table.title = Text(title)
    table.title_justify = "left"
    screen.print(table)


def _wide(galleries: Sequence[GalleryPlan], n_files: Counter[str]) -> Table:
    table = Table()
    for heading in ("Gallery", "Files", "Shift", "Why"):
        right = heading in ("Files", "Shift")
        table.add_column(heading, justify="right" if right else "left", no_wrap=right)
    for gallery in galleries:
        shift = offset_in_words(gallery.shift_s) if gallery.moved else "–"
        table.add_row(
            Text(shown(gallery.name)),
            str(n_files[gallery.name]),
            shift,
            Text(shown(gallery.why)),
            style="" if gallery.moved else "dim",
        )
    return table


def _narrow(galleries: Sequence[GalleryPlan], n_files: Counter[str]) -> Table:
    """Return a table of two columns, which leaves most of the room to the reasons."""
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    table.add_column("Gallery", max_width=NAME_WIDTH, overflow="fold")
    table.add_column("Files, shift, and why")
    for gallery in galleries:
        n = n_files[gallery.name]
        files = f"{n} file{'s' * (n != 1)}: " if gallery.moved else "left: "
        what = Text(files + shown(gallery.why), style="" if gallery.moved else "dim")
        table.add_row(Text(shown(gallery.name)), what)
    return table


def _print_examples(screen: Console, made: Plan) -> None:
    """Print a few photos before and after, to be checked at a glance."""
    for nth, example in enumerate(examples_of(made)):
        if nth == 0:
            screen.print(Text("For example:", style="bold"))
        between = "\n    " if screen.width < NARROW else "  "
        line = f"  {shown(example.photo)}{between}{example.before} → {example.after}"
        screen.print(Text(line), soft_wrap=True)


def _what(made: Plan) -> str:
    n_files = len(made.files)
    files = "1 file" if n_files == 1 else f"{n_files} files"
    n_new = sum(change.was is None for change in made.files)
    if made.to == "sidecar":
        for_whom = "" if made.program is None else f" for {made.program}"
        return f"{n_new} new sidecars, {n_files - n_new} changed{for_whom}"
    if made.to == "copies":
        return f"{files} copied to {made.roots[-1]}"
    return f"{files} changed"


def print_left(screen: Console, left_alone: Sequence[LeftAlone]) -> None:
    """Print the files left alone, one line per reason."""
    reasons = Counter(left.why for left in left_alone)
    if reasons:
        files = "1 file is" if len(left_alone) == 1 else f"{len(left_alone)} files are"
        screen.print(Text(f"{files} left alone:", style="bold"))
    for why, count in reasons.most_common(LISTED):
        first = next(left.path for left in left_alone if left.why == why)
        others = f" and {count - 1} more" if count > 1 else ""
        print_prose(screen, f"  {Path(first).name}{others}: {why}")
    if len(reasons) > LISTED:
        screen.print(f"  … and {len(reasons) - LISTED} more reasons, all in the plan")

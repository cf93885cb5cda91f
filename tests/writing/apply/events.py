"""A small event with its steps and journal, for tests of the engine and of undo."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from coincide.writing.apply import Maker, Report, Step, UndoReport, apply_steps, hold, undo_steps
from coincide.writing.apply.journal import Journal
from coincide.writing.apply.step import ORIGINALS
from tests.writing.apply.driver import open_for_test
from tests.writing.apply.trees import TextMaker, litter, make_steps, make_tree


@dataclass(frozen=True)
class Event:
    """Files, and steps that replace every other and make sidecars for the rest."""

    folder: Path
    files: list[Path]
    steps: list[Step]

    @property
    def root(self) -> Path:
        return self.folder / "tree"

    @contextmanager
    def journal(self) -> Iterator[Journal]:
        path = self.folder / "plan.json.journal"
        with hold([self.root], path), open_for_test(path, self.root) as journal:
            yield journal

    def apply(
        self,
        maker: Maker | None = None,
        *,
        steps: list[Step] | None = None,
        batch: int = 4,
        stop: Callable[[], bool] = lambda: False,
        progress: Callable[[int, int], None] = lambda _done, _total: None,
    ) -> Report:
        with self.journal() as journal:
            return apply_steps(
                self.steps if steps is None else steps,
                maker or TextMaker(),
                journal,
                batch=batch,
                stop=stop,
                progress=progress,
            )

    def undo(self, *, stop: Callable[[], bool] = lambda: False) -> UndoReport:
        with self.journal() as journal:
            return undo_steps(journal, self.steps, batch=4, stop=stop)


def make_event(folder: Path, n_files: int = 20, *, odd: bool = False) -> Event:
    files = make_tree(folder / "tree", n_files, odd=odd, n_folders=3)
    return Event(folder, files, make_steps(folder / "tree", files))


def parts(event: Event) -> list[Path]:
    """Return the unfinished files that lie about."""
    return [path for path in litter(event.root) if path.name != ORIGINALS]

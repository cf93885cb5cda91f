"""An event folder that was renamed or copied: a plan that lies in it is for the files beside it.

A plan names its folders as they were called when it was made. In a folder that has another name by
now, those names lead nowhere; in a copy they lead to the original, which nobody spoke of. So where
a plan lies decides which files it is for, and where that leaves two answers it is refused.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from msgspec import structs

from coincide.errors import PlanError
from coincide.writing.plan.model import Plan


@dataclass(frozen=True, slots=True)
class Move:
    """From where to where an event was moved or copied."""

    before: Path
    after: Path

    def here(self, path: Path) -> Path:
        """Return where something is now that a plan or its journal names as it was."""
        return _swapped(path, self.before, self.after)

    def there(self, path: Path) -> Path:
        """Return how the plan and its journal name something that is here."""
        return _swapped(path, self.after, self.before)


def _swapped(path: Path, before: Path, after: Path) -> Path:
    return after / path.relative_to(before) if path.is_relative_to(before) else path


STAYED = Move(Path(), Path())


def move_of(plan: Plan, path: Path) -> Move:
    """Return how an event was moved since a plan of it was made, by where the plan lies now.

    Raises PlanError where it could be for the files of two folders.
    """
    here = path.parent.resolve()
    move = _with_project(plan, here)
    if move is None:
        return _inside(plan, path, here)
    if not any(_files_at(plan, move)):
        return _alone(plan, path, move)
    if _is_there(plan):
        _check_whole(plan, path, move)
    return move


def moved_plan(plan: Plan, move: Move) -> Plan:
    """Return a plan with its folders as they are called now."""
    if move is STAYED:
        return plan
    project = None if plan.project is None else move.here(plan.project.resolve())
    roots = tuple(move.here(root.resolve()) for root in plan.roots)
    return structs.replace(plan, roots=roots, project=project)


def _with_project(plan: Plan, here: Path) -> Move | None:
    """Return the move of a plan that lies in a project folder, as most do."""
    project = None if plan.project is None else plan.project.resolve()
    if project is None or here == project or here.name != project.name:
        return None
    return Move(project.parent, here.parent)


def _inside(plan: Plan, path: Path, here: Path) -> Move:
    """Return the move of a plan that lies among the files it is for, as a person put it there."""
    roots = [root.resolve() for root in plan.roots]
    if any(here.is_relative_to(root) for root in roots):
        return STAYED
    moves = (Move(roots[0], folder) for folder in (here, *here.parents))
    move = next((move for move in moves if any(_files_at(plan, move))), STAYED)
    if move is not STAYED and _is_there(plan):
        raise PlanError(
            f"{path} was made for the files of {roots[0]}, and is in {move.after}, which has files"
            " with the same names: it could be meant for either. Nothing was changed. To use it"
            f" for {roots[0]}, move it with its journal to a folder without photos; for"
            f" {move.after}, make a new plan there."
        )
    return move


def _files_at(plan: Plan, move: Move) -> Iterator[bool]:
    """Yield of each photo below what was moved whether it lies where it would be."""
    for number, root in enumerate(plan.roots):
        now = move.here(root.resolve())
        if now != root.resolve():
            ways = (file.photo.path for file in plan.files if file.photo.root == number)
            yield from (now.joinpath(*way.parts).is_file() for way in ways)


def _is_there(plan: Plan) -> bool:
    """Tell whether a plan's event is still where it was made, so that this is a copy."""
    return any(root.is_dir() for root in plan.written_roots)


def _alone(plan: Plan, path: Path, move: Move) -> Move:
    """Return no move for a plan that is not where its photos are; but not into another event."""
    photos_moved = any(move.here(root.resolve()) != root.resolve() for root in plan.roots)
    if photos_moved and _is_there(plan):
        raise PlanError(
            f"{path} was made for the files of {plan.roots[0]}, and is now in {move.after}, which"
            f" has none of them. Nothing was changed. Use the plan in {plan.project}, or move this"
            " one to a folder of its own."
        )
    return STAYED


def _check_whole(plan: Plan, path: Path, move: Move) -> None:
    """Refuse a plan of a copy that would write to what the original has too."""
    for root in plan.written_roots:
        if move.here(root.resolve()) == root.resolve():
            raise PlanError(
                f"{path} is in a copy of the event, {move.after}, but writes to {root}, which the"
                f" original below {move.before} uses too. Nothing was changed. Use the plan there."
            )

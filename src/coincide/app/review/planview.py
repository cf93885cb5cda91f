"""A plan as pages are shown it: its first files, examples, and what it leaves alone by reason."""

from collections.abc import Sequence
from pathlib import Path

from coincide.app.review import answers
from coincide.model.times import WallTime
from coincide.writing.plan import Plan
from coincide.writing.plan.model import N_EXAMPLES, Example, LeftAlone, TagChange, examples_of
from coincide.writing.served import AlbumPlan

# files of a plan that a page lists; the plan itself has them all
LISTED = 500


def plan_view(plan: Plan, path: Path) -> answers.PlanView:
    """Return a plan, its first files, and what it leaves alone by reason."""
    return answers.PlanView(
        path=str(path),
        to=plan.to,
        program=plan.program,
        n_files=len(plan.files),
        galleries=plan.galleries,
        files=tuple(
            answers.PlannedFile(
                photo=change.photo.path.as_posix(),
                writes=change.writes.path.as_posix(),
                why=change.why,
                gallery=change.gallery,
                changes=change.changes,
            )
            for change in plan.files[:LISTED]
        ),
        examples=examples_of(plan),
        left=_left(plan.left),
        notes=plan.notes,
        roots=tuple(str(root) for root in plan.roots),
    )


def album_plan_view(plan: AlbumPlan, path: Path, beside: Sequence[Path] = ()) -> answers.PlanView:
    """Return the plan of an album; ``beside`` are those of owners whose keys are not here."""
    others = [f"The part of another owner, to be applied with their key: {item}" for item in beside]
    examples = [
        Example(
            item.name,
            item.gallery,
            WallTime(item.before.local_s).clock,
            WallTime(item.after.local_s).clock,
        )
        for item in {change.gallery: change for change in plan.assets}.values()
    ]
    return answers.PlanView(
        path=str(path),
        to="server",
        program=None,
        n_files=len(plan.assets),
        galleries=plan.galleries,
        files=tuple(
            answers.PlannedFile(
                photo=change.name,
                writes=change.id,  # pages tell files apart by it
                why=change.why,
                gallery=change.gallery,
                changes=(TagChange("DateTimeOriginal", change.was, change.new),),
            )
            for change in plan.assets[:LISTED]
        ),
        examples=tuple(examples[:N_EXAMPLES]),
        left=_left(plan.left),
        notes=(*plan.notes, *others),
        roots=(plan.address,),
    )


def _left(left_alone: Sequence[LeftAlone]) -> tuple[answers.LeftFiles, ...]:
    reasons: dict[str, list[str]] = {}
    for left in left_alone:
        reasons.setdefault(left.why, []).append(left.path)
    return tuple(answers.LeftFiles(paths[0], why, len(paths)) for why, paths in reasons.items())

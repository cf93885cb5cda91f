"""A plan as pages are shown it: its first files, examples, and what it leaves alone by reason."""

from pathlib import Path

from coincide.app.review import answers
from coincide.writing.plan import Plan
from coincide.writing.plan.examples import examples_of

# files of a plan that a page lists; the plan itself has them all
LISTED = 500


def plan_view(plan: Plan, path: Path) -> answers.PlanView:
    """Return a plan, its first files, and what it leaves alone by reason."""
    reasons: dict[str, list[str]] = {}
    for left in plan.left:
        reasons.setdefault(left.why, []).append(left.path)
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
        left=tuple(answers.LeftFiles(paths[0], why, len(paths)) for why, paths in reasons.items()),
        notes=plan.notes,
        roots=tuple(str(root) for root in plan.roots),
    )

"""A plan's entries as steps of the engine, each checked to stay inside its folder."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from coincide.writing.apply.state import FileState
from coincide.writing.apply.step import Step
from coincide.writing.plan.model import FileChange, Fingerprint, Plan
from coincide.writing.plan.paths import real_path


@dataclass(frozen=True)
class PlanSteps:
    """The steps of a plan, and the entry that each is of."""

    steps: tuple[Step, ...]
    changes: Mapping[int, FileChange]
    photos: Mapping[int, Path]


def plan_steps(plan: Plan) -> PlanSteps:
    """Return a plan as steps; raise PlanError if one would be written through a link.

    A photo whose sidecar or copy is written must be what it was when the plan was made.
    """
    steps, photos = [], {}
    for number, change in enumerate(plan.files):
        target = real_path(plan.roots[change.writes.root], change.writes.path)
        photos[number] = real_path(plan.roots[change.photo.root], change.photo.path)
        guards = () if target == photos[number] else ((photos[number], _state(change.state)),)
        before = None if change.was is None else _state(change.was)
        root = plan.roots[change.writes.root].resolve()
        steps.append(Step(number, root, target, before, guards))
    return PlanSteps(tuple(steps), dict(enumerate(plan.files)), photos)


def _state(fingerprint: Fingerprint) -> FileState:
    return FileState(fingerprint.size, fingerprint.mtime_ns, fingerprint.sha256)

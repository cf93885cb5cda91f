"""One change of one asset, as the journal and the reports know it."""

from dataclasses import dataclass
from pathlib import Path

from coincide.servers import AssetTime
from coincide.writing.served.model import AlbumPlan, AssetChange


@dataclass(frozen=True, slots=True)
class AssetStep:
    """Give an asset its new time; ``number`` is its place in the plan."""

    number: int
    change: AssetChange

    @property
    def target(self) -> Path:
        """What the journal calls it."""
        return Path(self.change.id)

    @property
    def name(self) -> str:
        """What messages call it."""
        return self.change.name


def before(step: AssetStep) -> AssetTime:
    """Return what an asset said when the plan was made."""
    return step.change.before


def after(step: AssetStep) -> AssetTime:
    """Return what an asset is to say."""
    return step.change.after


def steps_of(plan: AlbumPlan) -> tuple[AssetStep, ...]:
    """Return the steps of a plan, in its order."""
    return tuple(AssetStep(number, change) for number, change in enumerate(plan.assets))

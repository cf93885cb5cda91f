"""Send times to a server and wait until it says them: answers lag, and an update can be lost."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from coincide.errors import RefusedError
from coincide.servers import Asset, AssetTime, RemoteAlbum
from coincide.writing.served.model import AssetStep

Goal = Callable[[AssetStep], AssetTime]
Note = Callable[[Sequence[AssetStep]], None]


@dataclass(frozen=True)
class Patience:
    """How long a server may take. Seconds throughout."""

    first_s: float = 0.15  # servers were seen to take 0.3 to 1.4 s
    longest_s: float = 2.0
    # when an update counts as lost and is sent again; never soon: of two in quick succession the
    # first may win, which here is the same one
    resend_s: tuple[float, ...] = (8.0, 20.0, 40.0)
    give_up_s: float = 90.0
    # the same while it shows that it is at work: one with a long queue took more than 90 s
    at_work_s: float = 600.0
    # after a run that was killed: what it had sent may still be on its way to the server
    quiet_s: float = 3.0
    sleep: Callable[[float], None] = field(default=time.sleep, repr=False)
    now: Callable[[], float] = field(default=time.monotonic, repr=False)


@dataclass
class UpdateOutcome:
    """What became of some assets: those that say what they are to, and why others do not."""

    done: list[AssetStep] = field(default_factory=list)
    failed: list[tuple[AssetStep, str]] = field(default_factory=list)


def move(
    album: RemoteAlbum,
    steps: Sequence[AssetStep],
    goal: Goal,
    origin: Goal,
    patience: Patience,
    note: Note,
) -> UpdateOutcome:
    """Bring assets from what ``origin`` says to what ``goal`` says, and read that back.

    Each is looked at right before it is sent: one that says neither is somebody else's by now.
    ``note`` is told of those that are there as soon as they are.
    """
    moved, waiting = UpdateOutcome(), list[AssetStep]()
    for step in steps:
        try:
            now = settled(album, step, patience)
            if _is_foreign(step, now, goal, origin):
                moved.failed.append((step, "it was changed on the server in the meantime"))
            elif now.time.is_at(goal(step)):
                moved.done.append(step)
            else:
                album.set_time(now, goal(step))
                waiting.append(step)
        except RefusedError as error:
            moved.failed.append((step, str(error)))
    note(moved.done)
    _await(album, waiting, goal, origin, patience, moved, note)
    return moved


def settled(album: RemoteAlbum, step: AssetStep, patience: Patience) -> Asset:
    """Return an asset when its server is no longer at work on it, or has long been."""
    found, wait_s, since_s = album.asset(step.change.id), patience.first_s, patience.now()
    while not found.time.settled and patience.now() - since_s < patience.resend_s[0]:
        patience.sleep(wait_s)
        wait_s = min(wait_s * 2, patience.longest_s)
        found = album.asset(step.change.id)
    return found


def _await(
    album: RemoteAlbum,
    waiting: list[AssetStep],
    goal: Goal,
    origin: Goal,
    patience: Patience,
    moved: UpdateOutcome,
    note: Note,
) -> None:
    """Read assets back until they say what they are to; send again what seems lost."""
    since_s, wait_s, resends = patience.now(), patience.first_s, list(patience.resend_s)
    while waiting:
        patience.sleep(wait_s)
        wait_s = min(wait_s * 1.6, patience.longest_s)
        passed_s = patience.now() - since_s
        again = bool(resends) and passed_s >= resends[0]
        if again:
            resends.pop(0)
        still, n_before, at_work = [], len(moved.done), False
        for step in waiting:
            try:
                now = album.asset(step.change.id)
                if now.time.settled and now.time.is_at(goal(step)):
                    moved.done.append(step)
                    continue
                if now.time.settled and _is_foreign(step, now, goal, origin):
                    moved.failed.append((step, "it was changed on the server in the meantime"))
                    continue
                at_work |= not now.time.settled
                if again and now.time.settled:
                    album.set_time(now, goal(step))
            except RefusedError as error:
                moved.failed.append((step, str(error)))
                continue
            still.append(step)
        waiting = still
        note(moved.done[n_before:])
        if passed_s > (patience.at_work_s if at_work else patience.give_up_s):
            why = f"the server still has the old time after {passed_s:.0f} s"
            moved.failed += [(step, why) for step in waiting]
            return


def _is_foreign(step: AssetStep, now: Asset, goal: Goal, origin: Goal) -> bool:
    """Tell whether an asset is another photo by now, or says what none of us said."""
    if now.checksum != step.change.checksum:
        return True
    return not (now.time.is_at(goal(step)) or now.time.is_at(origin(step)))

"""Carry out the plan of an album, take it back, or say where its assets stand.

The journal is the one of files: what is about to be sent is on disk before it is sent, and that it
is there only once the server says so.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import msgspec

from coincide.errors import ChangedError, PlanError, RefusedError, ServerError, WriteError
from coincide.model.progress import Progress
from coincide.servers import Asset, RemoteAlbum
from coincide.servers.form import WHOLE_SERVER
from coincide.storage.documents import name_in
from coincide.writing.apply.carry import PlanState, journal_path, state_told
from coincide.writing.apply.filestatus import Standing
from coincide.writing.apply.journal import Journal, open_journal
from coincide.writing.apply.lock import hold
from coincide.writing.plan.document import MARK, read_bytes
from coincide.writing.served.model import (
    SCHEMA,
    AlbumPlan,
    AssetStep,
    after,
    before,
    parse_album_plan,
    steps_of,
)
from coincide.writing.served.patience import Patience, UpdateOutcome, move, settled

# assets under way at one time: 20 were seen to settle within 2 s
BATCH = 24
_ID_CHARACTERS = 12
_NAMED = 5  # assets named in one message


@dataclass(frozen=True)
class OpenAlbumPlan:
    """The plan of an album as it lies on disk, and its steps."""

    path: Path
    plan: AlbumPlan
    sha256: str
    steps: tuple[AssetStep, ...]

    @property
    def journal_path(self) -> Path:
        """Where its journal lies: beside it."""
        return journal_path(self.path)


@dataclass(frozen=True, slots=True)
class AssetFailure:
    """An asset that was left as it is, and why."""

    step: AssetStep
    reason: str


@dataclass(frozen=True, slots=True)
class AlbumReport:
    """What became of the assets. ``left``: written by an earlier run, and changed since."""

    done: int
    already: int
    failed: tuple[AssetFailure, ...] = ()
    left: tuple[AssetStep, ...] = ()
    stopped: bool = False


def is_album_plan(path: Path) -> bool:
    """Tell whether a file is the plan of an album; False of what cannot be read."""
    try:
        return name_in(read_bytes(path.expanduser()).removeprefix(MARK)) == SCHEMA
    except (PlanError, msgspec.DecodeError, ValueError, RecursionError):
        return False


def open_album_plan(path: Path) -> OpenAlbumPlan:
    """Read the plan of an album; raise PlanError where it cannot be trusted."""
    path = path.expanduser().absolute()
    data = read_bytes(path)
    plan = parse_album_plan(data, str(path))
    return OpenAlbumPlan(path, plan, hashlib.sha256(data).hexdigest(), steps_of(plan))


def apply_album(
    opened: OpenAlbumPlan,
    album: RemoteAlbum,
    *,
    progress: Progress = lambda _done, _total: None,
    stop: Callable[[], bool] = lambda: False,
    patience: Patience = Patience(),
) -> AlbumReport:
    """Send what a plan says and the server does not say yet.

    If any asset is not what it was when the plan was made, ChangedError, before anything is sent.
    """
    _check_keys(opened, album)
    with _writing(opened) as journal:
        _let_settle(journal, patience)
        with _told(journal, "apply"):
            todo, already, left = _sorted(opened.steps, journal, album, patience)
        journal.done([step for step in already if not _is_done(step, journal)])
        run = _Run(album, journal, len(opened.steps), len(already) + len(left), patience)
        with _told(journal, "apply"):
            failed, stopped = run.all(todo, progress, stop)
        return AlbumReport(run.n_done, len(already), tuple(failed), tuple(left), stopped)


def undo_album(
    opened: OpenAlbumPlan,
    album: RemoteAlbum,
    *,
    progress: Progress = lambda _done, _total: None,
    stop: Callable[[], bool] = lambda: False,
    patience: Patience = Patience(),
) -> AlbumReport:
    """Give every asset that a plan changed the time it had; others' changes are left alone."""
    if not opened.journal_path.exists():
        raise PlanError(f"{opened.path} was never applied: it has no journal.")
    _check_keys(opened, album)
    with _writing(opened) as journal:
        _let_settle(journal, patience)
        begun = [step for step in reversed(opened.steps) if _is_begun(step, journal)]
        run = _Run(album, journal, len(begun), 0, patience, back=True)
        with _told(journal, "undo"):
            failed, stopped = run.all(begun, progress, stop)
        if not failed and not stopped and journal.records:
            journal.closed()
        return AlbumReport(run.n_done, 0, tuple(failed), (), stopped)


def verify_album(
    opened: OpenAlbumPlan, album: RemoteAlbum
) -> tuple[tuple[AssetStep, Standing], ...]:
    """Say of each asset whether it is as before the plan, as planned, changed or missing."""
    found = _assets(opened.steps, album)
    return tuple((step, _standing(step, found.get(step.change.id))) for step in opened.steps)


def album_plan_state(opened: OpenAlbumPlan) -> PlanState:
    """Tell how far a plan has come, by its journal."""
    with _journal(opened, write=False) as journal:
        return state_told(journal, len(opened.steps))


@dataclass
class _Run:
    """One way through the assets, forth or back."""

    album: RemoteAlbum
    journal: Journal
    total: int
    n_before: int
    patience: Patience
    back: bool = False
    n_done: int = 0

    def all(
        self, steps: Sequence[AssetStep], progress: Progress, stop: Callable[[], bool]
    ) -> tuple[list[AssetFailure], bool]:
        """Move all assets, batch by batch; then look at all once more, and mend what was lost."""
        failed: list[AssetFailure] = []
        for first in range(0, len(steps), BATCH):
            if stop():
                return failed, True
            failed += self._some(steps[first : first + BATCH])
            progress(self.n_before + self.n_done + len(failed), self.total)
        lost = self._lost(steps, {failure.step.number for failure in failed})
        self.n_done -= len(lost)
        for first in range(0, len(lost), BATCH):
            failed += self._some(lost[first : first + BATCH])
        return failed, False

    def _some(self, steps: Sequence[AssetStep]) -> list[AssetFailure]:
        if self.back:
            self.journal.undoing(steps)
            note = self.journal.undone
            moved = move(self.album, steps, before, after, self.patience, note)
        else:
            self.journal.intend(steps)
            note = self.journal.done
            moved = move(self.album, steps, after, before, self.patience, note)
        self.n_done += len(moved.done)
        return _failures(moved)

    def _lost(self, steps: Sequence[AssetStep], but: set[int]) -> list[AssetStep]:
        """Return what was read back rightly and says something else at the end."""
        goal = before if self.back else after
        rest = [step for step in steps if step.number not in but]
        found = _assets(rest, self.album)
        return [
            step
            for step in rest
            if (now := found.get(step.change.id)) is not None and not now.time.is_at(goal(step))
        ]


def _failures(moved: UpdateOutcome) -> list[AssetFailure]:
    return [AssetFailure(step, reason) for step, reason in moved.failed]


def _sorted(
    steps: Sequence[AssetStep], journal: Journal, album: RemoteAlbum, patience: Patience
) -> tuple[list[AssetStep], list[AssetStep], list[AssetStep]]:
    """Return what is to be sent, what is there already, and what others changed since."""
    found = _assets(steps, album)
    todo, already, left, changed = list[AssetStep](), list[AssetStep](), list[AssetStep](), []
    for step in steps:
        now, record = found.get(step.change.id), journal.records.get(step.number)
        under_way = record is not None and record.state in ("intent", "undoing")
        if now is not None and (under_way or not now.time.settled):
            now = settled(album, step, patience)  # the server may still be at work on it
        untouched = record is None and not journal.was_closed
        standing = _standing(step, now, untouched=untouched)
        if under_way and standing != "missing":
            todo.append(step)  # whatever it says, a word of ours may still be on its way
        elif standing == "new":
            already.append(step)
        elif standing == "old":
            todo.append(step)
        elif record is not None and record.state == "done":
            left.append(step)
        else:
            changed.append(f"{step.name} ({standing})")
    if changed:
        more = f" and {len(changed) - _NAMED} more" if len(changed) > _NAMED else ""
        raise ChangedError(
            f"{len(changed)} of {len(steps)} photos have changed since the plan was made:"
            f" {', '.join(changed[:_NAMED])}{more}. Nothing was sent. Make the plan again."
        )
    return todo, already, left


def _standing(step: AssetStep, now: Asset | None, *, untouched: bool = False) -> Standing:
    """Return where an asset stands; as long as it is untouched, its zone has its name as well."""
    if now is None:
        return "missing"
    if now.checksum != step.change.checksum:
        return "changed"
    if now.time.is_at(after(step)):
        return "new"
    same_name = not untouched or now.time.zone == step.change.zone
    return "old" if now.time.is_at(before(step)) and same_name else "changed"


def _assets(steps: Sequence[AssetStep], album: RemoteAlbum) -> dict[str, Asset]:
    """Return the assets of some steps as they are now; what left the album is asked for by id.

    A whole server is not listed for the few that a plan is of.
    """
    wanted = {step.change.id for step in steps}
    if not wanted:
        return {}
    listed = () if album.id == WHOLE_SERVER else album.assets()
    found = {asset.id: asset for asset in listed if asset.id in wanted}
    for missing in sorted(wanted - set(found)):
        try:
            found[missing] = album.asset(missing)
        except RefusedError:
            continue
    return found


def _check_keys(opened: OpenAlbumPlan, album: RemoteAlbum) -> None:
    """Raise ServerError where an owner's key is not at hand: nothing is begun in halves."""
    names = [name for owner, name in opened.plan.owners.items() if owner not in album.writable]
    if names:
        raise ServerError(
            f"Only {', '.join(names)} may change these photos, and there is no key of theirs here."
            " Give it in the environment or the key ring, or let them apply their own plan."
        )


def _let_settle(journal: Journal, patience: Patience) -> None:
    """Wait a little after a run that was killed: its last words may not have arrived yet."""
    if any(record.state in ("intent", "undoing") for record in journal.records.values()):
        patience.sleep(patience.quiet_s)


def _is_done(step: AssetStep, journal: Journal) -> bool:
    record = journal.records.get(step.number)
    return record is not None and record.state == "done"


def _is_begun(step: AssetStep, journal: Journal) -> bool:
    record = journal.records.get(step.number)
    return record is not None and record.state != "undone"


@contextmanager
def _told(journal: Journal, command: str) -> Iterator[None]:
    """Say what stopped a run, and how to go on or back."""
    try:
        yield
    except RefusedError:
        raise
    except ServerError as error:
        states = [record.state for record in journal.records.values()]
        n_done = states.count("undone" if command == "undo" else "done")
        raise WriteError(
            f"Stopped: {error} {n_done} photos are done, and the journal records which. When the"
            f" cause is fixed, continue with 'coincide {command} {journal.plan}'."
        ) from error


@contextmanager
def _writing(opened: OpenAlbumPlan) -> Iterator[Journal]:
    with hold([], opened.journal_path), _journal(opened) as journal:
        yield journal


def _journal(opened: OpenAlbumPlan, *, write: bool = True) -> Journal:
    return open_journal(
        opened.journal_path,
        plan_sha256=opened.sha256,
        plan_id=opened.sha256[:_ID_CHARACTERS],
        roots=(),
        write=write,
    )

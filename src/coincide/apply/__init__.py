"""Change users' files so that nothing is ever harmed: journalled, kept, killable, undoable.

``engine.run`` carries out steps whose contents a Maker makes, ``undo.run`` takes them back and
``verify`` says where each file stands; all files are touched by ``disk`` alone.
"""

from coincide.apply.batch import Failure
from coincide.apply.engine import Report
from coincide.apply.engine import run as apply_steps
from coincide.apply.journal import Journal, open_journal
from coincide.apply.lock import hold
from coincide.apply.standing import StepState, verify
from coincide.apply.state import FileState, same_file, state_of
from coincide.apply.step import MakeError, Maker, Step
from coincide.apply.undo import Left, UndoReport
from coincide.apply.undo import run as undo_steps

__all__ = [
    "Failure",
    "FileState",
    "Journal",
    "Left",
    "MakeError",
    "Maker",
    "Report",
    "Step",
    "StepState",
    "UndoReport",
    "apply_steps",
    "hold",
    "open_journal",
    "same_file",
    "state_of",
    "undo_steps",
    "verify",
]

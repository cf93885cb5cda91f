"""Change users' files so that nothing is ever harmed: journalled, kept, killable, undoable.

``engine.run`` carries out steps whose contents a Maker makes, ``undo.run`` takes them back and
``verify`` says where each file stands; all files are touched by ``disk`` alone.
"""

from coincide.writing.apply.batch import Failure
from coincide.writing.apply.engine import Report
from coincide.writing.apply.engine import run as apply_steps
from coincide.writing.apply.filestatus import StepState, verify
from coincide.writing.apply.journal import Journal, open_journal
from coincide.writing.apply.lock import hold
from coincide.writing.apply.state import FileState, same_file, state_of
from coincide.writing.apply.step import MakeError, Maker, Step
from coincide.writing.apply.undo import Foreseen, Left, UndoReport
from coincide.writing.apply.undo import run as undo_steps

__all__ = [
    "Failure",
    "FileState",
    "Foreseen",
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

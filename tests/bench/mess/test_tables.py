"""Tables of the suite "mess", on verdicts made by hand."""

from pathlib import PurePosixPath

from coincide.model import FindingKind
from coincide_bench.mess.run import Messy
from coincide_bench.mess.tables import rule_table
from coincide_bench.wholeplan.figures import Figures, Judged
from coincide_bench.wholeplan.look import LookedGallery
from coincide_bench.wholeplan.words import Told, Truth, judge


def test_a_rule_is_credited_with_the_harm_it_prevents_and_charged_with_what_it_withholds() -> None:
    truth, before = Truth(36_000.0), Told(32_400.0)
    found = {"a": 36_010.0, "b": 50_000.0, "c": 36_020.0}
    verdicts = {
        PurePosixPath(name): judge(
            before, truth, written=None, certain=None, knowable=True, found=Told(time_s)
        )
        for name, time_s in found.items()
    }
    paths = tuple(verdicts)
    wide = LookedGallery("Ann", paths[:2], "likely", "+1 h", "", rule=FindingKind.WIDE)
    free = LookedGallery("Ben", paths[2:], "certain", "+1 h", "")
    judged = Judged(Figures(photos=3), verdicts, (wide, free), "Ann")
    assert rule_table([Messy("hours-off", 0, "made", (judged,))]).rows == (
        ("wide", "1", "1", "1", "0"),
    )

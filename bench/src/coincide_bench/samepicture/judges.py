"""What judges pairs: what the product takes for one picture."""

from pathlib import Path

from coincide.features.same import compare_files
from coincide_bench.samepicture.run import Judge


def product_judge() -> Judge:
    """Return what tells by pixels alone whether two files are one picture, wherever it is asked."""
    compare = compare_files()

    def judge(one: Path, other: Path) -> bool:
        found = compare(one, other)
        return found is not None and found.is_one

    return judge

"""Which slow tests run for every change, with ``make test-ci``; ``make test-all`` runs all of them.

Chosen for value per second: what protects photos and people, and one walk through each large part.
"""

CI = (
    # every attack that was tried
    "tests/attacks/",
    # killed and resumed, without power in between
    "tests/writing/apply/",
    "tests/writing/served/test_carry.py",
    # a person's way through the app, from folders to written files
    "tests/browser/test_whole_path.py",
    # an album on a server, from its address to its answers, and a cluster that begins tasks again
    "tests/project/read/test_remotealbum.py::test_an_album_is_put_on_one_clock_and_back",
    "tests/cluster/test_engine.py",
    # whole plans with their harm count, before an answer and after
    "tests/bench/mess/test_witness_cases.py",
    "tests/bench/mess/test_honest_answers.py",
)
# the same at a size that shows nothing more, and takes minutes
NOT_CI = (
    "tests/attacks/test_held_events.py::test_thousands_of_equal_photos_are_read_and_planned[1",
)


def runs_in_ci(nodeid: str) -> bool:
    """Tell whether a slow test runs for every change."""
    return nodeid.startswith(CI) and not nodeid.startswith(NOT_CI)

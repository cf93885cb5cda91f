from tools.stage_coverage import BAR, CORE, Share, below_the_bar, shares, stage_of


def summary(n_branches: int, n_taken: int) -> dict[str, dict[str, int]]:
    return {"summary": {"num_branches": n_branches, "covered_branches": n_taken}}


def test_files_count_for_their_stage() -> None:
    report = {
        "files": {
            "src/coincide/offsets/mrf.py": summary(10, 9),
            "/else/where/coincide/offsets/joint/board.py": summary(30, 30),
            "src/coincide/times.py": summary(0, 0),
        }
    }
    found = shares(report)
    assert found == {"offsets": Share(40, 39), "times": Share(0, 0)}
    assert found["offsets"].share == 39 / 40
    assert found["times"].share == 1.0
    assert stage_of("src/coincide/graph.py") == "graph"


def test_a_core_stage_below_the_bar_or_not_measured_is_named() -> None:
    enough = {stage: Share(100, round(100 * BAR)) for stage in CORE}
    assert below_the_bar(enough) == []
    assert below_the_bar(enough | {"link": Share(100, 94)}) == ["link"]
    del enough["graph"]
    assert below_the_bar(enough) == ["graph"]

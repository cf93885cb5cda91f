import numpy as np

from coincide.solver.evidence import Material, VerifiedPairs, gather_evidence, make_crowd
from coincide.solver.evidence.verified import VerifiedMeasure, verified_table
from tests.conftest import make_table

TABLE = make_table([0.0, 1000.0, 2000.0], [0.0, 1000.0])
LOOKED_AT = VerifiedPairs(np.array([[4, 0], [1, 3]]), np.array([1.5, -0.25]))


def test_what_was_found_comes_back_and_the_rest_says_nothing() -> None:
    measure = VerifiedMeasure(TABLE, LOOKED_AT)
    table = verified_table(LOOKED_AT, 2)
    for a, b in ((0, 1), (1, 0)):
        block = measure.block(a, b)
        said = table.log_ratio[1][table.bins(block)]
        np.testing.assert_array_equal(said, np.nan_to_num(block))
    np.testing.assert_array_equal(
        np.nan_to_num(measure.block(0, 1)), [[0.0, 1.5], [-0.25, 0.0], [0.0, 0.0]]
    )


def test_a_pair_that_passed_speaks_for_its_offset() -> None:
    evidence = gather_evidence(Material(TABLE, {}, verified=LOOKED_AT))
    crowd = make_crowd(TABLE, evidence.weights, [0], np.zeros(2))
    at_pair, elsewhere = evidence.by_kind(1, crowd, np.array([-1000.0, 5000.0]))["geometry"]
    assert at_pair > 0.3
    assert elsewhere == 0.0


def test_what_a_person_rejected_is_not_used() -> None:
    material = Material(TABLE, {}, rejected=np.array([[0, 4]]), verified=LOOKED_AT)
    evidence = gather_evidence(material)
    crowd = make_crowd(TABLE, evidence.weights, [0], np.zeros(2))
    assert evidence.by_kind(1, crowd, np.array([-1000.0]))["geometry"][0] <= 0.0

import numpy as np
import pytest

from coincide.features.verify.features import NO_FEATURES, local_features
from coincide.features.verify.spool import FeatureSpool
from tests.features.verify.scenes import scene


def test_features_come_back_as_they_were_in_any_order() -> None:
    added = {name: local_features(np.asarray(scene(seed))) for seed, name in enumerate("abc")}
    added["blank"] = NO_FEATURES
    with FeatureSpool() as spool:
        for key, features in added.items():
            spool.add(key, features)
        for key in ("c", "blank", "a", "b", "a"):
            found = spool.get(key)
            assert found is not None
            assert np.array_equal(found.points_px, added[key].points_px)
            assert np.array_equal(found.descriptors, added[key].descriptors)


def test_unreadable_is_none_and_unknown_is_an_error() -> None:
    with FeatureSpool() as spool:
        spool.add("bad", None)
        assert spool.get("bad") is None
        with pytest.raises(KeyError):
            spool.get("never added")

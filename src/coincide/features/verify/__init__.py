"""Verify links: count what two photos show alike and in the same arrangement."""

from coincide.features.verify.features import VerifyOptions
from coincide.features.verify.run import inlier_log_ratio, pair_keys, verify_key, verify_links

__all__ = ["VerifyOptions", "inlier_log_ratio", "pair_keys", "verify_key", "verify_links"]

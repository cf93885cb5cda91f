"""Verify links: count what two photos show alike and in the same arrangement."""

from coincide.features.verify.evidence import inlier_log_ratio
from coincide.features.verify.options import VerifyOptions
from coincide.features.verify.run import pair_keys, verify_key, verify_links

__all__ = ["VerifyOptions", "inlier_log_ratio", "pair_keys", "verify_key", "verify_links"]

"""Decoding in worker processes: limits of memory and time for what strangers' files cost."""

from coincide.media.isolated.limits import DecodeLimitError
from coincide.media.isolated.task import in_process, isolated, need_memory, progress

__all__ = ["DecodeLimitError", "in_process", "isolated", "need_memory", "progress"]

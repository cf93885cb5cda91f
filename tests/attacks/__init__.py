"""Attacks that once succeeded, by the numbers of their findings."""

"""Suites: where the trials come from."""

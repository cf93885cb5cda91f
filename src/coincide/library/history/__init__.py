"""Clocks over years: when each was off, by how much, how sure that is, and what it rests on.

Everything here is numbers in, numbers out: no store, no files.
"""

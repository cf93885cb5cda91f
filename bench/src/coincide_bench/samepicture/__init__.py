"""Pairs of files that are one picture, and pairs that are two: whether they are told apart."""

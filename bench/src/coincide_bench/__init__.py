"""Bench: how good is a method, on events whose truth is known."""

"""Clips on one timeline: for editing programs, and as one film of all angles."""

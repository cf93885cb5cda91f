"""Corrected times out: plans, what carries them out, and undo; clips for editors."""

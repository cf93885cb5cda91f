"""Summaries of an event beside simpler choices: how much of the event each of them tells."""

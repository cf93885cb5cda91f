"""Whole libraries: the history of every clock over years, and one decision per clock and period.

``scan`` reads metadata into a store of its own, ``sessions`` are what one clock took without a
pause of hours, ``history`` finds when each clock was off and by how much, ``decide`` says what may
be written and ``plans`` writes it through the plans of single events.
"""

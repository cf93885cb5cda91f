"""Whole libraries: simulated families of many years, what is found of their clocks, and harm."""

"""Occasions of a library that several clocks were at: found by what photos show, and kept."""

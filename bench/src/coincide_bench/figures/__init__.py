"""Figures: from answers to scores, intervals, comparisons, tables and plots."""

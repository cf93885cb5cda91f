"""The stages in order, the joint method, and features in memory between two solves."""

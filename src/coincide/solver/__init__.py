"""Numbers only: evidence, clocks, the joint solver, large events in parts, the paper's methods."""

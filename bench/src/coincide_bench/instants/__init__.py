"""Two cameras, one instant: what an album shows as such, on sheets to be judged by eye."""

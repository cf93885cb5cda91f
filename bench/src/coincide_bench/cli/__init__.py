"""``coincide bench``: the commands of the benchmark."""

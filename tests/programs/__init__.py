"""Our sidecars in the hands of the programs that they are for."""

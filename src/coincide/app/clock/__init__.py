"""The clock page: the time as codes that cameras photograph, and coincide sync reads."""

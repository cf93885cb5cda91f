"""Sound: which two clips heard the same moment, and how far apart they began."""

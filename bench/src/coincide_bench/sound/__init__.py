"""Generated sound of events, and how well two clips of it are told to be of one moment."""

"""Small files of the project folder: settings, trust, the lock, plans that were applied."""

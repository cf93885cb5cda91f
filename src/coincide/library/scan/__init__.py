"""Folders → records of photos, kept in a database; only what is new is read."""

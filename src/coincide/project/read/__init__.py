"""Folders, servers and object storage: events, their photos, features and clock photos."""

"""Embed: from photos to vectors."""

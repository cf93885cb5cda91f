"""The album of an event: items, similarity, instants, edits, export."""

"""Commands of ``coincide library`` for what people state, and for its events."""

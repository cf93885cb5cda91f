"""Plans of an event: made, applied, undone; cameras remembered, servers rescanned."""

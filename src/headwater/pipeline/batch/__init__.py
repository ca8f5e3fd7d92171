"""What the events of one batch state, before any history is derived from it."""

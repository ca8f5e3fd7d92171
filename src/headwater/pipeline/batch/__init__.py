"""What the events of one batch say, before any history is derived from it."""

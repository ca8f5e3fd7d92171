"""How a pipeline reads the log and the store: records taken apart, and rows by key."""

"""How a pipeline reads the log and the store: records taken apart into facts, and rows by key."""

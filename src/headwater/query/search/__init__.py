"""Finding jobs and datasets by a text."""

"""Search for jobs and datasets by a text."""

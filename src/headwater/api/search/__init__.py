"""The operation that finds jobs and datasets by a text."""

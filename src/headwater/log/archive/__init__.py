"""The archive of a log: what has to outlast the log's own files or topic."""

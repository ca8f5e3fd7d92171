"""The event log as a directory of files: the default, for which one machine is enough."""

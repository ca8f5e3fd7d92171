"""The commands, each in a file of the same name."""

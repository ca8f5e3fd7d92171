"""Jobs, datasets and runs by name: which there are, their other names, and which are hidden."""

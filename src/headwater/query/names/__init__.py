"""Finds jobs, datasets and runs by name, with their other names and whether they are hidden."""

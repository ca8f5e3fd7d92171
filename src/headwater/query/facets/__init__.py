"""Facets of runs, jobs and datasets: which instance is in force, and what it states."""

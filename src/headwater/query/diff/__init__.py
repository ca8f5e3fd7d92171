"""Differences between two moments of a graph, or between two runs of a job."""

"""Lineage as it is asked for: the graph around a node, its changes, and the graph of runs."""

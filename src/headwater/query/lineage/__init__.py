"""Questions about lineage: the graph around a node, its changes, and the graph of runs."""

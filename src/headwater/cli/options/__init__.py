"""Options that several commands have: settings, times, the reach of a graph, and who answers."""

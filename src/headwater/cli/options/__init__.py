"""What several commands take: settings, times, how far a graph goes, and whom to ask."""

"""Everything that a Marquez server knows and that it cannot derive itself: its events, and the tags
and descriptions by its users."""

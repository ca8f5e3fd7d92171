"""Query plans that Spark makes once and runs again for every batch."""

"""The graph of jobs and datasets as of one instant: its edges, groups, flows and marks."""

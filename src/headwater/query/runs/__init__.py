"""Runs: one by one or in lists, what they read and wrote, and the runs that they belong to."""

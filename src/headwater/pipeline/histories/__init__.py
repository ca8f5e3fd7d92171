"""Deriving anew what a batch changes in the histories of jobs and datasets."""

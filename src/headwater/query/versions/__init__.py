"""Versions of jobs and datasets: which one holds at an instant, and how two of them differ."""

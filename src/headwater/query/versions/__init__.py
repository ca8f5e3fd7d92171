"""Versions of jobs and datasets: which one is in force at an instant, and how two differ."""

"""Benchmarks, and the data that they measure with."""

"""Data contracts: reading them, comparing them, and what they say together. Pure functions."""

"""Graphs as pictures and texts for other programs."""

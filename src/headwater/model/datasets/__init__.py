"""Histories of datasets: their versions and drops, folded from what happened to them."""

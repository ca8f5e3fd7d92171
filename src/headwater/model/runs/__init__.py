"""Runs: the facts of one run, folded into registers, and the rows and items that these make."""

"""Checking contracts before they are registered: what changed, what breaks, and reports of it."""

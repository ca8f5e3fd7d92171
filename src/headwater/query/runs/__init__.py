"""Runs, singly and in lists: what they read and wrote, and their parents, children and siblings."""

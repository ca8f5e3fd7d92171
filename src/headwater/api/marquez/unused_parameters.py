"""Parameters that callers of Marquez may send, and that change nothing there or here."""

IN_LISTS = ("orderBy", "sortDirection", "pattern")
"""Marquez's documentation has them for lists of jobs and datasets, and its server reads none of
them: clients that were made from that documentation send them, and expect the usual list."""

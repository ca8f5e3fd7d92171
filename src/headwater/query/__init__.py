"""Answers to questions about lineage: one function per question, over a snapshot of the store."""

"""Tools for assistants: questions in few words, answered in few lines (docs/assistants.md)."""

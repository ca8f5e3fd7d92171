"""Parts of answers in words, as lines of plain text, for people and for assistants."""

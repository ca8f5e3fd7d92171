"""The HTTP API: collecting events, and answering questions about what they say."""

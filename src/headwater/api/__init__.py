"""The HTTP API: it collects events, and answers questions about the lineage derived from them."""

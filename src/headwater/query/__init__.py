"""Questions about lineage: one function each, over one snapshot of the store."""

"""Column lineage: what the columns of datasets are derived from."""

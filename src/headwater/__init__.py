"""Headwater: data lineage, exact and independent of arrival order."""

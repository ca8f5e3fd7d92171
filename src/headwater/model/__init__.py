"""The meaning of lineage: frozen values and pure rules, on the standard library and msgspec
alone."""

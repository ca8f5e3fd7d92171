"""The meaning of lineage: frozen values and pure rules, without any dependency but msgspec."""

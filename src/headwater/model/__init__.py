"""What lineage is: frozen values and pure rules. Standard library and msgspec only."""

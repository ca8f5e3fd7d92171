"""Which contracts are registered, and which datasets they are bound to."""

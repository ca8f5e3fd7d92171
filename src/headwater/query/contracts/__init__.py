"""Questions about data contracts: what is registered, design lineage, and what becomes of it."""

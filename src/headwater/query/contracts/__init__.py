"""Questions about data contracts: registration, design lineage, impact and drift."""

"""Why a run failed: the likely causes, and how they are ranked."""

"""How jobs and datasets have changed, from version to version."""

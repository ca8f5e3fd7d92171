"""What one batch changes: the histories of jobs and datasets, derived anew where they change."""

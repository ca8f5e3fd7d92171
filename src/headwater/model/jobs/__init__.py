"""The history of one job: from its runs and events to versions, flows and edges."""

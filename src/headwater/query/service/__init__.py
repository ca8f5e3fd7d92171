"""Questions about the service itself: its status, statistics, findings and events."""

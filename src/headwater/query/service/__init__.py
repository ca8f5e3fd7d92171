"""What the service knows about itself: its state, statistics, findings and events."""

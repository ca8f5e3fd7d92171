"""Operations on the service itself: its state, statistics, findings and events."""

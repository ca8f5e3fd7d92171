"""Kafka: topics from which events come, and a topic as the event log."""

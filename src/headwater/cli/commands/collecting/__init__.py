"""The ways by which events come in without a server: from files, and from a topic of Kafka."""

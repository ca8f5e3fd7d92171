"""The media types of bodies and answers."""

JSON = "application/json"
NDJSON = "application/x-ndjson"
YAML = "application/yaml"
PARQUET = "application/vnd.apache.parquet"
PLAIN = "application/vnd.headwater+json"
"""Answers in Headwater's own shapes, where plain JSON means Marquez's shapes."""

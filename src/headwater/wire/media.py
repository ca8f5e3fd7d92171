"""The media types of bodies and answers."""

JSON = "application/json"
NDJSON = "application/x-ndjson"
YAML = "application/yaml"
PLAIN = "application/vnd.headwater+json"
"""Of answers in our own shapes, where JSON alone means Marquez's."""

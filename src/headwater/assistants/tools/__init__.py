"""The tools, one for each question that an assistant can ask."""

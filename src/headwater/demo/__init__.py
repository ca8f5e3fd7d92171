"""A story to explore Headwater with: three weeks of a small company's pipelines."""

from headwater.demo.story import END, STORY, Scene, events, story

__all__ = ["END", "STORY", "Scene", "events", "story"]

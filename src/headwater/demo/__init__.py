"""A story to explore Headwater with: three weeks of a small company's pipelines."""

from headwater.demo.contracts import registrations
from headwater.demo.story import END, STORY, Scene, events, story

__all__ = ["END", "STORY", "Scene", "events", "registrations", "story"]

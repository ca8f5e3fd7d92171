"""A story to explore Headwater with: three weeks of a small company's pipelines."""

from headwater.demo.contracts import registrations
from headwater.demo.scenes import STORY, Scene, story
from headwater.demo.story import END, events

__all__ = ["END", "STORY", "Scene", "events", "registrations", "story"]

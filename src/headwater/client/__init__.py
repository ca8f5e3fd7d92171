"""The Python client of a Headwater server: it sends events and asks questions."""

from headwater.client.client import Client
from headwater.client.events import Event, Sent
from headwater.client.times import When
from headwater.questions.pages import Page

__all__ = ["Client", "Event", "Page", "Sent", "When"]

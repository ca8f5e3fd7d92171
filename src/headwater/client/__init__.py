"""Asking a Headwater server, and sending events to it, from Python."""

from headwater.client.client import Client
from headwater.client.events import Event, Sent
from headwater.client.times import When
from headwater.questions.pages import Page

__all__ = ["Client", "Event", "Page", "Sent", "When"]

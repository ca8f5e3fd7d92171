"""Asking a Headwater server, and sending events to it, from Python."""

from headwater.client.client import Client
from headwater.client.events import Event, Sent
from headwater.client.times import When

__all__ = ["Client", "Event", "Sent", "When"]

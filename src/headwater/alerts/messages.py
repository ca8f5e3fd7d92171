"""Messages: a happening as a CloudEvent, or in the JSON that Slack or Teams takes."""

from typing import Any, assert_never
from urllib.parse import urlencode

import msgspec

from headwater.alerts.happening import Happening
from headwater.answers.alerts import MessageForm
from headwater.model.order import format_time
from headwater.wire.media import JSON
from headwater.wire.paths import path

CLOUD_EVENT = "application/cloudevents+json"
SOURCE = "/headwater"


def message(happening: Happening, form: MessageForm, page: str = "") -> tuple[bytes, str]:
    """The body of a message, and its media type. `page` is the address of the web page."""
    match form:
        case "cloudevents":
            return msgspec.json.encode(cloud_event(happening, page)), CLOUD_EVENT
        case "slack":
            return msgspec.json.encode({"text": _for_slack(happening, page)}), JSON
        case "teams":
            return msgspec.json.encode(_card(happening, page)), JSON
        case _:
            assert_never(form)


def cloud_event(happening: Happening, page: str = "") -> dict[str, Any]:
    """A happening as a CloudEvent 1.0."""
    return {
        "specversion": "1.0",
        "id": happening.id,
        "source": SOURCE,
        "type": f"headwater.{happening.kind}",
        "subject": happening.subject,
        "time": format_time(happening.at),
        "datacontenttype": JSON,
        "data": {
            "title": happening.title,
            "lines": happening.lines,
            "node": happening.subject,
            "run": happening.run,
            "link": _link(happening, page),
        },
    }


def _link(happening: Happening, page: str) -> str | None:
    """The view of the page that shows it, if the address of the page is known."""
    if not page:
        return None
    if happening.run is not None:
        place = path("runs", happening.run, *(["why"] if happening.kind == "failed" else []))
    elif happening.contract is not None:
        place = path("contracts", happening.contract)
    else:
        place = f"/lineage?{urlencode({'node': happening.subject})}"
    return page.rstrip("/") + place


def _lines(happening: Happening, page: str) -> list[str]:
    link = _link(happening, page)
    return [happening.title, *happening.lines, *([link] if link else [])]


def _for_slack(happening: Happening, page: str) -> str:
    """A happening as a text in which Slack finds no markup of its own but the link."""
    text = "\n".join(_lines(happening, page))
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _card(happening: Happening, page: str) -> dict[str, Any]:
    """A happening as an adaptive card, which the workflows of Teams take."""
    title, *others = _lines(happening, page)
    blocks: list[dict[str, Any]] = [
        {"type": "TextBlock", "text": title, "wrap": True, "weight": "Bolder"}
    ]
    blocks += ({"type": "TextBlock", "text": line, "wrap": True} for line in others)
    card = {"type": "AdaptiveCard", "version": "1.4", "body": blocks}
    attachment = {"contentType": "application/vnd.microsoft.card.adaptive", "content": card}
    return {"type": "message", "attachments": [attachment]}

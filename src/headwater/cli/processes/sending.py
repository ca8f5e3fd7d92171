"""Sending events to a server, one per request, as every OpenLineage server takes them."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TypedDict, Unpack

from headwater.client import Client
from headwater.client.connection import PAUSES
from headwater.collector import (
    FileItem,
    IngestReport,
    OnProgress,
    RefusedEvent,
    read_events,
    stored_bytes,
)
from headwater.collector.files import MAX_EVENT_BYTES
from headwater.errors import (
    HeadwaterError,
    NotAllowedError,
    NotFoundError,
    RequestError,
    ServerError,
    ServerUnreachableError,
)

_PROGRESS_EVENTS = 100
_TIMEOUT = 30.0
_NO_FAULT_OF_THE_EVENT = (ServerUnreachableError, NotAllowedError, NotFoundError)


class SendOptions(TypedDict, total=False):
    """How events are sent."""

    key: str | None
    strict: bool
    on_retry: Callable[[str], None] | None
    """Called with why an event could not be sent and when it will be sent again."""
    pauses: Sequence[float]


def send(
    paths: Iterable[str | Path],
    url: str,
    *,
    max_event_bytes: int = MAX_EVENT_BYTES,
    progress: OnProgress | None = None,
    **options: Unpack[SendOptions],
) -> IngestReport:
    """Sends every event in these files, as it was written, to the server at `url`."""
    paths = list(paths)
    total = stored_bytes(paths) if progress else 0
    found = read_events(paths, max_event_bytes=max_event_bytes)
    return send_events(found, url, progress=progress, total=total, **options)


def send_events(
    found: Iterable[FileItem],
    url: str,
    *,
    progress: OnProgress | None = None,
    total: int = 0,
    **options: Unpack[SendOptions],
) -> IngestReport:
    """Sends events that were found, wherever that was.

    Events that the server refuses are reported, and all others are sent. If the server cannot be
    reached in spite of retries, ServerUnreachableError contains how far it came. Sending everything
    again does no harm, as a server recognises events that it already has. Findings are known only
    to the server, and are not in the report.
    """
    report = IngestReport()
    strict = options.get("strict", False)
    with Client(
        url,
        options.get("key"),
        timeout=_TIMEOUT,
        pauses=options.get("pauses", PAUSES),
        on_retry=options.get("on_retry"),
    ) as client:
        for item in found:
            try:
                refusal = item.problem or _refusal(client, item.body, strict)
            except _NO_FAULT_OF_THE_EVENT as error:
                raise ServerUnreachableError(
                    f"no event can be sent to {url}: {error}. {report.accepted} events were taken"
                    f" before {item.file} line {item.line}; send all of it again when the server"
                    " is ready"
                ) from error
            if refusal:
                report.refused.append(RefusedEvent(item.file, item.line, refusal))
                continue
            report.accepted += 1
            report.bytes += len(item.body)
            if progress and not report.accepted % _PROGRESS_EVENTS:
                progress(item.done, total, report.accepted)
    if progress:
        progress(total, total, report.accepted)
    return report


def _refusal(client: Client, body: bytes, strict: bool) -> str:
    """Why the server refused an event; empty if it was accepted."""
    try:
        client.send(body, strict=strict)
    except _NO_FAULT_OF_THE_EVENT:
        raise
    except (RequestError, ServerError) as error:
        return _words(error)
    return ""


def _words(error: HeadwaterError) -> str:
    """The server's message, and the faults that it does not mention."""
    text = str(error)
    faults = error.faults if isinstance(error, RequestError) else ()
    unnamed = (f"{path}: {message}" for path, message in faults if message not in text)
    return "; ".join([text, *unnamed])

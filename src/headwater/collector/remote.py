"""Events from files, to a server's collector: one request per event, on one connection."""

import json
import time
from collections.abc import Callable, Iterable, Sequence
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

from headwater.collector.files import (
    MAX_EVENT_BYTES,
    IngestReport,
    Progress,
    RefusedEvent,
    read_events,
    stored_bytes,
)
from headwater.errors import ServerUnreachableError, SettingError

ENDPOINT = "/api/v1/lineage"
PAUSES = (0.3, 0.6, 1.2, 2.4, 4.8)
"""Seconds before each further attempt, as OpenLineage's own clients wait."""

_PROGRESS_EVENTS = 100
_TIMEOUT = 30.0
_NO_ANSWER = 0
_TRY_AGAIN = (_NO_ANSWER, 429, *range(500, 600))
_NO_FAULT_OF_THE_EVENT = (_NO_ANSWER, 401, 403, 404, 405, 429, 502, 503, 504)


def send(  # noqa: PLR0913  # one keyword for each thing that can be set
    paths: Iterable[str | Path],
    url: str,
    *,
    key: str | None = None,
    strict: bool = False,
    max_event_bytes: int = MAX_EVENT_BYTES,
    progress: Progress | None = None,
    on_retry: Callable[[str], None] | None = None,
    pauses: Sequence[float] = PAUSES,
) -> IngestReport:
    """Post every event, as it was written, to the server at `url`.

    `on_retry` is told why an event could not be sent, and when it will be tried again.

    What the server refuses is reported, the rest is sent. When the server stays away in spite of
    retries, ServerUnreachableError says how far it came; sending all of it again does no harm,
    as a server knows events it already has. The server keeps the findings to itself.
    """
    paths = list(paths)
    total = stored_bytes(paths) if progress else 0
    report = IngestReport()
    with _Server(url, key, strict, pauses, on_retry) as server:
        for item in read_events(paths, max_event_bytes=max_event_bytes):
            try:
                refusal = item.problem or server.post(item.body)
            except ServerUnreachableError as error:
                raise ServerUnreachableError(
                    f"{error}. {report.accepted} events were taken before {item.file} line "
                    f"{item.line}; send all of it again when the server is ready"
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


class _Server:
    """One connection, opened again when it breaks."""

    def __init__(
        self,
        url: str,
        key: str | None,
        strict: bool,
        pauses: Sequence[float],
        on_retry: Callable[[str], None] | None,
    ) -> None:
        self._url = url
        address = server_address(url)
        path = address.path.rstrip("/")
        self._target = path if path.endswith(ENDPOINT) else path + ENDPOINT
        if strict:
            self._target += "?strict=true"
        kind = HTTPSConnection if address.scheme == "https" else HTTPConnection
        self._connection = kind(address.hostname or "", address.port, timeout=_TIMEOUT)
        self._headers = {"Content-Type": "application/json", "User-Agent": "headwater"}
        if key:
            self._headers["Authorization"] = f"Bearer {key}"
        self._pauses = pauses
        self._on_retry = on_retry

    def __enter__(self) -> "_Server":
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def post(self, body: bytes) -> str:
        """Why the server refused the event; empty if it took it."""
        status, answer = self._attempt(body)
        for pause in self._pauses:
            if status not in _TRY_AGAIN:
                break
            if self._on_retry:
                self._on_retry(f"{self._url}: {answer}; trying again in {pause:g} s")
            time.sleep(pause)
            status, answer = self._attempt(body)
        if 200 <= status < 300:
            return ""
        if status in _NO_FAULT_OF_THE_EVENT:
            raise ServerUnreachableError(f"no event can be sent to {self._url}: {answer}")
        return f"the server answered {answer}"

    def _attempt(self, body: bytes) -> tuple[int, str]:
        """Status (0 if there was no answer) and what was said."""
        try:
            self._connection.request("POST", self._target, body, self._headers)
            response = self._connection.getresponse()
            answer = response.read()
        except (OSError, HTTPException) as error:
            self._connection.close()
            return _NO_ANSWER, str(error) or type(error).__name__
        return response.status, f"{response.status} {_message(answer)}".rstrip()


def server_address(url: str) -> SplitResult:
    """The parts of a server's URL; SettingError if it is none."""
    address = urlsplit(url)
    try:
        usable = address.scheme in ("http", "https") and address.hostname and address.port != 0
    except ValueError:  # a port that is no number
        usable = False
    if not usable:
        raise SettingError(f"the server's URL is {url!r}; expected one like http://localhost:5000")
    return address


def _message(answer: bytes) -> str:
    """The text of an error answer, in the one shape the API gives, else its beginning."""
    try:
        problem = json.loads(answer)
        message = problem["message"]
        details = [f"{error['path']}: {error['message']}" for error in problem.get("errors", ())]
    except (ValueError, TypeError, LookupError):
        return answer[:200].decode(errors="replace").strip()
    return "; ".join([str(message), *details])

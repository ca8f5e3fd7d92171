"""The events and labels of a server, over Marquez's HTTP API."""

from collections.abc import Iterator, Sequence
from typing import Any

import httpx2
import msgspec

from headwater.collector.marquez.labels import ANONYMOUS, Label, LabelKind, job_labels
from headwater.collector.marquez.source import FoundEvent
from headwater.errors import NotAllowedError, ServerUnreachableError
from headwater.model.order import format_time, parse_time
from headwater.wire.paths import BASE, path

LISTED = 10
"""How many jobs or datasets are listed at once. Marquez gives facets for the first 10 of a list
alone, and it takes the facets to know which tags and descriptions come from producers."""
TIMEOUT = 300.0
"""Seconds for an answer. A large Marquez takes minutes to list its jobs."""
LAST = "9999-01-01T00:00:00Z"
"""Marquez leaves out what is later than 2030 unless a time is given."""


class _Events(msgspec.Struct):
    events: list[msgspec.Raw]
    total: int = msgspec.field(default=0, name="totalCount")
    next: str | None = None
    """Headwater's own cursor, as it returns at most 1000 events at once."""


class _Timed(msgspec.Struct):
    time: str = msgspec.field(default="", name="eventTime")


class MarquezServer:
    """A server of Marquez, or one with its API, such as Headwater itself."""

    def __init__(self, url: str) -> None:
        given = httpx2.URL(url)
        key = given.username if not given.password else ""
        self._address = str(given.copy_with(userinfo=b"")).rstrip("/")
        self._http = httpx2.Client(
            headers={"Authorization": f"Bearer {key}"} if key else {},
            auth=(given.username, given.password) if given.password else None,
            timeout=TIMEOUT,
            transport=httpx2.HTTPTransport(retries=3),
        )

    def close(self) -> None:
        self._http.close()

    def count(self, since: int) -> int:
        return self._events(since, 1).total

    def page(self, since: int, size: int) -> Sequence[FoundEvent]:
        answer = self._events(since, size)
        found = answer.events
        while answer.next is not None and len(found) < size:
            answer = self._events(since, size - len(found), next=answer.next)
            found += answer.events
        return [FoundEvent(_time(event), bytes(event)) for event in found]

    def _events(self, since: int, size: int, **more: str) -> _Events:
        # `kind` is a parameter of Headwater's, which Marquez does not look at.
        given = {"after": format_time(since), "before": LAST, "sortDirection": "asc"}
        answer = self._get("/events/lineage", {**given, "kind": "all", "limit": size, **more})
        return msgspec.json.decode(answer, type=_Events)

    def labels(self) -> Iterator[Label]:
        for tag in self._all("/tags", "tags"):
            if tag.get("description"):
                # A tag has no time of its own.
                yield Label("tag", 0, tag["name"], description=tag["description"])
        for source in self._all("/sources", "sources"):
            if source.get("description"):
                at = _micros(source["createdAt"])
                yield Label("source", at, source["name"], description=source["description"])
        for namespace in self._all("/namespaces", "namespaces"):
            yield from _of_namespace(namespace)
            if not namespace.get("isHidden"):
                below = path("namespaces", namespace["name"])
                for dataset in self._all(f"{below}/datasets", "datasets"):
                    yield from _of_entity("dataset", dataset)
                for job in self._all(f"{below}/jobs", "jobs"):
                    # Headwater names a job as its events do, and Marquez beside its own name.
                    names = [job["name"]]
                    names += [job["simpleName"]] if "nodeId" not in job else []
                    for label in _of_entity("job", job):
                        yield from job_labels(names, label)

    def _all(self, place: str, name: str) -> Iterator[dict[str, Any]]:
        """The entries of a list. Marquez ends some lists only with an empty page."""
        offset = 0
        while True:
            answer = msgspec.json.decode(self._get(place, {"limit": LISTED, "offset": offset}))
            yield from answer[name]
            if len(answer[name]) < LISTED:
                return
            offset += LISTED

    def _get(self, place: str, query: dict[str, Any]) -> bytes:
        try:
            answer = self._http.get(f"{self._address}{BASE}{place}", params=query)
        except httpx2.TransportError as error:
            trouble = str(error) or type(error).__name__
            raise ServerUnreachableError(
                f"{self._address} does not answer: {trouble}; when it does, run the same command"
                " again, and it goes on from here"
            ) from error
        if answer.status_code in (401, 403):
            raise NotAllowedError(
                f"{self._address} wants a key, or another one: name it as in"
                " marquez+https://KEY@HOST"
            )
        if not answer.is_success:
            body = " ".join(answer.text[:200].split())
            raise ServerUnreachableError(
                f"{self._address} answers {place} with {answer.status_code} {body}; expected a"
                " server with Marquez's API; run the same command again to go on from here"
            )
        return answer.content


def _time(event: msgspec.Raw) -> int | None:
    """The time by which the server sorts the event. A time without zone may mean any zone there."""
    try:
        time, has_zone = parse_time(msgspec.json.decode(event, type=_Timed).time)
    except (ValueError, msgspec.MsgspecError):
        return None
    return time if has_zone else None


def _micros(text: str | None) -> int:
    return parse_time(text)[0] if text else 0


def _of_namespace(namespace: dict[str, Any]) -> Iterator[Label]:
    owner = namespace.get("ownerName") or ANONYMOUS
    description = namespace.get("description") or ""
    if description or owner != ANONYMOUS:
        yield Label(
            "namespace",
            _micros(namespace["createdAt"]),
            namespace["name"],
            description=description,
            owner="" if owner == ANONYMOUS else owner,
        )


def _of_entity(kind: LabelKind, entity: dict[str, Any]) -> Iterator[Label]:
    """The tags and the description that no facet states, so that they come from users."""
    label = Label(kind, _micros(entity["createdAt"]), entity["name"], namespace=entity["namespace"])
    facets = entity.get("facets") or {}
    stated = facets.get("documentation", {}).get("description")
    if entity.get("description") and entity["description"] != stated:
        yield label._replace(description=entity["description"])
    by_producers = {
        (tag.get("key"), tag.get("field")) for tag in facets.get("tags", {}).get("tags", ())
    }
    tags = [(tag, None) for tag in entity.get("tags", ())]
    tags += [(tag, field["name"]) for field in entity.get("fields", ()) for tag in field["tags"]]
    for tag, field in tags:
        if (tag, field) not in by_producers:
            yield label._replace(tag=tag, field=field)

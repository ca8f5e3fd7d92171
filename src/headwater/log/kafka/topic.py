"""A topic of Kafka: where it is, and how it is reached.

The package confluent-kafka speaks to it, which only those who use Kafka need (`headwater[kafka]`).
"""

import logging
import re
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from headwater.errors import MissingPartError, SettingError

if TYPE_CHECKING:
    from confluent_kafka import Consumer, KafkaError, Producer
    from confluent_kafka.admin import AdminClient

ANSWER_SECONDS = 5.0
"""How long a broker may take to answer a question about a topic."""
MOST_BYTES = (32 << 20) + (1 << 20)
"""The largest message: the largest event that is accepted, and what is kept beside it."""

_PASSING = {
    "COORDINATOR_LOAD_IN_PROGRESS",
    "COORDINATOR_NOT_AVAILABLE",
    "FENCED_LEADER_EPOCH",
    "ILLEGAL_GENERATION",
    "LEADER_NOT_AVAILABLE",
    "NOT_COORDINATOR",
    "NOT_LEADER_FOR_PARTITION",
    "REBALANCE_IN_PROGRESS",
    "REQUEST_TIMED_OUT",
    "UNKNOWN_LEADER_EPOCH",
    "UNKNOWN_MEMBER_ID",
    "UNKNOWN_TOPIC_OR_PART",
    "_ALL_BROKERS_DOWN",
    "_MAX_POLL_EXCEEDED",
    "_STATE",
    "_TIMED_OUT",
    "_TRANSPORT",
}

_URL = re.compile(r"kafka://([^/\s]+)/([A-Za-z0-9._-]{1,249})")
_logger = logging.getLogger(__name__)


class Topic(msgspec.Struct, frozen=True):
    """A topic, and what librdkafka has to know to reach it."""

    brokers: str
    name: str
    properties: dict[str, str] = {}
    """Further properties as librdkafka names them, such as those for security."""

    def __str__(self) -> str:
        return f"kafka://{self.brokers}/{self.name}"

    def consumer(self, **more: Any) -> "Consumer":
        made: Consumer = _client("Consumer", {**self._properties(), **_dotted(more)})
        return made

    def producer(self, **more: Any) -> "Producer":
        """A producer whose messages are on all replicas, each of them once, when it says so."""
        safe = {"acks": "all", "enable.idempotence": True, "message.max.bytes": MOST_BYTES}
        made: Producer = _client("Producer", {**self._properties(), **safe, **_dotted(more)})
        return made

    def admin(self) -> "AdminClient":
        made: AdminClient = _client("admin.AdminClient", self._properties())
        return made

    def require_other(self, dead_letters: str) -> None:
        """SettingError if messages of this topic that are refused would be sent to this very
        topic."""
        if dead_letters == self.name:
            raise SettingError(
                f"`dead_letters` is {self.name}, the very topic that they come from, where each"
                " letter would be refused and sent again; name another topic"
            )

    def _properties(self) -> dict[str, Any]:
        return {"bootstrap.servers": self.brokers, **self.properties}


def topic_at(url: str, properties: dict[str, str] | None = None) -> Topic:
    """The topic that a URL names. SettingError if it is none."""
    found = _URL.fullmatch(url)
    if found is None:
        raise SettingError(f"{url!r} names no topic; expected kafka://BROKER,BROKER/TOPIC")
    return Topic(found[1], found[2], properties or {})


def passes(error: "KafkaError") -> bool:
    """Whether waiting helps: brokers come back, topics are created, and members come and go."""
    return error.retriable() or error.name() in _PASSING


def read_properties(path: str) -> dict[str, str]:
    """The properties in a file of lines `name=value`, as Kafka's own tools read them."""
    if not path:
        return {}
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise SettingError(f"cannot read the properties for Kafka in {path}: {error}") from error
    properties = {}
    for number, line in enumerate(lines, 1):
        name, equals, value = (part.strip() for part in line.partition("="))
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if not (name and equals):
            # The line is not shown, as it may hold a password.
            raise SettingError(f"line {number} of {path} is no property; expected name=value")
        properties[name] = value
    return properties


def _dotted(properties: dict[str, Any]) -> dict[str, Any]:
    return {name.replace("_", "."): value for name, value in properties.items()}


def _client(kind: str, properties: dict[str, Any]) -> Any:
    try:
        import confluent_kafka
        import confluent_kafka.admin
    except ImportError as error:
        raise MissingPartError("confluent-kafka", "kafka") from error
    try:
        return attrgetter(kind)(confluent_kafka)(properties, logger=_logger)
    except confluent_kafka.KafkaException as error:
        raise SettingError(f"Kafka cannot be used with these properties: {error}") from error

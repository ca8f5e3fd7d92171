"""Which kinds of logs there are."""

from pathlib import Path
from typing import TYPE_CHECKING

from headwater.log.directory.log import DirectoryLog
from headwater.log.event_log import EventLog, LogAddress
from headwater.log.kafka.topic import topic_at

if TYPE_CHECKING:
    from headwater.log.archivable import ArchivableLog
    from headwater.log.archive.log import ArchivedLog


def open_log(address: LogAddress) -> EventLog:
    """The log at an address. Opening it neither creates nor changes anything."""
    log = _without_archive(address)
    return archived(log, address.archive) if address.archive else log


def archived(log: "ArchivableLog", archive: str) -> "ArchivedLog":
    """A log together with its archive, which is at a path or a URL."""
    # Imported only here, as most logs do without an archive, and the client without Arrow.
    from headwater.log.archive.archive import Archive
    from headwater.log.archive.log import ArchivedLog

    return ArchivedLog(log, Archive(archive))


def _without_archive(address: LogAddress) -> "ArchivableLog":
    is_archived = bool(address.archive)
    if not address.url.startswith("kafka://"):
        return DirectoryLog(Path(address.url), is_archived=is_archived)
    topic = topic_at(address.url, address.properties)
    # Imported only here, as most logs do without Kafka's client.
    from headwater.log.kafka.log import KafkaLog

    return KafkaLog(topic, is_archived=is_archived)

"""The options that every command has, and the only place where settings are read."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any

import click

from headwater.config import Settings, read_settings
from headwater.errors import LogError, StoreError
from headwater.log import DirectoryLog, EventLog, LogAddress, archived, open_log, size_until
from headwater.model.facts import Rules
from headwater.model.names import normaliser
from headwater.store import EndNote, Snapshot, Store, open_store
from headwater.store.connect import PAGE_CACHE

_SQLITE = "sqlite:///"
Command = Callable[..., None]


def with_settings(command: Command) -> Command:
    """Adds the common options. The command gets `settings` as its first argument."""

    @click.option(
        "--data", type=click.Path(path_type=Path), help="The directory of the log and the store."
    )
    @click.option(
        "--store", metavar="URL", help="The URL of the store, where derived lineage is kept."
    )
    @click.option("--config", type=click.Path(path_type=Path), help="A TOML file with settings.")
    @wraps(command)
    def configured(
        data: Path | None, store: str | None, config: Path | None, **arguments: Any
    ) -> None:
        # A place that is named here takes precedence over a server that the environment names.
        url = "" if data or store else None
        given = {"data": data, "store": store, "url": url}
        command(read_settings(given, config=config), **arguments)

    return configured


def event_log(settings: Settings) -> EventLog:
    """The log that the settings name. Opening it creates nothing."""
    if settings.log:
        # Imported only here, as most logs do without Kafka.
        from headwater.log.kafka.topic import read_properties

        properties = read_properties(settings.kafka_config)
        return open_log(LogAddress(settings.log, properties, settings.archive))
    log = DirectoryLog(
        settings.data / "log",
        roll_bytes=settings.segment_mb << 20,
        compress_sealed=settings.compress_segments,
        is_archived=bool(settings.archive),
    )
    return archived(log, settings.archive) if settings.archive else log


def end_note(settings: Settings) -> EndNote:
    """The file in which a pipeline notes the error that ended it."""
    return EndNote(settings.data / "pipeline.error")


def rebuild_times(settings: Settings) -> Path:
    """The file that keeps what the stages of the last rebuild took, for estimates."""
    return settings.data / "rebuild.seconds"


def log_with_events(settings: Settings) -> EventLog:
    """The log to derive from. LogError if it is empty, so that nothing is created at a mistyped
    place."""
    log = event_log(settings)
    if not log.head():
        raise LogError(
            f"no events in {log}; run `headwater ingest`, or name another place with --data"
        )
    return log


def rules(settings: Settings) -> Rules:
    """The settings about names, in the form that pipeline and queries use. Invalid ones raise
    early."""
    normaliser(settings.name_rules)
    normaliser(settings.job_name_rules)
    return Rules(
        settings.name_rules,
        settings.job_name_rules,
        settings.batch_id_facet,
        settings.code_from,
        settings.namespace_aliases,
    )


def opened_store(
    settings: Settings,
    *,
    rebuild: bool = False,
    adopt: bool = False,
    as_it_is: bool = False,
    page_cache: int = PAGE_CACHE,
) -> Store:
    """The store, created empty if there is none. With `rebuild`, a store of any version is
    opened, with `adopt`, a store that belongs to any log, and with `as_it_is`, a store that was
    written under other settings, to read it."""
    return open_store(
        settings.store,
        settings_digest=settings.digest(),
        rules=rules(settings),
        rebuild=rebuild,
        adopt=adopt,
        as_it_is=as_it_is,
        page_cache=page_cache,
    )


@contextmanager
def store_snapshot(settings: Settings) -> Iterator[Snapshot]:
    """A snapshot of the store, for one question."""
    with stored(settings) as store, store.snapshot() as snapshot:
        yield snapshot


def has_store(settings: Settings) -> bool:
    """Whether the store exists. A store on a database server is taken to exist."""
    return not settings.store.startswith(_SQLITE) or _path(settings).exists()


def stored(settings: Settings) -> Store:
    """The store; StoreError if it does not exist."""
    if not has_store(settings):
        log = event_log(settings)
        waiting = size_until(log, log.head())
        do = (
            f"run `headwater build` on the {waiting} bytes of the log"
            if waiting
            else "ingest events and run `headwater build`"
        )
        raise StoreError(
            f"there is no store in {_path(settings).absolute()}; {do}, name another place with"
            " --data or --store, or ask a running server with --url"
        )
    return opened_store(settings)


def _path(settings: Settings) -> Path:
    """The path of an embedded store: relative in `sqlite:///a`, absolute in `sqlite:////a`."""
    return Path(settings.store.removeprefix(_SQLITE))

"""What every command takes: where the data is. Settings are read here, and nowhere else."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any

import click

from headwater.config import Settings, read_settings
from headwater.errors import LogError, StoreError
from headwater.log import LogWriter, head
from headwater.model.facts import Rules
from headwater.model.names import normaliser
from headwater.store import EndNote, Snapshot, Store, open_store
from headwater.store.connect import PAGE_CACHE

_SQLITE = "sqlite:///"
Command = Callable[..., None]


def with_settings(command: Command) -> Command:
    """Adds the common options; the command gets `settings` as its first argument."""

    @click.option("--data", type=click.Path(path_type=Path), help="Directory of log and store.")
    @click.option("--store", metavar="URL", help="Where derived lineage is kept.")
    @click.option("--config", type=click.Path(path_type=Path), help="A TOML file of settings.")
    @wraps(command)
    def configured(
        data: Path | None, store: str | None, config: Path | None, **arguments: Any
    ) -> None:
        # Who names a place here means that, whichever server the surroundings name.
        url = "" if data or store else None
        given = {"data": data, "store": store, "url": url}
        command(read_settings(given, config=config), **arguments)

    return configured


def log_directory(settings: Settings) -> Path:
    return settings.data / "log"


def end_note(settings: Settings) -> EndNote:
    """Where a pipeline notes the error that ended it."""
    return EndNote(settings.data / "pipeline.error")


def log_with_events(settings: Settings) -> Path:
    """The log to derive from; an error if it has nothing, so that a mistyped place stays empty."""
    log = log_directory(settings)
    if not head(log):
        raise LogError(
            f"no events in {log}; run `headwater ingest`, or name another place with --data"
        )
    return log


def log_writer(settings: Settings) -> LogWriter:
    return LogWriter(
        log_directory(settings),
        roll_bytes=settings.segment_mb << 20,
        compress_sealed=settings.compress_segments,
    )


def rules(settings: Settings) -> Rules:
    """The settings on names, as pipeline and queries take them; checked here, early."""
    normaliser(settings.name_rules)
    normaliser(settings.job_name_rules)
    return Rules(
        settings.name_rules,
        settings.job_name_rules,
        settings.batch_id_facet,
        settings.namespace_aliases,
    )


def opened_store(
    settings: Settings, *, rebuild: bool = False, page_cache: int = PAGE_CACHE
) -> Store:
    """The store, made empty where there is none; `rebuild` takes any that is there."""
    return open_store(
        settings.store,
        settings_digest=settings.digest(),
        rules=rules(settings),
        rebuild=rebuild,
        page_cache=page_cache,
    )


@contextmanager
def reading(settings: Settings) -> Iterator[Snapshot]:
    """One state of the store, for a question."""
    with stored(settings) as store, store.snapshot() as snapshot:
        yield snapshot


def has_store(settings: Settings) -> bool:
    """Whether there is a store, as far as can be told without asking a database server."""
    return not settings.store.startswith(_SQLITE) or _path(settings).exists()


def stored(settings: Settings) -> Store:
    """The store, which must be there."""
    if not has_store(settings):
        waiting = sum(head(log_directory(settings)).values())
        do = (
            f"run `headwater build` on the {waiting} bytes of the log"
            if waiting
            else "ingest events and run `headwater build`"
        )
        raise StoreError(
            f"there is no store in {_path(settings)}; {do}, "
            "or name another place with --data or --store"
        )
    return opened_store(settings)


def _path(settings: Settings) -> Path:
    """Of the embedded store; relative as in `sqlite:///a`, absolute as in `sqlite:////a`."""
    return Path(settings.store.removeprefix(_SQLITE))

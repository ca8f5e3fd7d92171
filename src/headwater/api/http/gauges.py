"""Gauges for Prometheus, looked up in the log, the store and the pipeline when it asks."""

from collections.abc import Iterator

from headwater.answers.service import ArchiveState
from headwater.api.http.metrics import Gauge
from headwater.api.http.site import Site
from headwater.errors import HeadwaterError
from headwater.query.service.status import finding_counts, recent_pipeline
from headwater.store import Snapshot


def gauges(site: Site) -> Iterator[Gauge]:
    """The gauges that can be looked up now. Without a store, only that it cannot be read."""
    try:
        found = list(_looked_up(site))
    except HeadwaterError:
        found = []
    yield Gauge("headwater_store_readable", "Whether the store can be read.", {"": bool(found)})
    yield from found


def _looked_up(site: Site) -> Iterator[Gauge]:
    claim, lag = site.claim(), site.lag()
    follows = claim is not None and claim.doing == "following"
    yield Gauge(
        "headwater_pipeline_following", "Whether a pipeline follows the log.", {"": follows}
    )
    yield Gauge("headwater_log_bytes", "Size of the log in bytes.", {"": site.log_bytes()})
    if lag is not None:
        yield Gauge("headwater_lag_bytes", "Bytes of the log not applied yet.", {"": lag.bytes})
        yield Gauge(
            "headwater_lag_seconds", "Age of the oldest record not applied yet.", {"": lag.seconds}
        )
    if lag is not None and lag.records is not None:
        yield Gauge(
            "headwater_lag_records", "Records of the log not applied yet.", {"": lag.records}
        )
    archive = site.log.archive()
    if archive is not None:
        yield from _archived(archive)
    with site.context() as context:
        yield from _stored(context.snapshot)


def _archived(archive: ArchiveState) -> Iterator[Gauge]:
    yield Gauge(
        "headwater_archive_readable", "Whether the archive can be read.", {"": not archive.error}
    )
    yield Gauge(
        "headwater_archive_alarms",
        "Losses of records that are not archived, those to come included.",
        {"": len(archive.alarms)},
    )
    lag = archive.lag
    if lag is not None:
        yield Gauge(
            "headwater_archive_lag_bytes",
            "Bytes that could be archived and are not.",
            {"": lag.bytes},
        )
        yield Gauge(
            "headwater_archive_lag_seconds",
            "Age of the oldest record that could be archived and is not.",
            {"": lag.seconds},
        )
    if lag is not None and lag.records is not None:
        yield Gauge(
            "headwater_archive_lag_records",
            "Records that could be archived and are not.",
            {"": lag.records},
        )


def _stored(snapshot: Snapshot) -> Iterator[Gauge]:
    counts = finding_counts(snapshot)
    yield Gauge(
        "headwater_findings", "Findings about accepted events, by code.", {**counts} or {"": 0}
    )
    pipeline = recent_pipeline(snapshot)
    yield Gauge(
        "headwater_events_set_aside",
        "Events that could not be applied and were set aside.",
        {"": pipeline.set_aside},
    )
    if pipeline.seconds is not None:
        steps = {name: spread.p50 for name, spread in pipeline.step_seconds.items()}
        yield Gauge(
            "headwater_batch_seconds_p50",
            "Median duration of the last batches.",
            {"": pipeline.seconds.p50},
        )
        yield Gauge(
            "headwater_batch_seconds_p95",
            "95th percentile of the durations of the last batches.",
            {"": pipeline.seconds.p95},
        )
        yield Gauge(
            "headwater_batch_step_seconds_p50",
            "Median duration of each step of the last batches.",
            steps,
        )

"""What is looked up for Prometheus when it asks: the log, the store, the pipeline."""

from collections.abc import Iterator

from headwater.api.http.metrics import Gauge
from headwater.api.http.site import Site
from headwater.errors import HeadwaterError
from headwater.query.service.status import finding_counts, recent_pipeline
from headwater.store import Snapshot


def gauges(site: Site) -> Iterator[Gauge]:
    """Those that can be looked up now: what else is measured is seen also without a store."""
    try:
        found = list(_looked_up(site))
    except HeadwaterError:
        found = []
    yield Gauge("headwater_store_readable", "Whether the store can be read.", {"": bool(found)})
    yield from found


def _looked_up(site: Site) -> Iterator[Gauge]:
    claim, lag = site.claim(), site.lag()
    follows = claim is not None and claim.doing == "following"
    yield Gauge("headwater_pipeline_following", "Whether a pipeline follows.", {"": follows})
    yield Gauge("headwater_log_bytes", "Size of the log.", {"": site.log_bytes()})
    if lag is not None:
        yield Gauge("headwater_lag_bytes", "Of the log, not applied yet.", {"": lag.bytes})
        yield Gauge("headwater_lag_seconds", "Age of the oldest of it.", {"": lag.seconds})
    if lag is not None and lag.records is not None:
        yield Gauge("headwater_lag_records", "Records not applied yet.", {"": lag.records})
    with site.context() as context:
        yield from _stored(context.snapshot)


def _stored(snapshot: Snapshot) -> Iterator[Gauge]:
    counts = finding_counts(snapshot)
    yield Gauge("headwater_findings", "What was odd in events, by code.", {**counts} or {"": 0})
    pipeline = recent_pipeline(snapshot)
    yield Gauge("headwater_events_set_aside", "Not applied.", {"": pipeline.set_aside})
    if pipeline.seconds is not None:
        steps = {name: spread.p50 for name, spread in pipeline.step_seconds.items()}
        yield Gauge("headwater_batch_seconds_p50", "Of the last.", {"": pipeline.seconds.p50})
        yield Gauge("headwater_batch_seconds_p95", "Of the last.", {"": pipeline.seconds.p95})
        yield Gauge("headwater_batch_step_seconds_p50", "By step.", steps)

"""What the server counts and measures for Prometheus."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


class Metrics:
    """The counters and histograms that are updated as requests are answered."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._accepted = Counter(
            "headwater_events_accepted", "Events taken into the log.", registry=self._registry
        )
        self._refused = Counter(
            "headwater_events_refused", "Events that were not taken.", registry=self._registry
        )
        self._requests = Histogram(
            "headwater_request_seconds",
            "Time to answer a request, by route and status.",
            ("method", "route", "status"),
            buckets=_SECONDS,
            registry=self._registry,
        )

    def accepted(self, events: int) -> None:
        self._accepted.inc(events)

    def refused(self, events: int) -> None:
        self._refused.inc(events)

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        self._requests.labels(method, route, str(status)).observe(seconds)

    def text(self, gauges: "Callable[[], Iterable[Gauge]]") -> bytes:
        """All metrics in Prometheus' text format, with gauges that are looked up now."""
        looked_up = CollectorRegistry()
        looked_up.register(_LookedUp(gauges))
        return generate_latest(self._registry) + generate_latest(looked_up)


class Gauge(NamedTuple):
    """A number that is looked up when Prometheus asks, or several numbers with a label each."""

    name: str
    help: str
    values: dict[str, float]
    """The numbers by label. A gauge without labels has its only number under ''."""


class _LookedUp(Collector):
    def __init__(self, gauges: "Callable[[], Iterable[Gauge]]") -> None:
        self._gauges = gauges

    def collect(self) -> Iterator[Metric]:
        for name, text, values in self._gauges():
            labels = () if set(values) == {""} else ("name",)
            family = GaugeMetricFamily(name, text, labels=labels)
            for label, value in values.items():
                family.add_metric([label] if labels else [], value)
            yield family

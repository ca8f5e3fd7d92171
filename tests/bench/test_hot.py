import json
from collections import Counter
from itertools import pairwise
from typing import Any

from bench.hot import FEW, Amount, Hot
from headwater.model.events import accept
from headwater.model.extract import Extractor
from headwater.model.facts import Rules


def time_of(line: bytes) -> str:
    return str(json.loads(line)["eventTime"])


def events_of(hot: Hot) -> list[dict[str, Any]]:
    return [json.loads(line) for line in hot.history()]


def test_events_are_accepted_without_findings_and_none_is_told_twice() -> None:
    hot = Hot(many=20, versions=3, pairs=2)
    lines = [*hot.history(), *(hot.ran("many") for _ in range(3)), hot.merge(0), hot.merge(1)]
    lines += [hot.read_source("few"), hot.read_table("many"), hot.write("few")]
    for late in (hot.early_run, hot.late_run, hot.early_write, hot.late_read, hot.declared):
        lines += [late("few"), late("few"), late("many")]
    extractor = Extractor(Rules())
    for line in lines:
        accepted = accept(line)
        assert not accepted.repairs
        assert not extractor.event(accepted.body).findings
    assert len({accept(line).digest for line in lines}) == len(lines)


def test_pasts_are_as_long_as_asked_for() -> None:
    events = events_of(Hot(many=20, versions=3, pairs=2))
    ends = [event for event in events if event["eventType"] == "COMPLETE"]
    runs = Counter(event["job"]["name"] for event in ends)
    assert (runs["often_few"], runs["often_many"]) == (FEW, 20)
    reads = Counter(table["name"] for event in ends for table in event["inputs"])
    assert (reads["source_few"], reads["table_few"]) == (FEW, FEW)
    assert (reads["source_many"], reads["table_many"]) == (20, 20)
    writes = Counter(table["name"] for event in ends for table in event["outputs"])
    assert [writes[name] for name in ("left_0", "right_0", "left_1", "right_1")] == [3] * 4


def test_what_is_new_comes_after_the_history_and_what_is_late_before_it() -> None:
    hot = Hot(many=3, versions=2, pairs=1)
    times = [event["eventTime"] for event in events_of(hot)]
    times += [time_of(hot.ran("few")), time_of(hot.merge(0))]
    assert all(earlier < later for earlier, later in pairwise(times))
    assert time_of(hot.early_run("few")) < times[0]
    assert time_of(hot.early_write("many")) < times[0]


def test_what_is_late_comes_amid_the_history_it_changes() -> None:
    hot = Hot(many=200, versions=0, pairs=0)
    events = events_of(hot)
    amounts: tuple[Amount, ...] = ("few", "many")
    for amount in amounts:
        own = [e["eventTime"] for e in events if e["job"]["name"] == f"often_{amount}"]
        for line in (hot.late_run(amount), hot.late_read(amount)):
            assert own[10] < time_of(line) < own[-10]

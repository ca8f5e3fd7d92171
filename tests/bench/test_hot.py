import json
from collections import Counter
from itertools import pairwise
from typing import Any

from bench.hot import FEW, Hot
from headwater.model.events import accept
from headwater.model.extract import Extractor
from headwater.model.facts import Rules


def told(hot: Hot) -> list[dict[str, Any]]:
    return [json.loads(line) for line in hot.history()]


def test_events_are_accepted_without_findings_and_none_is_told_twice() -> None:
    hot = Hot(many=20, versions=3, pairs=2)
    lines = [*hot.history(), *(hot.ran("many") for _ in range(3)), hot.merge(0), hot.merge(1)]
    lines += [hot.read_source("few"), hot.read_table("many"), hot.write("few")]
    lines += [hot.late_run(), hot.late_run(), hot.late_write(), hot.late_write()]
    extractor = Extractor(Rules())
    for line in lines:
        accepted = accept(line)
        assert not accepted.repairs
        assert not extractor.event(accepted.body).findings
    assert len({accept(line).digest for line in lines}) == len(lines)


def test_pasts_are_as_long_as_asked_for() -> None:
    events = told(Hot(many=20, versions=3, pairs=2))
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
    times = [event["eventTime"] for event in told(hot)]
    times += [json.loads(line)["eventTime"] for line in (hot.ran("few"), hot.merge(0))]
    assert all(earlier < later for earlier, later in pairwise(times))
    assert json.loads(hot.late_run())["eventTime"] < times[0]
    assert json.loads(hot.late_write())["eventTime"] < times[0]

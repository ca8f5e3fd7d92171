"""A broker that goes away and comes back while collectors append and a pipeline follows."""

import threading
import time
from pathlib import Path

import pytest

from headwater.errors import LogError
from headwater.log import LogAddress, open_log, ranges
from tests.log.records import body, digest
from tests.running.kafka import Broker
from tests.torture.conftest import Trials

pytestmark = pytest.mark.kafka


def test_what_a_topic_has_acknowledged_is_in_it_however_often_its_broker_goes_away(
    trials: Trials, kafka: Broker, tmp_path: Path
) -> None:
    log = open_log(LogAddress(f"kafka://{kafka.address}/{kafka.topic()}"))
    acknowledged: list[str] = []
    refused: list[str] = []
    ended = threading.Event()

    def append() -> None:
        number = 0
        with log.appender() as appender:
            while not ended.is_set():
                number += 1
                contents = [body(f"r{number}.{place}") for place in range(5)]
                try:
                    appender.append_many([("openlineage", digest(one), one) for one in contents])
                except LogError as error:
                    refused.append(str(error))
                    time.sleep(0.1)
                else:
                    acknowledged.extend(map(digest, contents))

    writer = threading.Thread(target=append)
    writer.start()
    try:
        for chance in trials.few(2):
            time.sleep(chance.uniform(0.5, 2))
            kafka.stop()
            trials.tally["brokers ended"] += 1
            time.sleep(chance.uniform(0, 3))
            kafka.start()
        time.sleep(1)
    finally:
        ended.set()
        writer.join()
    found = [record.digest for span in ranges({}, log.head()) for record in log.read(span)]
    assert acknowledged
    assert set(acknowledged) <= set(found)
    assert all(len(message) > 40 for message in refused), "a message says what to do"
    trials.tally |= {"records acknowledged": len(acknowledged), "appends refused": len(refused)}

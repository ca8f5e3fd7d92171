"""The page of the producers' guide about Kafka, followed to the letter, with a real broker."""

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from headwater.log import DirectoryLog, ranges
from tests.clients.environments import ROOT, environment, run
from tests.clients.guide import examples
from tests.running.kafka import Broker


class Followed:
    """The page, with a broker and a topic of the tests in it, followed in a folder."""

    def __init__(self, broker: Broker, folder: Path) -> None:
        self._broker, self._topic, self._folder = broker, broker.topic(partitions=3), folder
        self.blocks = {name: self._here(text) for name, text in examples("kafka").items()}
        self.sending, self._taking = self.blocks["run"].splitlines()

    def _here(self, text: str) -> str:
        here = text.replace("localhost:9092", self._broker.address)
        return here.replace("openlineage.events", self._topic)

    def send(self, command: str, bin_: Path) -> None:
        found = {"PATH": f"{bin_}:/usr/bin:/bin", "HOME": str(self._folder)}
        run("bash", "-ec", f"cd '{self._folder}'\n{command}", variables=found)

    def taken(self) -> list[dict[str, Any]]:
        """The events that `headwater consume` brings into the log."""
        ours: dict[str, str | Path] = {
            "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
            "HEADWATER_DATA": self._folder / "data",
        }
        command = self._taking.split()[1:]
        run(sys.executable, "-m", "headwater.cli", *command, variables=ours)
        log = DirectoryLog(self._folder / "data" / "log")
        records = [record for span in ranges({}, log.head()) for record in log.read(span)]
        return [json.loads(record.body) for record in records]


@pytest.fixture
def followed(kafka: Broker, tmp_path: Path) -> Followed:
    return Followed(kafka, tmp_path)


@pytest.mark.kafka
def test_what_is_sent_to_a_topic_is_taken_from_there(followed: Followed, tmp_path: Path) -> None:
    (tmp_path / "openlineage.yml").write_text(followed.blocks["openlineage.yml"])
    (tmp_path / "orders.py").write_text(examples("python")["orders.py"])
    followed.send(followed.sending, environment("kafka"))
    taken = followed.taken()
    assert [event["eventType"] for event in taken] == ["START", "COMPLETE"]
    assert taken[1]["job"] == {"namespace": "shop", "name": "load_orders", "facets": {}}


@pytest.mark.clients
def test_what_the_spark_agent_sends_to_a_topic_is_taken_from_there(
    followed: Followed, tmp_path: Path
) -> None:
    (tmp_path / "orders.py").write_text(examples("spark")["orders.py"])
    followed.send(followed.blocks["run-spark"], ROOT / ".venv" / "bin")
    written = {
        (source["name"], output["name"])
        for event in followed.taken()
        if event.get("eventType") == "COMPLETE"
        for source in event["inputs"]
        for output in event["outputs"]
    }
    assert (f"{tmp_path}/orders", f"{tmp_path}/revenue") in written

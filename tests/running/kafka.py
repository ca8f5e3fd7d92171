"""A real Kafka broker for the tests: one node, on loopback, ended and removed afterwards."""

import secrets
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from confluent_kafka import KafkaException
from confluent_kafka.admin import AdminClient, NewTopic

from tests.running.servers import free_port

JARS = Path(__file__).parents[2] / ".venv" / "kafka"
START_SECONDS = 90
STOP_SECONDS = 30
# No broker of a test lives long enough to make up for compiling well.
JAVA = ("java", "-Xmx384m", "-Xms64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")


class KafkaMissingError(Exception):
    """The jars of a broker are not there."""


class Broker:
    """A broker whose data outlives its process, so that it can be stopped and started again."""

    def __init__(self, directory: Path) -> None:
        if not list(JARS.glob("kafka_*.jar")):
            raise KafkaMissingError(f"no jars of a Kafka broker in {JARS}; run scripts/kafka.sh")
        self._directory = directory
        own, controller = free_port(), free_port()
        self.address = f"127.0.0.1:{own}"
        self._settings = directory / "server.properties"
        self._settings.write_text(_settings(directory / "data", own, controller))
        self._process: subprocess.Popen[bytes] | None = None
        _run("kafka.tools.StorageTool", "format", "-t", _id(), "-c", str(self._settings))

    def start(self) -> None:
        log = self._directory / "log"
        with log.open("ab") as output:
            # --pdeathsig ends the broker with the tests, even if those are killed.
            command = ["setpriv", "--pdeathsig", "KILL", *JAVA, "-cp", f"{JARS}/*", "kafka.Kafka"]
            self._process = subprocess.Popen(
                [*command, str(self._settings)],
                cwd=self._directory,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        deadline = time.monotonic() + START_SECONDS
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(
                    f"Kafka did not start:\n{log.read_text(errors='replace')[-4000:]}"
                )
            time.sleep(0.1)

    def stop(self) -> None:
        assert self._process
        self._process.terminate()
        try:
            self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    @property
    def pid(self) -> int:
        assert self._process
        return self._process.pid

    def bytes_kept(self) -> int:
        """The size of all topics of ours on disk."""
        kept = (self._directory / "data").glob("events-*/*.log")
        return sum(file.stat().st_size for file in kept)

    def _answers(self) -> bool:
        host, _, port = self.address.partition(":")
        try:
            socket.create_connection((host, int(port)), 1).close()
            return bool(self._admin().list_topics(timeout=2).brokers)
        except (OSError, KafkaException):
            return False

    def topic(self, partitions: int = 3, settings: Mapping[str, str] | None = None) -> str:
        """The name of a new topic."""
        name = f"events-{secrets.token_hex(4)}"
        new = NewTopic(name, partitions, 1, config={"retention.ms": "-1", **(settings or {})})
        admin = self._admin()
        admin.create_topics([new])[name].result(30)
        return name

    def _admin(self) -> AdminClient:
        return AdminClient({"bootstrap.servers": self.address, "log_level": 0})


@contextmanager
def broker() -> Iterator[Broker]:
    """A fresh broker that runs."""
    with tempfile.TemporaryDirectory(prefix="headwater-kafka-") as name:
        made = Broker(Path(name))
        made.start()
        try:
            yield made
        finally:
            made.stop()


def _settings(data: Path, own: int, controller: int) -> str:
    settings = {
        "process.roles": "broker,controller",
        "node.id": 1,
        "controller.quorum.voters": f"1@127.0.0.1:{controller}",
        "listeners": f"PLAINTEXT://127.0.0.1:{own},CONTROLLER://127.0.0.1:{controller}",
        "advertised.listeners": f"PLAINTEXT://127.0.0.1:{own}",
        "controller.listener.names": "CONTROLLER",
        "inter.broker.listener.name": "PLAINTEXT",
        "log.dirs": data,
        "offsets.topic.replication.factor": 1,
        "offsets.topic.num.partitions": 1,
        "transaction.state.log.replication.factor": 1,
        "transaction.state.log.min.isr": 1,
        "share.coordinator.state.topic.replication.factor": 1,
        "share.coordinator.state.topic.min.isr": 1,
        "group.initial.rebalance.delay.ms": 0,
        "group.min.session.timeout.ms": 500,
        "auto.create.topics.enable": "false",
        "log.retention.ms": -1,
        "log.retention.check.interval.ms": 500,
        "log.initial.task.delay.ms": 500,
        "message.max.bytes": 33554432,
        "replica.fetch.max.bytes": 33554432,
    }
    return "".join(f"{name}={value}\n" for name, value in settings.items())


def _id() -> str:
    """A cluster id: 16 bytes in the alphabet of URLs, which must not begin with a dash."""
    return "A" + secrets.token_urlsafe(16)[1:]


def _run(*arguments: str) -> None:
    command = [*JAVA, "-cp", f"{JARS}/*", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{arguments[0]} failed:\n{done.stdout}\n{done.stderr}")

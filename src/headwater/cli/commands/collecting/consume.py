"""`headwater consume`: take events from a topic of Kafka into the log."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import click

from headwater.cli.options.settings import event_log, with_settings
from headwater.cli.printing.output import print_json
from headwater.config import Settings
from headwater.words.numbers import counted

GROUP = "headwater"


@click.command()
@click.argument("topic", metavar="kafka://BROKERS/TOPIC")
@click.option("--group", default=GROUP, show_default=True, help="The consumer group to join.")
@click.option(
    "--dead-letters", metavar="TOPIC", default="", help="A topic for messages that are refused."
)
@click.option("--strict", is_flag=True, help="Refuse events that have findings.")
@click.option("--once", is_flag=True, help="Stop when the end of the topic is reached.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@with_settings
def consume(
    settings: Settings,
    topic: str,
    group: str,
    dead_letters: str,
    strict: bool,
    once: bool,
    as_json: bool,
) -> None:
    """Take events from a topic of Kafka into the log.

    It runs until it is stopped (Ctrl-C, SIGTERM). Any number of such processes with one group share
    the partitions of the topic. Each can be killed at any time: nothing is lost, and nothing is
    counted twice. Messages that are no events are reported with their place, and all others are
    taken. What Kafka asks for, such as passwords, comes from the file that the setting
    `kafka_config` names.
    """
    # Imported only here, as most commands do without Kafka.
    from headwater.collector.topics import TopicConsumer
    from headwater.log.kafka.topic import read_properties, topic_at

    source = topic_at(topic, read_properties(settings.kafka_config))
    say = partial(click.echo, err=True)
    with event_log(settings).appender() as appender, _stopping() as stopped:
        consumer = TopicConsumer(
            source,
            group,
            appender,
            strict=strict or settings.strict,
            dead_letters=dead_letters or settings.dead_letters,
            say=say,
        )
        consumer.run(once=once, stopped=stopped)
    report = consumer.report
    if as_json:
        print_json(report)
        return
    findings = f", {counted(report.findings, 'finding')}" if report.findings else ""
    refused = f", {report.refused} refused" if report.refused else ""
    click.echo(f"{counted(report.accepted, 'event')} taken{findings}{refused}")


@contextmanager
def _stopping() -> Iterator[Callable[[], bool]]:
    """Yields a function that says whether a signal has asked to stop."""
    heard: list[int] = []
    numbers = (signal.SIGINT, signal.SIGTERM)
    before = {number: signal.signal(number, lambda got, _: heard.append(got)) for number in numbers}
    try:
        yield lambda: bool(heard)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)

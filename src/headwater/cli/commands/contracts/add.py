"""`headwater contracts add`: register contracts from files in the log or with a server."""

import sys
from pathlib import Path

import click

from headwater.answers.contracts import Registration
from headwater.cli.commands.contracts.files import read_paths
from headwater.cli.options.editing import log_edits
from headwater.cli.options.place import with_place
from headwater.cli.options.settings import has_store, rules, store_snapshot
from headwater.cli.printing.output import print_line
from headwater.config import Settings
from headwater.contracts.documents.bundle import bundled
from headwater.contracts.documents.read import ReadContracts
from headwater.query.contracts.registration import registration
from headwater.query.registry.registered import RegisteredContracts, contracts


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="PATH…")
@with_place
def add(settings: Settings, paths: tuple[Path, ...], url: str, key: str) -> None:
    """Register contracts and products.

    PATH… are files of YAML or JSON, or directories of such files: ODCS contracts (the form of
    RFC 0011, v2 or v3) and ODPS products. If any of them cannot be read, nothing is registered,
    and the exit code is 2.
    """
    found = read_paths(paths)
    if found.refused:
        for refusal in found.refused:
            click.echo(str(refusal), err=True)
        sys.exit(2)
    if not found.read:
        raise click.UsageError("there is no contract in these files")
    outcomes = _send(found, url, key) if url else _log(settings, found)
    for one in outcomes:
        for finding in one.findings:
            click.echo(f"{finding.file}:{finding.line}: {finding.code}: {finding.message}")
        print_line(f"{one.id} {one.version} {one.outcome}")


def _log(settings: Settings, found: ReadContracts) -> tuple[Registration, ...]:
    edits, registered = registration(_registered(settings), found)
    if edits:
        log_edits(settings, edits)
    return registered.contracts


def _registered(settings: Settings) -> RegisteredContracts:
    """The contracts that the store knows; none if there is no store yet."""
    if not has_store(settings):
        return RegisteredContracts([], rules(settings))
    with store_snapshot(settings) as snapshot:
        return contracts(snapshot)


def _send(found: ReadContracts, url: str, key: str) -> tuple[Registration, ...]:
    from headwater.client import Client

    with Client(url, key or None) as client:
        return client.contracts.register(bundled(found.read)).contracts

"""`headwater archive`: archive the log, and drop what is archived."""

import sys

import click

from headwater.cli.options.settings import event_log, with_settings
from headwater.cli.printing.output import print_line
from headwater.config import Settings
from headwater.errors import SettingError
from headwater.words.numbers import counted


@click.command()
@click.option(
    "--drop-local",
    is_flag=True,
    help="Then remove the sealed segments of a directory, each after comparing its archived copy.",
)
@with_settings
def archive(settings: Settings, *, drop_local: bool) -> None:
    """Archive what the log has and the archive has not.

    A pipeline does this by itself. All that never changes again is archived: the sealed segments of
    a directory, or everything in a topic. The exit code is 1 if some of it cannot be archived.
    """
    # Imported only here, as Arrow takes long to import, and most commands do without it.
    from headwater.log.archive.archiver import archive as archive_log
    from headwater.log.archive.archiver import drop_archived
    from headwater.log.archive.log import ArchivedLog

    log = event_log(settings)
    if not isinstance(log, ArchivedLog):
        raise SettingError(
            "no archive is named: set `archive` to a path or a URL such as s3://BUCKET/FOLDER, in"
            " the settings file or by HEADWATER_ARCHIVE"
        )
    done = archive_log(log, whole=True)
    print_line(
        f"archived {counted(done.records, 'record')} of {log} in {counted(done.objects, 'object')}"
        f" of {done.bytes} bytes, in {log.own_archive()}"
    )
    if drop_local:
        dropped = drop_archived(log)
        print_line(f"dropped {counted(len(dropped), 'segment')} here")
    troubles = [*done.failures, *log.archive().alarms]
    for trouble in troubles:
        click.echo(trouble, err=True)
    if troubles:
        sys.exit(1)

"""A pipeline without Spark, as a process to be killed: it applies the edits of a data directory.

Its argument is the data directory, whose store `headwater serve` reads.
"""

import sys
import time
from pathlib import Path

from headwater.cli.options.settings import event_log, opened_store
from headwater.config import read_settings
from tests.api.conftest import EditPipeline


def main(data: str) -> None:
    settings = read_settings({"data": Path(data)}, environment={})
    with opened_store(settings) as store:
        EditPipeline(event_log(settings), store).start()
        time.sleep(3600)


if __name__ == "__main__":
    main(sys.argv[1])

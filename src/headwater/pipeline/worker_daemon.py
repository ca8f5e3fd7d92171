"""The process that forks Spark's Python workers on this machine, after it has loaded the program.

Spark ends workers that were idle for a minute. The next ones are there at once, as they need not
load the program again, and all of them share what is loaded.
"""

from pyspark.daemon import manager

import headwater.pipeline.derive.histories
import headwater.pipeline.derive.stated
import headwater.pipeline.source.log_source  # noqa: F401  all three are loaded to be shared

if __name__ == "__main__":
    manager()

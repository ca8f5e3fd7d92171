"""Appends to a log until it is killed, and prints the digests of acknowledged records.

Arguments: the URL of the log, and a prefix of the names of its records.
"""

import os
import sys
from itertools import count

from headwater.log import LogAddress, open_log
from tests.log.records import body, digest


def main(url: str, prefix: str) -> None:
    with open_log(LogAddress(url)).appender() as appender:
        for number in count():
            content = [body(f"{prefix}.{number}.{place}") for place in range(5)]
            appender.append_many([("openlineage", digest(one), one) for one in content])
            os.write(1, "".join(f"{digest(one)}\n" for one in content).encode())


if __name__ == "__main__":
    main(*sys.argv[1:])

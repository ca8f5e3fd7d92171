"""Appends until it is done or killed, and prints the names of the acknowledged records.

Arguments: directory, prefix of the names, records per thread, threads, roll size, compress (0, 1).
"""

import os
import sys
import threading
from pathlib import Path

from headwater.log import LogWriter
from tests.log.records import body, digest


def main() -> None:
    directory, prefix = Path(sys.argv[1]), sys.argv[2]
    count, threads, roll_bytes, compress = map(int, sys.argv[3:])

    def append(writer: LogWriter, thread: int) -> None:
        for number in range(count):
            name = f"{prefix}.{thread}.{number}"
            content = body(name, padding=number % 700)
            writer.append("openlineage", digest(content), content)
            os.write(1, f"{name}\n".encode())

    with LogWriter(directory, roll_bytes=roll_bytes, compress_sealed=bool(compress)) as writer:
        workers = [threading.Thread(target=append, args=(writer, n)) for n in range(threads)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()


if __name__ == "__main__":
    main()

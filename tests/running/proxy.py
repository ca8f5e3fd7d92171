"""A TCP proxy that tests put before a server: it delays, holds, cuts and resets connections."""

import socket
import struct
import threading
import time
from contextlib import suppress
from typing import Self

_RESET = struct.pack("ii", 1, 0)
"""With this as SO_LINGER, closing a connection resets it."""


class Proxy:
    """Passes connections on to a port of this machine, for the block."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._open: set[socket.socket] = set()
        self._changing = threading.Lock()
        self._flows = threading.Event()
        self._flows.set()
        self.delay = 0.0
        """Seconds that every piece of data is late."""
        self.refuses = False
        """Whether new connections are ended at once."""

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._flows.set()
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.cut()

    def hold(self) -> None:
        """From now on nothing arrives, and no connection ends, until `flow`."""
        self._flows.clear()

    def flow(self) -> None:
        self._flows.set()

    def cut(self, *, reset: bool = False) -> int:
        """Ends all connections, in order or by a reset. Returns how many there were."""
        with self._changing:
            ended, self._open = self._open, set()
        for one in ended:
            with suppress(OSError):
                if reset:
                    one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
                # Wakes the thread that reads from it, which closes it.
                one.shutdown(socket.SHUT_RD if reset else socket.SHUT_RDWR)
        return len(ended)

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            if self.refuses:
                client.close()
                continue
            try:
                server = socket.create_connection(("127.0.0.1", self._target))
            except OSError:
                client.close()
                continue
            with self._changing:
                self._open |= {client, server}
            for pair in ((client, server), (server, client)):
                threading.Thread(target=self._pass_on, args=pair, daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(1 << 16):
                time.sleep(self.delay)
                self._flows.wait()
                target.sendall(data)
        with suppress(OSError):
            if source.getsockopt(socket.SOL_SOCKET, socket.SO_LINGER, len(_RESET)) != _RESET:
                target.shutdown(socket.SHUT_RDWR)
        with self._changing:
            self._open.discard(source)
        source.close()

"""Connections to PostgreSQL that notice when the server has gone silent.

A statement may take hours, and to whoever waits for it, a server that hangs looks the same. So if
there is no answer for a while, the server is asked for another connection. As long as it gives one,
or says why not, the statement is waited for. Otherwise the connection is ended.

A machine that is gone is noticed by TCP itself, sooner than this.
"""

import time
from collections.abc import Generator
from typing import Any, TypeVar

import psycopg
from psycopg import errors
from psycopg.abc import PQGen

SILENT_SECONDS = 60.0
"""How long an answer is waited for before the server is asked whether it is still there."""

A = TypeVar("A")


class ListeningConnection(psycopg.Connection[tuple[Any, ...]]):
    """A connection that ends when the server answers nobody any more."""

    given: dict[str, Any]
    """How it was made, to make others like it."""

    @classmethod
    def to(cls, given: dict[str, Any]) -> "ListeningConnection":
        made = cls.connect(autocommit=True, **given)
        made.given = given
        return made

    def wait(self, gen: PQGen[A], *args: Any, **options: Any) -> A:
        """All that is sent and received goes through here."""
        return super().wait(self._heard(gen), *args, **options)

    def _heard(self, gen: PQGen[A]) -> Generator[Any, Any, A]:
        """Yields what psycopg waits for. It is resumed ten times a second, whether anything has
        come in or not."""
        since = time.monotonic()
        try:
            wanted = next(gen)
            while True:
                has_come = yield wanted
                if not has_come and time.monotonic() - since > SILENT_SECONDS:
                    self._require_an_answer()
                    since = time.monotonic()
                wanted = gen.send(has_come)
        except StopIteration as end:
            found: A = end.value
            return found

    def _require_an_answer(self) -> None:
        try:
            psycopg.connect(**self.given).close()
        except errors.ConnectionTimeout as error:
            self.close()
            raise psycopg.OperationalError(
                f"it has not answered for {SILENT_SECONDS:g} s, and takes no connections"
            ) from error
        except psycopg.Error:
            return  # a refusal is an answer, too

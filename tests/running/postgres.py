"""A real PostgreSQL for the tests: from Debian's binaries, on loopback, removed afterwards."""

import itertools
import os
import pwd
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

from tests.running.servers import free_port

USER = "headwater"
START_SECONDS = 60
STOP_SECONDS = 30

_numbers = itertools.count(1)


class PostgresMissingError(Exception):
    """The machine has no PostgreSQL server binaries."""


def binaries() -> Path:
    """The folder with initdb and postgres: Debian's newest, else the one on PATH."""
    debian = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3])
    )
    found = debian[-1] if debian else shutil.which("initdb")
    if found is None:
        raise PostgresMissingError(
            "no PostgreSQL server binaries (initdb) in PATH or /usr/lib/postgresql/*/bin; "
            "run scripts/postgres.sh, or install the package: apt-get install postgresql"
        )
    return Path(found).resolve().parent


@contextmanager
def server() -> Iterator[str]:
    """Starts a fresh server, and yields the URL of its `postgres` database, with a superuser.

    The data directory is not one of pytest's, as those are closed to other users, and PostgreSQL
    refuses to run as root.
    """
    bin_folder, password = binaries(), secrets.token_hex(16)
    with tempfile.TemporaryDirectory(prefix="headwater-postgres-") as name:
        directory = Path(name)
        password_file = directory / "password"
        password_file.write_text(password)
        account = _unprivileged_account()
        if account:
            for path in (directory, password_file):
                os.chown(path, account.pw_uid, account.pw_gid)
        _initialise(bin_folder, directory, password_file, account)
        port = free_port()
        url = f"postgresql://{USER}:{password}@127.0.0.1:{port}/postgres"
        log = directory / "log"
        with log.open("wb") as output:
            process = subprocess.Popen(
                _as(account, [str(bin_folder / "postgres"), "-D", str(directory / "data")])
                + _options(port),
                cwd=directory,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        try:
            _wait_until_ready(process, url, log)
            yield url
        finally:
            _stop(process)


@contextmanager
def database(server_url: str, template_url: str | None = None) -> Iterator[str]:
    """The URL of a new database, empty or a copy of the template."""
    name = f"store_{next(_numbers)}"
    template = template_url.rpartition("/")[2] if template_url else "template1"
    with psycopg.connect(server_url, autocommit=True) as connection:
        create = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
        connection.execute(create.format(sql.Identifier(name), sql.Identifier(template)))
        yield f"{server_url.rpartition('/')[0]}/{name}"
        # FORCE, as a test that failed may have left connections open.
        connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


class SharedDatabase:
    """A database that tests use one after the other, each as if it were new: empty, or a copy.

    Putting back what it began with takes a few milliseconds, where another database would take
    several tenths of a second.
    """

    def __init__(self, server_url: str, template_url: str | None = None) -> None:
        self._server_url = server_url
        self._template_url = template_url
        self._open = ExitStack()
        self._copy()

    def _copy(self) -> None:
        self.url = self._open.enter_context(database(self._server_url, self._template_url))
        self._connect()
        self._shape = _shape(self._connection)
        self._tables = [
            (table, self._connection.execute(sql.SQL("TABLE {}").format(table)).fetchall())
            for table in _tables(self._connection)
        ]

    def _connect(self) -> None:
        self._connection = self._open.enter_context(psycopg.connect(self.url, autocommit=True))

    def renew(self) -> None:
        """Puts back what the database began with. If tables have come or gone, an empty one is
        emptied, and any other is copied anew."""
        try:
            self._end_others()
        except psycopg.OperationalError:  # the test has ended all connections, and so this one
            self._connect()
            self._end_others()
        if _shape(self._connection) == self._shape:
            self._put_back()
        elif self._template_url is None:
            self._empty()
        else:
            self.close()
            self._copy()

    def _end_others(self) -> None:
        """Ends the connections that a test has left open, and waits until their locks are gone."""
        while self._connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            " AND backend_type = 'client backend'"
        ).fetchall():
            time.sleep(0.005)

    def _put_back(self) -> None:
        with self._connection.transaction(), self._connection.cursor() as cursor:
            deletions = [sql.SQL("DELETE FROM {}").format(table) for table, _ in self._tables]
            cursor.execute(sql.SQL("; ").join(deletions))
            for table, rows in self._tables:
                if rows:
                    values = sql.SQL(", ").join([sql.Placeholder()] * len(rows[0]))
                    insert = sql.SQL("INSERT INTO {} VALUES ({})").format(table, values)
                    cursor.executemany(insert, rows)

    def _empty(self) -> None:
        found = self._connection.execute(
            "SELECT nspname FROM pg_namespace"
            " WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'"
        )
        schemas = sql.SQL(", ").join(sql.Identifier(name) for (name,) in found)
        with self._connection.transaction():
            self._connection.execute(sql.SQL("DROP SCHEMA {} CASCADE").format(schemas))
            self._connection.execute("CREATE SCHEMA public; GRANT USAGE ON SCHEMA public TO PUBLIC")

    def close(self) -> None:
        self._open.close()


def _shape(connection: psycopg.Connection) -> list[tuple[Any, ...]]:
    """Every relation, as the server knows it. Another one of the same name differs."""
    return connection.execute(
        "SELECT c.oid, c.relnatts FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
        " WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' ORDER BY c.oid"
    ).fetchall()


def _tables(connection: psycopg.Connection) -> list[sql.Identifier]:
    found = connection.execute(
        "SELECT schemaname, tablename FROM pg_tables"
        " WHERE schemaname !~ '^pg_' AND schemaname <> 'information_schema'"
    )
    return [sql.Identifier(schema, table) for schema, table in found]


def _options(port: int) -> list[str]:
    settings = {
        "listen_addresses": "127.0.0.1",
        "port": port,
        "unix_socket_directories": "",
        # The data is thrown away after the tests, so that durability would only cost time.
        "fsync": "off",
        "synchronous_commit": "off",
        "full_page_writes": "off",
    }
    return [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]


def _initialise(
    bin_folder: Path, directory: Path, password_file: Path, account: pwd.struct_passwd | None
) -> None:
    # A linguistic order, as most servers have. With the C locale, an ORDER BY that relies on byte
    # order would pass here, and fail for users.
    command = [str(bin_folder / "initdb"), "-D", str(directory / "data"), "-U", USER]
    command += ["--no-sync", "--encoding=UTF8"]
    command += ["--locale=C.UTF-8", "--locale-provider=icu", "--icu-locale=en-US"]
    command += ["--auth=scram-sha-256", f"--pwfile={password_file}"]
    done = subprocess.run(
        _as(account, command), cwd=directory, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(f"initdb failed with exit code {done.returncode}:\n{done.stderr}")


def _unprivileged_account() -> pwd.struct_passwd | None:
    """The account that runs the server if root runs the tests; None if anybody else does."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name: entry for entry in pwd.getpwall()}
    return names.get("postgres") or names["nobody"]


def _as(account: pwd.struct_passwd | None, command: list[str]) -> list[str]:
    # --pdeathsig ends the server with the tests, even if those are killed.
    wrapper: list[str] = ["setpriv", "--pdeathsig", "INT"]
    if account:
        wrapper += [f"--reuid={account.pw_uid}", f"--regid={account.pw_gid}", "--clear-groups"]
    return wrapper + command


def _wait_until_ready(process: subprocess.Popen[bytes], url: str, log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            psycopg.connect(url, connect_timeout=5).close()
        except psycopg.OperationalError as error:
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(
                    f"PostgreSQL did not start; its log:\n{log.read_text(errors='replace')}"
                ) from error
            time.sleep(0.05)
        else:
            return


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.send_signal(signal.SIGINT)  # a fast shutdown, which does not wait for clients
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()

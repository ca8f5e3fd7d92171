"""The generations of a store, as they lie there."""

from pathlib import Path

import psycopg


def generations(store_url: str) -> list[str]:
    """What lies in the place of the store: files, or schemas."""
    if store_url.startswith("sqlite://"):
        files = Path(store_url.removeprefix("sqlite://")).iterdir()
        return sorted(file.name for file in files if file.suffix in (".sqlite", ".stage"))
    with psycopg.connect(store_url) as connection:
        rows = connection.execute(
            r"SELECT nspname FROM pg_namespace WHERE nspname LIKE 'headwater\_%' ORDER BY 1"
        )
        return [name for (name,) in rows]

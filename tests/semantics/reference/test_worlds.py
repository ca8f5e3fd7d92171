"""The generated worlds: that they can be told, kept apart, and show every feature."""

from collections import Counter

from hypothesis import given, settings

from headwater.store import tables
from tests.reference import NOT_IN_REFERENCE, columns, lineage
from tests.reference.names import Json
from tests.strategies import World, body_text, events, example_worlds, isolated
from tests.strategies.facets import ANY_KEYS


@settings(max_examples=40)
@given(events())
def test_generated_events_can_all_be_placed(body: Json) -> None:
    assert len(lineage([("openlineage", body)])["events"]) == 1


def test_isolated_worlds_do_not_touch() -> None:
    apart = [isolated(world, f"w{n}-") for n, world in enumerate(example_worlds(7, 12))]
    together = lineage(record for world in apart for record in world)
    alone = [lineage(world) for world in apart]
    for table, rows in together.items():
        assert set(rows) == {row for result in alone for row in result[table]}, table


def test_isolation_keeps_the_shape_of_a_world() -> None:
    for world in example_worlds(8, 20):
        before, after = lineage(world), lineage(isolated(world, "w-"))
        for table in ("events", "nodes", "entities", "runs", "run_io", "edits", "entity_facets"):
            assert len(before[table]) == len(after[table]), table


def test_bodies_are_written_compact_and_in_their_own_order() -> None:
    assert body_text({"b": [1, None], "a": "ü"}) == '{"b":[1,null],"a":"ü"}'


def observed_features(world: World) -> set[str]:
    """Which features show in the rows that a world leads to."""
    result = lineage(world)

    def rows(table: str) -> list[Json]:
        return [dict(zip(columns(table), row, strict=True)) for row in result[table]]

    found = {f"table {table}" for table, any_rows in result.items() if any_rows}
    for row in rows("dataset_versions"):
        found.add(f"version {row['kind']}")
        found |= {f"{key} {row['kind']}" for key in ("follows", "follows_node", "schema_value",
                  "storage_version") if row[key] is not None}  # fmt: skip
        found |= {f"inherited {row['kind']}"} if row["schema_inherited"] else set()
        found |= (
            {"streamed version"} if ":" in row["place_id"] and row["kind"] == "write" else set()
        )
    for row in rows("job_versions"):
        found.add(f"basis {row['basis']}")
        if row["lineage_unknown"]:
            found.add("unknown, confirmed" if row["confirmed_at"] else "unknown")
    for row in rows("flows"):
        ends = "ends" if row["valid_to"] != tables.FOREVER else "open"
        found.add(f"{row['basis']} flow {row['is_flow']} {ends}")
        found |= {"fed by nothing"} if row["source_id"] == 0 else set()
        found |= {"dataset event lineage"} if row["stated_by"] == row["target_id"] else set()
    found |= {f"edge {row['basis']}" for row in rows("edges")}
    found |= {f"{row['state']} {row['processing']}" for row in rows("runs")}
    found |= {"snapshot"} if any(row["snapshot"] for row in rows("runs")) else set()
    found |= {f"edit {row['edit']}" for row in rows("edits")}
    sizes = Counter(row["entity_id"] for row in rows("nodes")).values()
    shared = Counter(row["run_id"] for row in rows("runs")).values()
    found |= {"more than two aliases"} if max(sizes, default=0) > 2 else set()
    found |= {"shared run id"} if max(shared, default=0) > 1 else set()
    for row in rows("entity_facets"):
        found |= {"tombstone"} if row["deleted"] else set()
        found.add(f"facet {row['facet']}")
    return found


def test_generated_worlds_show_every_feature() -> None:
    seen = Counter(f for world in example_worlds(1, 600) for f in observed_features(world))
    wanted = {
        f"table {table.name}" for table in tables.TABLES if table.name not in NOT_IN_REFERENCE
    }
    wanted |= {f"version {kind}" for kind in ("write", "event", "observed", "pinned", "initial")}
    wanted |= {f"basis {basis}" for basis in ("run", "stream", "declared", "provisional")}
    wanted |= {f"edge {basis}" for basis in ("listed", "explicit", "column")}
    wanted |= {f"{basis} ends" for basis in ("explicit flow 1", "column flow 1", "column flow 0")}
    wanted |= {f"{state} {kind}" for state in ("RUNNING", "COMPLETED", "FAILED")
               for kind in ("BATCH", "STREAMING", "SERVICE")}  # fmt: skip
    wanted |= {f"edit {edit}" for edit in ("retract", "delete", "restore", "tag", "describe")}
    wanted |= {f"facet {key}" for key in (*ANY_KEYS, "schema")}
    wanted |= {"follows observed", "follows pinned", "follows_node write", "follows_node event",
               "schema_value observed", "schema_value initial", "schema_value write",
               "inherited write", "inherited event", "inherited pinned", "inherited observed",
               "storage_version event", "streamed version", "unknown", "unknown, confirmed",
               "fed by nothing", "dataset event lineage", "snapshot", "NEW BATCH",
               "ABORTED BATCH", "more than two aliases", "shared run id", "tombstone"}  # fmt: skip
    assert not {feature for feature in wanted if not seen[feature]}

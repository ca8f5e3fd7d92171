"""The columns of versions in generated worlds (semantics 7.3)."""

from pathlib import Path

from headwater.query.columns.version_columns import VersionColumns
from headwater.store import Snapshot, open_store
from tests.running.reference_store import ReferenceStore
from tests.strategies import apart, example_worlds


def test_every_column_edge_between_versions_is_found_from_both_of_its_ends(tmp_path: Path) -> None:
    worlds = apart(example_worlds(seed=23, n=400))
    reference = ReferenceStore([record for world in worlds for record in world])
    with open_store(f"sqlite:///{tmp_path}/store") as store:
        reference.write(tmp_path / "log", store)
        with store.snapshot() as snapshot:
            columns = VersionColumns(snapshot)
            versions = [id_ for (id_,) in snapshot.query("SELECT version_id FROM dataset_versions")]
            places = {
                place for version in versions for place in columns.start(version, None, "both")
            }
            upwards, downwards = columns.into(places), columns.out_of(places)
            superseded = _superseded(snapshot)
    assert len(upwards) > 500
    assert downwards <= upwards
    assert {edge for edge in upwards - downwards if edge.target.version not in superseded} == set()


def _superseded(snapshot: Snapshot) -> set[str]:
    """The versions whose runs ended at the same instant as another run of their job. What only such
    a run states is in no table of flows, so that nothing leads to it from its sources."""
    rows = snapshot.query(
        "SELECT v.version_id FROM dataset_versions v JOIN runs r ON r.run_key = v.run_key"
        " JOIN runs o ON o.job_id = r.job_id AND o.ended_at = r.ended_at AND o.run_key <> r.run_key"
    )
    return {version for (version,) in rows}

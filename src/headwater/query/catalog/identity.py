"""What a node id stands for, by the names that answers use."""

from headwater.answers.names import Identity
from headwater.query.names.entities import written
from headwater.query.node_ids import resolve
from headwater.query.runs.shown_ids import shown_ids
from headwater.query.runs.stored_runs import runs_or_stubs
from headwater.questions.graph import IdentityQuestion
from headwater.store import Snapshot


def identity(snapshot: Snapshot, question: IdentityQuestion) -> Identity:
    """The identity of a node, by any of its names. `at` decides whether it is deleted."""
    found = resolve(snapshot, question.node_id, at=question.at, stubs=True)
    entity = found.entity
    run = None
    if found.run_key is not None:
        stored = runs_or_stubs(snapshot, [found.run_key])
        run = shown_ids(snapshot, stored.values())[found.run_key]
    field = () if found.field is None else (found.field,)
    parts = (run,) if run is not None else (entity.namespace, entity.name, *field)
    return Identity(
        id=written(found.kind, *parts, version=found.version),
        kind=found.kind,
        namespace=entity.namespace,
        name=entity.name,
        field=found.field,
        version=found.version,
        run=run,
    )

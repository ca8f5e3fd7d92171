"""Lineage written by hand: rows of the store, with everything a test does not care about filled in.

Times are small numbers; entities are known by their keys, as in the tables.
"""

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from itertools import count
from typing import Any
from uuid import UUID

from headwater.contracts.contract import Contract, encoded
from headwater.contracts.documents.read import read
from headwater.model.canonical import canonical, content_hash, node_id
from headwater.model.code_text import sql_forms
from headwater.model.names import canonical_run_id, run_key
from headwater.model.order import RANKS as EVENT_RANKS
from headwater.store import Store
from headwater.store import tables as t
from tests.query.registers import Register
from tests.query.registers import facts as stored_registers
from tests.store.rows import values_of

NAMESPACE = "ns"
UNTYPED = 2
RANKS = {"COMPLETED": 3, "ABORTED": 4, "FAILED": 5}


def uuid(number: int) -> str:
    """A UUID that is easy to tell from others."""
    return str(UUID(int=number))


class Rows:
    """Collects rows; `write` puts them into a store."""

    def __init__(self, first: int = 1) -> None:
        """`first` is the number that ids begin with: others than those of rows written before."""
        self._rows: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
        self._numbers = count(first)
        self._names: dict[int, tuple[str, str]] = {}

    def add(self, table: t.Table, **values: Any) -> None:
        unknown = values.keys() - set(table.names)
        assert not unknown, f"{table.name} has no {unknown}"
        empty = {"text": "", "bytes": b"", "bigint": 0, "integer": 0}
        defaults = {c.name: None if c.nullable else empty[c.kind] for c in table.columns}
        self._rows[table.name].append(defaults | values)

    def write(self, store: Store, *, but: Collection[t.Table] = ()) -> None:
        """`but`: tables that are left as they are."""
        epoch = store.take_over()
        with store.transaction(epoch) as transaction:
            for table in t.TABLES:
                if table in but or not self._rows[table.name]:
                    continue
                rows = {tuple(row[k] for k in table.key): row for row in self._rows[table.name]}
                transaction.upsert(table, values_of(table, rows.values()))

    def digest(self) -> str:
        return f"{next(self._numbers):032x}"

    def job(self, name: str, namespace: str = NAMESPACE) -> int:
        return self._entity("job", [(namespace, name)], own_right=True)

    def dataset(
        self,
        name: str,
        namespace: str = NAMESPACE,
        *,
        own_right: bool = True,
        aliases: Iterable[tuple[str, str]] = (),
    ) -> int:
        """`aliases` are further names, mentioned but not used in their own right."""
        return self._entity("dataset", [(namespace, name), *aliases], own_right=own_right)

    def _entity(self, kind: str, names: Sequence[tuple[str, str]], *, own_right: bool) -> int:
        key = node_id(kind, *min(names))
        for name in names:
            self.add(
                t.NODES,
                node_id=node_id(kind, *name),
                kind=kind,
                namespace=name[0],
                name=name[1],
                own_right=int(own_right and name == names[0]),
                entity_id=key,
            )
        canonical_name = names[0] if own_right else min(names)
        self.add(
            t.ENTITIES,
            entity_id=key,
            kind=kind,
            namespace=canonical_name[0],
            name=canonical_name[1],
            own_right=int(own_right),
        )
        self._names[key] = names[0]
        return key

    def edge(
        self,
        origin: int,
        destination: int,
        basis: str = "listed",
        *,
        stated_by: int = 0,
        since: int = 0,
        until: int = t.FOREVER,
    ) -> None:
        self.add(
            t.EDGES,
            origin=origin,
            destination=destination,
            basis=basis,
            stated_by=stated_by,
            valid_from=since,
            valid_to=until,
        )

    def uses(
        self,
        job: int,
        inputs: Iterable[int] = (),
        outputs: Iterable[int] = (),
        *,
        since: int = 0,
        until: int = t.FOREVER,
        **version: Any,
    ) -> str:
        """A version of a job, with its edges; returns the version's id."""
        inputs, outputs = sorted(inputs), sorted(outputs)
        for dataset in inputs:
            self.edge(dataset, job, stated_by=job, since=since, until=until)
        for dataset in outputs:
            self.edge(job, dataset, stated_by=job, since=since, until=until)
        version_id = uuid(next(self._numbers) << 64)
        values = {"began_digest": self.digest(), "basis": "run"} | version
        self.add(
            t.JOB_VERSIONS,
            version_id=version_id,
            job_id=job,
            valid_from=since,
            valid_to=until,
            inputs=json.dumps(inputs),
            outputs=json.dumps(outputs),
            **values,
        )
        return version_id

    def flow(
        self,
        stated_by: int,
        target: int,
        source: int,
        basis: str = "column",
        *,
        columns: dict[tuple[str, str], Any] | None = None,
        is_flow: int = 1,
        since: int = 0,
        until: int = t.FOREVER,
        source_node: int | None = None,
    ) -> None:
        """`columns`: (output field, input field) -> transformations."""
        set_hash = ""
        if columns is not None:
            set_hash = self.digest()
            for (output, field), transformations in columns.items():
                self.add(
                    t.COLUMN_SETS,
                    set_hash=set_hash,
                    output_field=output,
                    source_node=source if source_node is None else source_node,
                    input_field=field,
                    transformations=canonical(transformations).decode(),
                )
        self.add(
            t.FLOWS,
            stated_by=stated_by,
            target_id=target,
            source_id=source,
            basis=basis,
            set_hash=set_hash,
            is_flow=is_flow,
            ends_with_target=0,
            ends_with_source=0,
            valid_from=since,
            valid_to=until,
        )

    def parent(self, job: int, parent: int, since: int = 0, until: int = t.FOREVER) -> None:
        self.add(t.JOB_PARENTS, job_id=job, parent_id=parent, valid_from=since, valid_to=until)

    def facet(self, value: Any) -> str:
        """Stores a facet by content; returns its hash."""
        text = canonical(value)
        self.add(t.FACET_VALUES, hash=content_hash(text), value=text.decode())
        return content_hash(text)

    def sql(self, query: str) -> str:
        """Stores SQL as a facet; returns what `code_sql` has of it."""
        forms = sql_forms(query)
        digests = [content_hash(form.encode()) for form in (forms.shape, forms.wording)]
        return json.dumps([*digests, self.facet({"query": query})])

    def stated(self, node: int, facet: str, value: Any, at: int = 0) -> None:
        """A job or dataset facet; None is a tombstone."""
        self.add(
            t.ENTITY_FACETS,
            node_id=node,
            facet=facet,
            event_time=at,
            digest=self.digest(),
            hash=self.facet({"_deleted": True} if value is None else value),
            deleted=int(value is None),
        )

    def schema(self, **fields: str | None) -> str:
        return self.facet({"fields": [{"name": n, "type": kind} for n, kind in fields.items()]})

    def run(
        self,
        job: int,
        run_id: str,
        *,
        start: int = 0,
        end: int | None = None,
        state: str | None = None,
        reads: dict[int, str | None] | None = None,
        writes: Iterable[int] = (),
        facts: Iterable[Register] = (),
        **values: Any,
    ) -> str:
        """A run; `reads` maps datasets to pins. Returns its run key."""
        state = state or ("RUNNING" if end is None else "COMPLETED")
        canonical_id, _ = canonical_run_id(run_id)
        key = run_key(canonical_id, *self._names[job])
        ended = {} if end is None else {"end_rank": RANKS[state], "end_digest": self.digest()}
        self.add(
            t.RUNS,
            **{
                "run_key": key,
                "run_id": canonical_id,
                "raw_run_id": None if run_id == canonical_id else run_id,
                "job_id": job,
                "state": state,
                "started_at": start,
                "ended_at": end,
                "first_time": start,
                "first_digest": self.digest(),
                "last_time": start if end is None else end,
                "processing": "BATCH",
                "facts": stored_registers(facts),
                **ended,
                **values,
            },
        )
        for dataset, pin in (reads or {}).items():
            self.io(key, "input", dataset, start, pin=pin)
        for dataset in writes:
            self.io(key, "output", dataset, start)
        return key

    def io(self, run: str, side: str, node: int, at: int, **values: Any) -> None:
        self.add(
            t.RUN_IO,
            **{
                "run_key": run,
                "side": side,
                "node_id": node,
                "first_time": at,
                "last_time": at,
                "partitions": "[]",
                **values,
            },
        )

    def version(
        self,
        dataset: int,
        since: int = t.BEGINNING,
        until: int = t.FOREVER,
        *,
        kind: str = "write",
        run: str | None = None,
        **values: Any,
    ) -> str:
        """A version of a dataset; returns its id."""
        version_id = uuid(next(self._numbers) << 96)
        places = {"event": 0, "write": 1, "observed": 2, "pinned": 2, "initial": -1}
        self.add(
            t.DATASET_VERSIONS,
            **{
                "version_id": version_id,
                "dataset_id": dataset,
                "valid_from": since,
                "place_kind": places[kind],
                "place_id": run or "",
                "valid_to": until,
                "kind": kind,
                "run_key": run,
                **values,
            },
        )
        return version_id

    def event(
        self, node: int, at: int, type_: str | None = None, *, shape: str = "run", **values: Any
    ) -> str:
        """An event about a job or dataset; returns its digest."""
        digest = self.digest()
        self.add(
            t.EVENTS,
            **{
                "digest": digest,
                "shape": shape,
                "event_time": at,
                "rank": UNTYPED if type_ is None else EVENT_RANKS[type_],
                "event_type": type_,
                "node_id": node,
                **values,
            },
        )
        return digest

    def drop(self, dataset: int, at: int, place_kind: int = 0, place_id: str = "") -> None:
        self.add(
            t.DROPS, dataset_id=dataset, dropped_at=at, place_kind=place_kind, place_id=place_id
        )

    def edit(self, edit: str, kind: str, namespace: str, name: str, at: int, **fields: str) -> None:
        self.add(
            t.EDITS,
            digest=self.digest(),
            edit=edit,
            edited_at=at,
            kind=kind,
            namespace=namespace,
            name=name,
            value=canonical(fields).decode(),
        )

    def contract(self, text: str, at: int, file: str = "") -> None:
        """A version of a contract or product, registered at a time."""
        [one] = read(text.encode(), file).read
        kind = "contract" if isinstance(one.spec, Contract) else "product"
        self.add(
            t.CONTRACTS,
            digest=self.digest(),
            kind=kind,
            contract_id=one.spec.id,
            version=one.spec.version,
            registered_at=at,
            sha256=one.document.sha256,
            file=file,
            line=1,
            spec=encoded(one.spec),
            text=text,
        )

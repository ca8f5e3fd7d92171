"""What can be asked about in a store: its names, runs, versions and contracts, as parameters."""

from collections import defaultdict
from functools import cached_property
from itertools import pairwise

from headwater.model.order import format_time
from headwater.store import Snapshot

Given = dict[str, str]
"""Parameters that belong together, such as a dataset and one of its versions."""


class Known:
    """What a store knows, in an order that only the rows decide."""

    def __init__(self, snapshot: Snapshot) -> None:
        named = snapshot.query("SELECT entity_id, kind, namespace, name FROM entities ORDER BY 1")
        self._names = {row[0]: (row[1], row[2], row[3]) for row in named}
        self._versions = {
            "job": snapshot.query("SELECT version_id, job_id FROM job_versions"),
            "dataset": snapshot.query("SELECT version_id, dataset_id FROM dataset_versions"),
        }
        self._runs = snapshot.query("SELECT run_key, run_id, job_id FROM runs ORDER BY run_key")
        self._batches = snapshot.query("SELECT DISTINCT batch_id, nominal_start FROM runs")
        self._edges = snapshot.query("SELECT DISTINCT origin, destination FROM edges")
        self._columns = snapshot.query(
            "SELECT DISTINCT target_id, output_field FROM flows JOIN column_sets"
            " ON column_sets.set_hash = flows.set_hash"
            " UNION SELECT DISTINCT source_id, input_field FROM flows JOIN column_sets"
            " ON column_sets.set_hash = flows.set_hash"
        )
        self._contracts = snapshot.query(
            "SELECT DISTINCT kind, contract_id, version FROM contracts"
        )
        codes = snapshot.query("SELECT DISTINCT code FROM findings")
        self.codes = sorted(code for (code,) in codes)

    def _node_id(self, entity: int) -> str:
        return ":".join(self._names[entity])

    @cached_property
    def namespaces(self) -> list[Given]:
        found = {namespace for _, namespace, _ in self._names.values()}
        return [{"namespace": namespace} for namespace in sorted(found)]

    @cached_property
    def sources(self) -> list[Given]:
        found = {namespace for kind, namespace, _ in self._names.values() if kind == "dataset"}
        return [{"source": name} for name in ("pii", *sorted(found))]

    def entities(self, kind: str) -> list[Given]:
        """Jobs or datasets, as the parts of a path."""
        found = sorted(name for name in self._names.values() if name[0] == kind)
        return [{"namespace": namespace, kind: name} for _, namespace, name in found]

    def versions(self, kind: str) -> list[Given]:
        """The same with each of their versions."""
        found = sorted((self._names[entity], version) for version, entity in self._versions[kind])
        return [
            {"namespace": namespace, kind: name, "version": version}
            for (_, namespace, name), version in found
        ]

    @cached_property
    def nodes(self) -> list[Given]:
        """Jobs and datasets."""
        return [{"nodeId": self._node_id(entity)} for entity in self._names]

    @cached_property
    def fields(self) -> list[Given]:
        found = sorted(
            (*self._names[dataset][1:], field)
            for dataset, field in self._columns
            if field and dataset and self._names[dataset][0] == "dataset"
        )
        return [{"nodeId": ":".join(("datasetField", *parts))} for parts in found]

    @cached_property
    def version_nodes(self) -> list[Given]:
        """Versions of jobs and of datasets."""
        return [
            {"nodeId": f"{kind}:{one['namespace']}:{one[kind]}#{one['version']}"}
            for kind in ("job", "dataset")
            for one in self.versions(kind)
        ]

    @cached_property
    def pinned_nodes(self) -> list[Given]:
        """Datasets, each with one of its versions as a parameter of its own."""
        return [
            {
                "nodeId": f"dataset:{one['namespace']}:{one['dataset']}",
                "datasetVersion": one["version"],
            }
            for one in self.versions("dataset")
        ]

    @cached_property
    def runs(self) -> list[str]:
        """The ids of runs, and the run keys by which siblings under one id are known."""
        return sorted({text for run_key, run_id, _ in self._runs for text in (run_key, run_id)})

    @cached_property
    def batches(self) -> list[str]:
        found = {batch for batch, _ in self._batches if batch}
        found |= {format_time(nominal) for _, nominal in self._batches if nominal is not None}
        return sorted(found)

    @cached_property
    def run_nodes(self) -> list[Given]:
        runs = [{"nodeId": f"run:{run}"} for run in self.runs]
        return [*runs, *({"nodeId": f"batch:{batch}"} for batch in self.batches)]

    @cached_property
    def pairs_of_runs(self) -> list[tuple[str, str]]:
        """Runs of one job, next to each other by their keys, each way round."""
        by_job: defaultdict[int, list[str]] = defaultdict(list)
        for run_key, _, job in self._runs:
            by_job[job].append(run_key)
        found = [pair for _, keys in sorted(by_job.items()) for pair in pairwise(keys)]
        return [*found, *((after, before) for before, after in found)]

    @cached_property
    def edges(self) -> list[Given]:
        found = sorted((self._node_id(one), self._node_id(other)) for one, other in self._edges)
        return [{"origin": origin, "destination": destination} for origin, destination in found]

    def contracts(self, *kinds: str) -> list[Given]:
        found = {id_ for kind, id_, _ in self._contracts if kind in kinds}
        return [{"contract": id_} for id_ in sorted(found)]

    @cached_property
    def contract_versions(self) -> list[Given]:
        found = sorted((id_, version) for kind, id_, version in self._contracts if version) or [
            ("A", "1.0.0")
        ]
        return [{"contract": id_, "version": version} for id_, version in found]

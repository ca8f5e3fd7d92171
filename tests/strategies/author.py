"""Stories: the events of a run or of a design, mostly coherent, sometimes noise."""

from typing import Any

from tests.reference.names import digest
from tests.strategies.chooser import Chooser, Json
from tests.strategies.facets import (
    ANY_KEYS,
    CODES,
    DAG_RUNS,
    DATASETS,
    DOCUMENTATION,
    EXTRACTION_ERRORS,
    GHOST,
    HIVE,
    JOBS,
    QUERIES,
    RUN_IDS,
    SCHEMAS,
    SOURCES,
    SUBSETS,
    VERSIONS,
    FacetAuthor,
    Name,
)

Record = tuple[str, Json]
World = list[Record]

INSTANTS = range(6)


class Author(FacetAuthor):
    """Writes one world. Each world dwells on some features and leaves others out, so that deep
    combinations occur in small worlds."""

    def __init__(self, chooser: Chooser) -> None:
        super().__init__(chooser)
        self.world: World = []
        self.plans: list[tuple[Name, list[Name], list[Name]]] = []
        """What batch runs so far read and wrote: jobs mostly do again what they did before."""
        self.jobs: tuple[Name, ...] = JOBS[: self.count(1, 3)]
        self.datasets = (*DATASETS, HIVE, GHOST)[: self.pick((2, 3, 4, 4, 5, 6))]
        self.weight = {
            feature: self.pick((1, 1, 0, 4))
            for feature in (
                "schema", "version", "columnLineage", "lifecycleStateChange", "symlinks",
                "lineage", "sourceCodeLocation", "source", "extractionError",
                "parent", "jobDependencies",
            )
        }  # fmt: skip

    def world_of(self, records: int) -> World:
        while len(self.world) < records:
            story = self.pick(
                (
                    *[self.batch_run] * 9,
                    *[self.streaming_run] * 3,
                    self.code_change,
                    self.drop_and_return,
                    self.last_word,
                    *[self.job_event] * 2,
                    *[self.dataset_event] * 3,
                    self.noise,
                    self.edit,
                )
            )
            story()
        return self.world[:records]

    def featured(self, feature: str, percent: int) -> bool:
        return self.chance(min(90, percent * self.weight.get(feature, 1)))

    # Stories

    def batch_run(self) -> None:
        """START … COMPLETE of one run, whose lists are on some of its events."""
        first, last = sorted((self.pick(INSTANTS), self.pick(INSTANTS)))
        if self.chance(6):
            first, last = last, first
        end = self.pick((*["COMPLETE"] * 6, "FAIL", "ABORT", None, None))
        moments = [("START", first)] if self.chance(85) else []
        moments += [("RUNNING", first)] if self.chance(15) else []
        moments += [(end, last)] if end else []
        moments += [(self.pick(("OTHER", "fail")), last)] if self.chance(8) else []
        run_id, job = self.identity()
        inputs, outputs = self.some(self.datasets, 2), self.some(self.datasets, 2)
        if self.plans and self.chance(50):
            job, inputs, outputs = self.pick(self.plans)
        elif self.chance(12):
            inputs, outputs = [], []
        self.plans.append((job, inputs, outputs))
        listing = self.pick(("last", "first", "all", "apart"))
        for index, (event_type, at) in enumerate(moments or [("START", first)]):
            is_first, is_last = index == 0, index >= len(moments) - 1
            lists_inputs = {"last": is_last, "all": True}.get(listing, is_first)
            lists_outputs = {"first": is_first, "all": True}.get(listing, is_last)
            self.run_event(
                (run_id, job),
                event_type,
                at,
                inputs if lists_inputs else [],
                outputs if lists_outputs else [],
            )

    def code_change(self) -> None:
        """As always, new code without lists, as always again; of a commit, or of a text."""
        job, inputs, outputs = self.pick(self.plans or [(self.jobs[0], [], [self.datasets[0]])])
        facet, values = self.pick(
            (("sourceCodeLocation", CODES), ("sql", QUERIES), ("sourceCode", SOURCES))
        )
        codes = [self.value(values), self.value(values), None, None][: self.count(2, 4)]
        times = sorted(self.pick(INSTANTS) for _ in codes)
        for index, (code, at) in enumerate(zip(codes, times, strict=True)):
            job_facets = {facet: code} if code else {}
            lists = ([], []) if index == 1 else (inputs, outputs)
            run = (RUN_IDS[(index + 4) % len(RUN_IDS)], job)
            self.run_event(run, self.pick(("COMPLETE", "FAIL")), at, *lists, job_facets)

    def drop_and_return(self) -> None:
        """A dataset is written, dropped, and then declared, read or written again."""
        name, job = self.pick(self.datasets), self.pick(self.jobs)
        times = sorted(self.pick(INSTANTS) for _ in range(3))
        drop: Json = {"lifecycleStateChange": {"lifecycleStateChange": "DROP"}}
        self.run_event((RUN_IDS[0], job), "COMPLETE", times[0], [], [name])
        if self.chance(50):
            body = self.at(times[1]) | {"dataset": self.identifier(name, facets=drop)}
        else:
            body = self.at(times[1]) | {
                "eventType": "COMPLETE",
                "run": {"runId": RUN_IDS[5]},
                "job": self.job_object(job, {}),
                "outputs": [self.identifier(name, facets=drop)],
            }
        self.world.append(("openlineage", body))
        back = self.pick(("event", "input", "output"))
        if back == "event":
            facets = self.dataset_facets("event")
            body = self.at(times[2]) | {"dataset": self.identifier(name, facets=facets)}
            self.world.append(("openlineage", body))
        else:
            lists = ([name], []) if back == "input" else ([], [name])
            self.run_event((RUN_IDS[6], job), "COMPLETE", times[2], *lists)

    def last_word(self) -> None:
        """Several say what else a dataset is called, and what it is; the last is retracted."""
        name = self.pick(self.datasets)
        body: Json = {}
        for at in sorted(self.pick(INSTANTS) for _ in range(self.count(2, 3))):
            symlinks, documentation = self.symlinks(), self.value(DOCUMENTATION)
            facets = {"symlinks": self.maybe_deleted(symlinks), "documentation": documentation}
            item = self.identifier(name, facets=facets)
            speaker = self.pick(("job", "dataset", "run"))
            body = self.at(at)
            if speaker == "dataset":
                body["dataset"] = item
            else:
                body["job"] = self.job_object(self.pick(self.jobs), {})
                body[self.pick(("inputs", "outputs"))] = [item]
            if speaker == "run":
                body["run"] = {"runId": self.pick(RUN_IDS)}
            self.world.append(("openlineage", body))
        retraction: Json = {"edit": "retract", "at": "2024-05-02", "kind": "event"}
        self.world.append(("edit", retraction | {"digest": digest(body)}))

    def streaming_run(self) -> None:
        """Events that keep listing; jobType is stated on one of them, early or late."""
        times = sorted(self.pick(INSTANTS) for _ in range(self.count(1, 4)))
        processing = self.pick(("STREAMING", "STREAMING", "SERVICE", "streaming"))
        facet = self.job_type(processing, snapshot=self.chance(35))
        stating = self.count(0, len(times) - 1)
        run = self.identity()
        cast = self.some(self.datasets, 3) or [self.datasets[0]]
        for index, at in enumerate(times):
            end = self.pick(("COMPLETE", "FAIL", "RUNNING")) if index and at == times[-1] else ""
            job_facets = {"jobType": facet} if index == stating else {}
            if index > stating and self.chance(5):
                job_facets = {"jobType": {"_deleted": True}}
            self.run_event(
                run,
                end or ("RUNNING" if index else "START"),
                at,
                self.some(cast, 2),
                self.some(cast, 2),
                job_facets,
            )

    def noise(self) -> None:
        kinds = ("START", "complete", "OTHER", None, "WHATEVER", "ABORT", "RUNNING")
        inputs, outputs = self.some(self.datasets, 2), self.some(self.datasets, 2)
        self.run_event(self.identity(), self.pick(kinds), self.pick(INSTANTS), inputs, outputs)

    def job_event(self) -> None:
        body = self.at(self.pick(INSTANTS))
        body["job"] = self.job_object(self.pick(self.jobs), {})
        body |= self.lists(self.some(self.datasets, 2), self.some(self.datasets, 2))
        self.world.append(("openlineage", body))

    def dataset_event(self) -> None:
        body = self.at(self.pick(INSTANTS))
        facets = self.dataset_facets("event")
        body["dataset"] = self.identifier(self.pick(self.datasets), facets=facets)
        self.world.append(("openlineage", body))

    def edit(self) -> None:
        kind = self.pick(
            ("retract", "delete", "restore", "tag", "untag", "describe", "finding", "contract")
        )
        body: Json = {"edit": kind, "at": f"2024-05-01T0{self.pick(INSTANTS)}:30:00Z"}
        if kind in ("retract", "finding"):
            known = [digest(body) for record, body in self.world if record == "openlineage"]
            body |= {"kind": "event", "digest": self.pick((*known, "0" * 32))}
            more = {"code": "nul", "path": "$", "detail": "a NUL"} if kind == "finding" else {}
            self.world.append(("edit", body | more))
            return
        if kind == "describe" and self.pick((False, True)):
            about = self.pick(("source", "tag"))
            self.world.append(("edit", body | {"kind": about, "name": "pii", "type": "KAFKA"}))
            return
        if kind == "contract":
            self.world.append(("edit", body | self.registration()))
            return
        subject = self.pick(("job", "dataset", "namespace"))
        namespace, name = self.pick(self.jobs if subject == "job" else self.datasets)
        body |= {"kind": subject, "namespace": namespace}
        body |= {} if subject == "namespace" else {"name": name}
        if kind in ("tag", "untag"):
            body |= {"tag": "pii"} | ({"field": "id"} if subject == "dataset" else {})
        if kind == "describe":
            body |= {"description": "für alle"}
        self.world.append(("edit", body))

    def registration(self) -> Json:
        """A version of a contract, or a product; some have one version with two contents."""
        id_, version = self.pick(("A", "b")), self.pick(("1.0.0", "1.1.0"))
        namespace, name = self.pick(self.datasets)
        status = self.pick(("active", "draft"))
        outputs = f"outputDatasets: [{{namespace: '{namespace}', name: '{name}'}}]"
        text = f"id: {id_}\nversion: {version}\nstatus: {status}\nlineage: {{{outputs}}}\n"
        if self.chance(4):
            text = f"kind: DataProduct\nid: {id_}\noutputPorts: [{{name: o, contractId: b}}]\n"
        product = text.startswith("kind")
        named: Json = {"kind": "product" if product else "contract", "name": id_}
        return named | {"version": "" if product else version, "text": text, "file": "c.yaml"}

    # Parts of events

    def identity(self) -> tuple[str, Name]:
        return self.pick(RUN_IDS), self.pick(self.jobs)

    def at(self, instant: int) -> Json:
        spelled = self.pick(
            (
                f"2024-05-01T0{instant}:00:00Z",
                f"2024-05-01T0{instant}:00:00.000Z",
                f"2024-05-01T0{instant + 2}:00:00+02:00",
                f"20240501T0{instant}0000Z",
                f"2024-05-01T0{instant}:00:00",
                f"2024-05-01T0{instant}:00:00.0000009Z",
                f"2024-05-01T{instant + 8:02}0000+08",
                f"20240501T0{instant - 1}5960Z" if instant else "2024-05-01",
            )
        )
        return {"eventTime": spelled, "producer": self.pick(("https://a", "https://b"))}

    def run_event(
        self,
        run: tuple[str, Name],
        event_type: str | None,
        at: int,
        inputs: list[Name],
        outputs: list[Name],
        job_facets: Json | None = None,
    ) -> None:
        run_id, job = run
        body = self.at(at)
        if event_type is not None:
            body["eventType"] = event_type
        facets = self.run_facets()
        body["run"] = {"runId": run_id} | ({"facets": facets} if facets else {})
        body["job"] = self.job_object(job, job_facets or {})
        body |= self.lists(inputs, outputs)
        self.world.append(("openlineage", body))
        if self.chance(4):  # the same event, sent again with its keys in another order
            self.world.append(("openlineage", _reversed(body)))

    def lists(self, inputs: list[Name], outputs: list[Name]) -> Json:
        result: Json = {}
        for side, names in (("input", inputs), ("output", outputs)):
            items = [self.listed(side, name) for name in names]
            if names and self.chance(8):  # another partition, or another spelling
                items.append(self.listed(side, names[0]))
            if self.chance(3):
                items.append({"namespace": "nameless"})
            if items or self.chance(30):
                result[f"{side}s"] = items
            elif self.chance(10):
                result[f"{side}s"] = None
        return result

    def listed(self, side: str, name: Name) -> Json:
        item = self.identifier(name)
        facets = self.dataset_facets(side)
        if facets or self.chance(10):
            item["facets"] = facets
        if self.chance(10):
            item[f"{side}Facets"] = {f"{side}Statistics": {"rowCount": self.count(0, 2)}}
            if self.chance(30):
                item[f"{side}Facets"]["subset"] = {f"{side}Condition": self.value(SUBSETS)}
        return item

    def dataset_facets(self, place: str) -> Json:
        """Facets of an `input`, an `output`, or the dataset of an `event`."""
        percents = {"input": 0, "output": 1, "event": 2}
        position = percents[place]
        facets: Json = {}
        writers: dict[str, tuple[tuple[int, int, int], Any]] = {
            "schema": ((30, 30, 50), lambda: self.value(SCHEMAS)),
            "version": ((20, 20, 30), lambda: self.value(VERSIONS)),
            "columnLineage": ((3, 30, 5), self.column_lineage),
            "lifecycleStateChange": ((1, 10, 20), self.lifecycle),
            "symlinks": ((6, 6, 25), self.symlinks),
            "lineage": ((1, 1, 25), self.dataset_lineage),
            "documentation": ((5, 5, 10), lambda: self.value(DOCUMENTATION)),
        }
        for key, (chances, write) in writers.items():
            if self.featured(key, chances[position]):
                withdrawn = 15 if key in ("symlinks", "lineage") else 6
                facets[key] = self.maybe_deleted(write(), withdrawn)
        if self.chance(4):
            facets[self.pick(ANY_KEYS)] = {"any": [1, {"b": None, "ä": True}]}
        for key in self.keyed(schema=1, broken=1):
            facets[key] = self.pick((None, "no object", [1]))
        return facets

    def job_object(self, job: Name, facets: Json) -> Json:
        facets = dict(facets)
        if "sourceCodeLocation" not in facets and self.featured("sourceCodeLocation", 20):
            facets["sourceCodeLocation"] = self.maybe_deleted(self.value(CODES))
        for key, values in (("sql", QUERIES), ("sourceCode", SOURCES)):
            if key not in facets and self.featured("source", 10):
                facets[key] = self.maybe_deleted(self.value(values))
        if self.featured("lineage", 10):
            facets["lineage"] = self.maybe_deleted(self.explicit_lineage(), 10)
        if self.chance(5):
            facets["documentation"] = self.maybe_deleted(self.value(DOCUMENTATION), 20)
        if self.chance(4):
            facets[self.pick((*ANY_KEYS, "schema", "symlinks"))] = self.maybe_deleted({"any": 1})
        if "jobType" not in facets and self.chance(4):
            facets["jobType"] = self.job_type("BATCH")
        return {"namespace": job[0], "name": job[1]} | ({"facets": facets} if facets else {})

    def run_facets(self) -> Json:
        facets: Json = {}
        if self.featured("parent", 10):
            facets["parent"] = self.maybe_deleted(self.parent())
        if self.featured("parent", 4):
            facets["parentRun"] = self.maybe_deleted(self.parent())
        if self.featured("jobDependencies", 8):
            facets["jobDependencies"] = self.maybe_deleted(self.job_dependencies())
        if self.featured("extractionError", 6):
            facets["extractionError"] = self.maybe_deleted(self.value(EXTRACTION_ERRORS), 15)
        if self.chance(8):
            facets["nominalTime"] = self.maybe_deleted(self.nominal_time())
        for facet in ("airflow", "airflowDagRun"):
            if self.chance(5):
                facets[facet] = self.value(DAG_RUNS)
        if self.chance(3):
            facets["processing_engine"] = self.pick(({"version": "3"}, None, 7))
        if self.chance(4):
            facets[self.pick(ANY_KEYS)] = self.maybe_deleted({"any": 1})
        return facets


def _reversed(value: Any) -> Any:
    """The same JSON, with the keys of all objects in the opposite order."""
    if isinstance(value, dict):
        return {key: _reversed(of) for key, of in reversed(value.items())}
    return [*map(_reversed, value)] if isinstance(value, list) else value

// Written by `npm run types` from docs/openapi.json.

export interface paths {
    "/api/v1/catalog": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Jobs or datasets as rows of a table
         * @description All jobs or datasets of the graph, or some, in short: their last run, their marks.
         */
        get: operations["entity_catalog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/column-lineage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where columns come from, and where they go
         * @description Now, by a version of a dataset, or by the latest version at a time; with a version or time, ids end in #VERSION, and what was not there yet gives an empty graph.
         */
        get: operations["column_lineage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/contracts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is registered
         * @description Contracts and products, by name.
         */
        get: operations["contracts"];
        put?: never;
        /**
         * Register contracts
         * @description YAML or JSON, one or more documents: ODCS (the form of RFC 0011, v2, v3) and ODPS products. Or JSON with a list of `documents`, each with its `text`, and with the `file` and `line` that findings should name. All are registered or none. The same content again changes nothing; a version that is there with other content is a conflict, unless it is a draft.
         */
        post: operations["register_contracts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/contracts/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check proposed contracts
         * @description What a proposal changes and breaks, whom it hits, and how it compares with what runs. The body is as for registering; nothing is stored.
         */
        post: operations["check_contracts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/contracts/drift": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What contracts declare against what runs
         * @description Findings of all contracts, by contract, the gravest first. Where nothing can be compared, a contract is unverifiable, not clean.
         */
        get: operations["contracts_drift"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/contracts/lineage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The design lineage graph
         * @description Which contract depends on which, as they declare it, or the same by product: around one, or of all. Contracts that are named and not registered are placeholders.
         */
        get: operations["contract_lineage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/contracts/{contract}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A contract or product
         * @description Its current version. With `Accept: application/yaml`, the text as it was registered.
         */
        get: operations["contract"];
        put?: never;
        post?: never;
        /**
         * Delete a contract
         * @description With all of its versions so far; as of earlier times it is still there. It can be registered again.
         */
        delete: operations["delete_contract"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/contracts/{contract}/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What changed between two versions
         * @description Each change with what it means to readers, and the version that it asks for.
         */
        get: operations["diff_of_contract"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/contracts/{contract}/drift": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a contract declares against what runs
         * @description What is odd about it, with the evidence, and what becomes of each of its inputs.
         */
        get: operations["drift_of_contract"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/contracts/{contract}/impact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who is impacted if a contract changes
         * @description Contracts and products that depend on it, and the jobs and datasets that its datasets feed. That nothing is fed is told apart from what cannot be known. `depth` counts contracts.
         */
        get: operations["impact_of_contract"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/contracts/{contract}/operational": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What runs behind a contract
         * @description The jobs and datasets that its output datasets are made by and of, ending at datasets that are bound to other contracts.
         */
        get: operations["operational_lineage_of_contract"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/contracts/{contract}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The versions of a contract
         * @description The highest first, each with what changed since the next lower one.
         */
        get: operations["versions_of_contract"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/contracts/{contract}/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A version of a contract
         * @description With `Accept: application/yaml`, the text as it was registered.
         */
        get: operations["contract_version"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/edges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What an edge rests on
         * @description Who says so, from when to when, how many runs show it, and the latest of those; also for an edge that holds no more.
         */
        get: operations["edge"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The same as /events/lineage */
        get: operations["all_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/lineage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Events as they were sent
         * @description Run events, unless others are asked for; each byte by byte as it was taken.
         */
        get: operations["lineage_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{digest}/retract": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take an event back
         * @description For good: it counts as never accepted, also if it comes again.
         */
        post: operations["retract_event"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{namespace}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Events about the jobs of a namespace
         * @description Or, of kind `dataset`, about its datasets.
         */
        get: operations["events_of_namespace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/findings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was odd in events
         * @description First what is about events that count for nothing, then the newest events.
         */
        get: operations["findings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All jobs
         * @description Those that occurred last come first; deleted ones are left out.
         */
        get: operations["all_jobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/runs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A run
         * @description What it read and wrote, what it belongs to, and what was said of it.
         */
        get: operations["one_run"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/runs/{id}/abort": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark a run as aborted
         * @deprecated
         * @description Use an OpenLineage event of type ABORT instead, which this becomes.
         */
        post: operations["mark_aborted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/runs/{id}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark a run as completed
         * @deprecated
         * @description Use an OpenLineage event of type COMPLETE instead, which this becomes.
         */
        post: operations["mark_completed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/runs/{id}/facets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The facets of a run
         * @description As its last event left them; none where nothing was said.
         */
        get: operations["run_facets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/runs/{id}/fail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark a run as failed
         * @deprecated
         * @description Use an OpenLineage event of type FAIL instead, which this becomes.
         */
        post: operations["mark_failed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/runs/{id}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark a run as started
         * @deprecated
         * @description Use an OpenLineage event of type START instead, which this becomes.
         */
        post: operations["mark_started"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/lineage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The graph around a job or dataset
         * @description The current graph, or as of a time. `both` goes along edges in either direction; `upstream` and `downstream` follow the flows of data inside jobs. A component is the same from each of its nodes, and knows neither depth nor direction.
         */
        get: operations["lineage"];
        put?: never;
        /**
         * Take one OpenLineage event
         * @description Durable in the log before the answer. The same event again does no harm.
         */
        post: operations["collect_event"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/lineage/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take many OpenLineage events
         * @description What can be taken is taken, and durable; the rest is told.
         */
        post: operations["collect_events"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/lineage/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * When the graph around a node changed
         * @description The moments at which edges of the nodes of that graph began or ended, jobs among them began a version, or datasets were dropped; with how many each. It is the graph of `GET /lineage` with the same parameters, as it is now; what touched its nodes earlier counts as well.
         */
        get: operations["lineage_changes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/lineage/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The graph around a node at two moments
         * @description Nodes and edges that are the same, added, removed or changed, and what changed: job versions, schemas, columns, marks.
         */
        get: operations["graph_diff"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/lineage/impact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All that is reached from a node
         * @description Each job, dataset, column and contract reached along the flows of data, with its distance, one shortest path, and who owns it. From a column, what lies where nobody says which columns went on is `possible`.
         */
        get: operations["impact"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/namespaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All namespaces
         * @description By name; hidden ones are left out.
         */
        get: operations["all_namespaces"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/namespaces/{namespace}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A namespace
         * @description Also one that is hidden, and says so.
         */
        get: operations["one_namespace"];
        /**
         * Describe a namespace
         * @description Its owner and its description; it need not have anything in it yet.
         */
        put: operations["describe_namespace"];
        post?: never;
        /**
         * Hide a namespace and all that is in it
         * @description What a later event lists comes back, and the namespace with it. The answer has `isHidden` false if there is such an event already.
         */
        delete: operations["delete_namespace"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/namespaces/{namespace}/datasets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The datasets of a namespace
         * @description Those that occurred last come first; deleted ones are left out.
         */
        get: operations["datasets_of_namespace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/namespaces/{namespace}/datasets/{dataset}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A dataset
         * @description By any of its names; the answer has the canonical one. Facets are those in force, with those of the current version.
         */
        get: operations["one_dataset"];
        /**
         * Report a dataset
         * @deprecated
         * @description Use an OpenLineage dataset event instead, which this becomes; or, with a run, the run's output in an event of that run. Tags become users' tags.
         */
        put: operations["report_dataset"];
        post?: never;
        /**
         * Hide a dataset
         * @description Until an event with a later time lists it, or until it is restored. Its history stays. The answer has `deleted` false if there is such an event already.
         */
        delete: operations["delete_dataset"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/namespaces/{namespace}/datasets/{dataset}/fields/{field}/tags/{tag}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Tag a field of a dataset */
        post: operations["tag_field"];
        /**
         * Take a user's tag off a field
         * @description Tags that producers give stay.
         */
        delete: operations["untag_field"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/namespaces/{namespace}/datasets/{dataset}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show a dataset again
         * @description Out of a deleted namespace, too.
         */
        post: operations["restore_dataset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/namespaces/{namespace}/datasets/{dataset}/tags/{tag}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Tag a dataset */
        post: operations["tag_dataset"];
        /**
         * Take a user's tag off a dataset
         * @description Tags that producers give stay.
         */
        delete: operations["untag_dataset"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/namespaces/{namespace}/datasets/{dataset}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The versions of a dataset
         * @description The newest first, each with what changed in the schema and with the run that wrote it.
         */
        get: operations["dataset_versions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/namespaces/{namespace}/datasets/{dataset}/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A version of a dataset */
        get: operations["dataset_version"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/namespaces/{namespace}/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The jobs of a namespace
         * @description Those that occurred last come first; deleted ones are left out.
         */
        get: operations["jobs_of_namespace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/namespaces/{namespace}/jobs/{job}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A job
         * @description What it reads and writes now, its last runs, and what was said of it.
         */
        get: operations["one_job"];
        /**
         * Report a job
         * @deprecated
         * @description Use an OpenLineage job event instead, which this becomes.
         */
        put: operations["report_job"];
        post?: never;
        /**
         * Hide a job
         * @description Until an event with a later time is about it, or until it is restored. Its history stays. The answer has `deleted` false if there is such an event already.
         */
        delete: operations["delete_job"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/namespaces/{namespace}/jobs/{job}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show a job again
         * @description Out of a deleted namespace, too.
         */
        post: operations["restore_job"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/namespaces/{namespace}/jobs/{job}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The runs of a job
         * @description Those that started last come first.
         */
        get: operations["runs_of_job"];
        put?: never;
        /**
         * Report a run
         * @deprecated
         * @description Use an OpenLineage run event instead, which this becomes. The run is NEW until it is marked as started, and reads and writes what its job does now.
         */
        post: operations["report_run"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/namespaces/{namespace}/jobs/{job}/tags/{tag}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Tag a job */
        post: operations["tag_job"];
        /**
         * Take a user's tag off a job
         * @description Tags that producers give stay.
         */
        delete: operations["untag_job"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/namespaces/{namespace}/jobs/{job}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The versions of a job
         * @description The newest first, each with what changed from the one before, and its last run.
         */
        get: operations["job_versions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/namespaces/{namespace}/jobs/{job}/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A version of a job */
        get: operations["job_version"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/namespaces/{namespace}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show a namespace again
         * @description With all in it that was not deleted by itself.
         */
        post: operations["restore_namespace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/nodes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a node id stands for
         * @description Its canonical name, as the graphs have it.
         */
        get: operations["node"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runlineage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What went into a run or version, and what came of it
         * @description Edges are CONSUMED (a version, by a run), PRODUCED (a version, by a run), IS_VERSION_OF (a run, of its job's version) and FOLLOWS (a version, from the one before it).
         */
        get: operations["run_lineage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runlineage/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Two runs of a job, and what went into them
         * @description Jobs and datasets matched by what they are, each with what is different: versions, schemas, code, state, duration, parameters, rows. `runs` are those of the job after the first, up to and with the second.
         */
        get: operations["run_diff"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runlineage/upstream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The runs that led to a run, as a list
         * @description The nearest first. Inputs that no known run wrote have no `producedByRunId`.
         */
        get: operations["upstream_runs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runlineage/why": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Why a run failed, or came out otherwise
         * @description The likely causes, the likeliest first, each with its evidence: runs, versions, and the path from the cause to the run.
         */
        get: operations["why"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Runs of a job, those that use a dataset, or all
         * @description Newest first.
         */
        get: operations["runs_of_node"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Jobs and datasets by a text
         * @description In names, namespaces, fields, tags, descriptions and owners; each result says where.
         */
        get: operations["search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All sources
         * @description By name: those that datasets name, else the namespaces of datasets, and those that users describe.
         */
        get: operations["all_sources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sources/{source}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A source */
        get: operations["one_source"];
        /**
         * Describe a source
         * @deprecated
         * @description Events say where datasets lie in their `dataSource` facets; what is said here wins.
         */
        put: operations["describe_source"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/stats/datasets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Datasets known at the end of each hour or day */
        get: operations["dataset_stats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/stats/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Jobs known at the end of each hour or day */
        get: operations["job_stats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/stats/lineage-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Run events by hour or day */
        get: operations["event_stats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/stats/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Runs by day and state
         * @description The days are those of UTC; a run counts on the day it began, with the state it has now.
         */
        get: operations["run_stats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/stats/sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Sources known at the end of each hour or day */
        get: operations["source_stats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Log, store and pipeline: how far, and how much
         * @description The log's end, what of it is applied, the lag, the last batches, and counts.
         */
        get: operations["status"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All tags
         * @description By name: those that producers and users have given, and those that users describe.
         */
        get: operations["all_tags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tags/{tag}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Describe a tag */
        put: operations["describe_tag"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2beta/search/datasets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Datasets by a text, with their schemas */
        get: operations["search_datasets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2beta/search/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Jobs by a text, with their last runs */
        get: operations["search_jobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * BatchAnswer
         * @description What became of the events of a batch, as OpenLineage has it.
         */
        BatchAnswer: {
            status: string;
            summary: components["schemas"]["BatchSummary"];
            failed_events: components["schemas"]["FailedEvent"][];
        };
        /** BatchSummary */
        BatchSummary: {
            received: number;
            successful: number;
            failed: number;
            retriable: number;
            non_retriable: number;
        };
        /** BoundOutput */
        BoundOutput: {
            namespace: string;
            name: string;
            binding: string;
            dataset: string | null;
        };
        /** Catalog */
        Catalog: {
            rows: components["schemas"]["CatalogRow"][];
            totalCount: number;
        };
        /**
         * CatalogRow
         * @description A job or dataset in short.
         */
        CatalogRow: {
            nodeId: string;
            /** @enum {unknown} */
            type: "DATASET" | "JOB";
            namespace: string;
            name: string;
            kind: string | null;
            description: string | null;
            tags: string[];
            updatedAt: string | null;
            latestRun: components["schemas"]["LatestRun"] | null;
            fields: number | null;
            marks: components["schemas"]["Marks"];
        };
        /** Cause */
        Cause: {
            /** @default 0 */
            rank: number;
            /** @default 0 */
            score: number;
            /** @enum {unknown} */
            kind: "code" | "contradiction" | "datasets" | "drop" | "failed" | "missing" | "removal" | "retype" | "volume";
            node: string;
            /** @default [] */
            fields: components["schemas"]["FieldChange"][];
            sentence: string;
            /** @default [] */
            reached: string[];
            distance: number;
            nearest: number;
            evidence: components["schemas"]["Evidence"];
        };
        /**
         * Change
         * @description What became different at one moment.
         */
        Change: {
            /** Format: date-time */
            at: string;
            /** @default 0 */
            edgesBegun: number;
            /** @default 0 */
            edgesEnded: number;
            /** @default 0 */
            jobVersions: number;
            /** @default 0 */
            drops: number;
        };
        /**
         * Changed
         * @description A contract that is new, or other than before.
         */
        Changed: {
            contract: string;
            name: string | null;
            version: string;
            file: string;
            line: number;
            comparison: components["schemas"]["Comparison"] | null;
            impact: components["schemas"]["DesignImpact"];
        };
        /** Changes */
        Changes: {
            changes: components["schemas"]["Change"][];
            first: string | null;
            last: string | null;
        };
        /** CodeVersion */
        CodeVersion: {
            version: string | null;
            url: string | null;
        };
        /** ColumnAnswer */
        ColumnAnswer: {
            graph: components["schemas"]["ColumnNode"][];
            truncated: components["schemas"]["Truncated"] | null;
        };
        /** ColumnData */
        ColumnData: {
            namespace: string;
            name: string;
            dataset: string;
            datasetVersion: string | null;
            field: string;
            type: string | null;
            fieldType: string | null;
            transformationType: string | null;
            transformationDescription: string | null;
            transformations: components["schemas"]["Transformation"][];
            inputFields: components["schemas"]["ColumnInput"][];
        };
        /**
         * ColumnDiff
         * @description A column edge; it is changed where its transformations are others.
         */
        ColumnDiff: {
            origin: string;
            destination: string;
            /** @enum {unknown} */
            change: "added" | "changed" | "removed" | "same";
        };
        /**
         * ColumnEdge
         * @description From a source field to the field derived from it.
         */
        ColumnEdge: {
            origin: string;
            destination: string;
        };
        /** ColumnGraph */
        ColumnGraph: {
            nodes: components["schemas"]["FieldNode"][];
            edges: components["schemas"]["ColumnEdge"][];
            truncated: components["schemas"]["Truncated"] | null;
        };
        /** ColumnInput */
        ColumnInput: {
            namespace: string;
            name: string;
            dataset: string;
            datasetVersion: string | null;
            field: string;
            transformationType: string | null;
            transformationDescription: string | null;
            transformations: components["schemas"]["Transformation"][];
            jobs: string[];
        };
        /**
         * ColumnLink
         * @description A column edge between two datasets; a field of None is the dataset as a whole.
         */
        ColumnLink: {
            origin: string;
            originField: string | null;
            destination: string;
            destinationField: string | null;
            transformations: components["schemas"]["Transformation"][];
        };
        /** ColumnNode */
        ColumnNode: {
            id: string;
            /** @enum {unknown} */
            type: "DATASET" | "DATASET_FIELD";
            data: components["schemas"]["ColumnData"];
            inEdges: components["schemas"]["ColumnEdge"][];
            outEdges: components["schemas"]["ColumnEdge"][];
            hiddenUpstream: number;
            hiddenDownstream: number;
        };
        /** Comparison */
        Comparison: {
            before: string;
            after: string;
            changes: components["schemas"]["ContractChange"][];
            breaking: boolean;
            bump: ("major" | "minor" | "patch") | null;
            suggestedVersion: string | null;
        };
        /** Contract */
        Contract: {
            /** @enum {unknown} */
            kind: "contract";
            /** @default 0 */
            line: number;
            id: string;
            /** @default null */
            name: string | null;
            /** @default null */
            status: string | null;
            /** @default  */
            standard: string;
            /** @default null */
            domain: string | null;
            /** @default [] */
            owners: string[];
            /** @default null */
            description: string | null;
            /** @default [] */
            tags: string[];
            /** @default {} */
            extra: Record<string, never>;
            version: string;
            /** @default null */
            product: string | null;
            /** @default [] */
            inputs: components["schemas"]["Input"][];
            /** @default [] */
            outputs: components["schemas"]["Output"][];
            /** @default [] */
            servers: components["schemas"]["Server"][];
            /** @default [] */
            objects: components["schemas"]["SchemaObject"][];
            /** @default null */
            frequency: number | null;
        };
        /**
         * ContractChange
         * @description One difference, as a rule has it. `path` goes by names: `schema.orders.id.required`.
         */
        ContractChange: {
            kind: string;
            /** @enum {unknown} */
            impact: "breaking" | "info" | "warning";
            /** @enum {unknown} */
            bump: "major" | "minor" | "patch";
            path: string;
            before: string | null;
            after: string | null;
            message: string;
            line: number;
            breaksWriters: boolean;
        };
        /** ContractDeleted */
        ContractDeleted: {
            id: string;
        };
        /** ContractDetails */
        ContractDetails: {
            summary: components["schemas"]["ContractSummary"];
            version: components["schemas"]["ContractVersion"];
            outputs: components["schemas"]["BoundOutput"][];
            spec: components["schemas"]["Contract"] | components["schemas"]["Product"];
            findings: components["schemas"]["Finding"][];
        };
        /**
         * ContractDrift
         * @description Of one contract.
         */
        ContractDrift: {
            id: string;
            version: string;
            /** @enum {unknown} */
            state: "clean" | "drift" | "unverifiable";
            inputs: components["schemas"]["InputVerdict"][];
            findings: components["schemas"]["Finding"][];
        };
        /** ContractImpact */
        ContractImpact: {
            id: string;
            version: string | null;
            contracts: components["schemas"]["Impacted"][];
            products: components["schemas"]["ImpactedProduct"][];
            operational: components["schemas"]["OperationalImpact"];
        };
        /** ContractList */
        ContractList: {
            contracts: components["schemas"]["ContractSummary"][];
            totalCount: number;
        };
        /**
         * ContractMark
         * @description A contract that covers a dataset.
         */
        ContractMark: {
            id: string;
            version: string;
            name: string | null;
            status: string | null;
            binding: string;
        };
        /** ContractSummary */
        ContractSummary: {
            /** @enum {unknown} */
            kind: "contract" | "product";
            id: string;
            version: string;
            current: boolean;
            status: string | null;
            name: string | null;
            product: string | null;
            owners: string[];
            standard: string;
            inputs: string[];
            consumers: number;
            versions: number;
            /** Format: date-time */
            registeredAt: string;
        };
        /** ContractVersion */
        ContractVersion: {
            version: string;
            status: string | null;
            /** Format: date-time */
            registeredAt: string;
            sha256: string;
            file: string;
            current: boolean;
            changes: components["schemas"]["Comparison"] | null;
        };
        /** ContractVersions */
        ContractVersions: {
            id: string;
            versions: components["schemas"]["ContractVersion"][];
        };
        /** Dataset */
        Dataset: {
            id: components["schemas"]["DatasetId"];
            /** @enum {unknown} */
            type: "DB_TABLE" | "STREAM";
            name: string;
            physicalName: string;
            createdAt: string | null;
            updatedAt: string | null;
            namespace: string;
            sourceName: string;
            fields: components["schemas"]["DatasetField"][];
            tags: string[];
            lastModifiedAt: string | null;
            lastLifecycleState: string | null;
            description: string | null;
            currentVersion: string | null;
            columnLineage: components["schemas"]["DerivedColumn"][] | null;
            facets: Record<string, never>;
            deleted: boolean;
            nodeId: string;
            aliases: string[];
            kind: string | null;
            marks: components["schemas"]["Marks"];
            producedBy: components["schemas"]["ProducedBy"] | null;
            allTags: components["schemas"]["Tag"][];
            contracts: components["schemas"]["ContractMark"][];
        };
        /**
         * DatasetDiff
         * @description A dataset by its nearest version on either side; outputs are matched with outputs.
         */
        DatasetDiff: {
            id: string;
            /** @enum {unknown} */
            role: "output" | "upstream";
            /** @enum {unknown} */
            change: "added" | "changed" | "removed" | "same";
            changed: ("bytes" | "rows" | "run" | "schema" | "storageVersion" | "version")[];
            schema: components["schemas"]["SchemaChange"] | null;
            contradiction: components["schemas"]["SchemaChange"] | null;
            before: components["schemas"]["DatasetInstance"] | null;
            after: components["schemas"]["DatasetInstance"] | null;
        };
        /**
         * DatasetField
         * @description One field by its path; nested names are joined by dots.
         */
        DatasetField: {
            name: string;
            type: string | null;
            tags: string[];
            description: string | null;
        };
        /** DatasetId */
        DatasetId: {
            namespace: string;
            name: string;
        };
        /**
         * DatasetInstance
         * @description The nearest version of a dataset; without a version it is an output that was not written.
         */
        DatasetInstance: {
            /** @default null */
            version: string | null;
            /** @default null */
            kind: string | null;
            /** @default null */
            since: string | null;
            /** @default null */
            storageVersion: string | null;
            /** @default null */
            run: string | null;
            /** @default null */
            job: string | null;
            /** @default null */
            follows: string | null;
            /** @default null */
            rowCount: number | null;
            /** @default null */
            bytes: number | null;
            /** @default null */
            counted: ("read" | "written") | null;
            distance: number;
        };
        /** DatasetList */
        DatasetList: {
            datasets: components["schemas"]["Dataset"][];
            totalCount: number;
            next: string | null;
        };
        /** DatasetReport */
        DatasetReport: {
            /** @enum {unknown} */
            type: "DB_TABLE" | "STREAM";
            /** @default null */
            physicalName: string | null;
            /** @default null */
            sourceName: string | null;
            /** @default null */
            fields: components["schemas"]["FieldReport"][] | null;
            /** @default null */
            tags: string[] | null;
            /** @default null */
            description: string | null;
            /** @default null */
            schemaLocation: string | null;
            /**
             * @description The run that writes it, if it is known.
             * @default null
             */
            runId: string | null;
        };
        /**
         * DatasetUsed
         * @description A dataset among a run's inputs or outputs.
         */
        DatasetUsed: {
            dataset: string;
            versions: components["schemas"]["VersionUsed"][];
            partitions: string[];
            pin: string | null;
            lifecycle: string | null;
            facets: Record<string, never>;
            byPartition: components["schemas"]["PartitionFacets"][];
            rowCount: number | null;
        };
        /** DatasetVersionId */
        DatasetVersionId: {
            namespace: string;
            name: string;
            version: string;
        };
        /** DatasetVersionUsed */
        DatasetVersionUsed: {
            datasetVersionId: components["schemas"]["DatasetVersionId"];
            facets: Record<string, never>;
        };
        /**
         * DayOfRuns
         * @description How many runs of each state began on a day of UTC.
         */
        DayOfRuns: {
            /** Format: date-time */
            day: string;
            new: number;
            running: number;
            completed: number;
            failed: number;
            aborted: number;
        };
        /** DerivedColumn */
        DerivedColumn: {
            name: string;
            inputFields: components["schemas"]["SourceColumn"][];
            transformationDescription: string | null;
            transformationType: string | null;
        };
        /** DesignAnswer */
        DesignAnswer: {
            graph: components["schemas"]["DesignGraphNode"][];
            cycles: string[][];
            truncated: components["schemas"]["Truncated"] | null;
        };
        /**
         * DesignData
         * @description What is known of a contract or product.
         */
        DesignData: {
            name: string;
            version: string | null;
            status: string | null;
            product: string | null;
            owners: string[];
            registered: boolean;
            members: components["schemas"]["Member"][];
            consumers: number;
        };
        /**
         * DesignEdge
         * @description In the direction data flows: from an input to what depends on it.
         */
        DesignEdge: {
            origin: string;
            destination: string;
            /** @default [] */
            versions: string[];
            /** @default false */
            coarse: boolean;
            /** @default [] */
            contracts: [
                string,
                string
            ][];
        };
        /** DesignGraph */
        DesignGraph: {
            nodes: components["schemas"]["DesignNode"][];
            edges: components["schemas"]["DesignEdge"][];
            cycles: string[][];
            truncated: components["schemas"]["Truncated"] | null;
        };
        /** DesignGraphNode */
        DesignGraphNode: {
            id: string;
            /** @enum {unknown} */
            type: "CONTRACT" | "PRODUCT";
            data: components["schemas"]["DesignData"];
            inEdges: components["schemas"]["DesignEdge"][];
            outEdges: components["schemas"]["DesignEdge"][];
            hiddenUpstream: number;
            hiddenDownstream: number;
        };
        /**
         * DesignImpact
         * @description Empty lists mean that nobody is impacted, as far as contracts say.
         */
        DesignImpact: {
            contracts: components["schemas"]["Impacted"][];
            products: components["schemas"]["ImpactedProduct"][];
        };
        /**
         * DesignNode
         * @description A contract or a product; what has no product is one of its own.
         */
        DesignNode: {
            id: string;
            /** @enum {unknown} */
            type: "CONTRACT" | "PRODUCT";
            name: string;
            version: string | null;
            status: string | null;
            product: string | null;
            owners: string[];
            registered: boolean;
            members: components["schemas"]["Member"][];
            consumers: number;
            hiddenUpstream: number;
            hiddenDownstream: number;
        };
        /**
         * DiffNode
         * @description A job or dataset at both moments; what was not there is null.
         */
        DiffNode: {
            id: string;
            /** @enum {unknown} */
            type: "DATASET" | "JOB";
            /** @enum {unknown} */
            change: "added" | "changed" | "removed" | "same";
            before: components["schemas"]["NodeData"] | null;
            after: components["schemas"]["NodeData"] | null;
            inEdges: components["schemas"]["EdgeDiff"][];
            outEdges: components["schemas"]["EdgeDiff"][];
        };
        /**
         * Document
         * @description A job with its last run, or a dataset with the last run that wrote it.
         */
        Document: {
            run_id: string | null;
            name: string;
            namespace: string;
            eventType: string | null;
            facets: Record<string, never>;
            runFacets: Record<string, never>;
        };
        /** Documents */
        Documents: {
            hits: components["schemas"]["Document"][];
            highlights: {
                [key: string]: string[];
            }[];
            totalCount: number;
            next: string | null;
        };
        /** DriftReport */
        DriftReport: {
            findings: components["schemas"]["Finding"][];
            totalCount: number;
            byCode: {
                [key: string]: number;
            };
            states: {
                [key: string]: number;
            };
        };
        /**
         * Edge
         * @description An edge in the direction data flows (or, with basis control, in which jobs wait).
         */
        Edge: {
            origin: string;
            destination: string;
            basis: string;
        };
        /**
         * EdgeDiff
         * @description An edge of either moment; it is changed where its basis is another one.
         */
        EdgeDiff: {
            origin: string;
            destination: string;
            basis: string;
            /** @enum {unknown} */
            change: "added" | "changed" | "removed" | "same";
        };
        /** EdgeEvidence */
        EdgeEvidence: {
            origin: string;
            destination: string;
            basis: string;
            isCurrent: boolean;
            firstSeen: string | null;
            lastSeen: string | null;
            statements: components["schemas"]["Statement"][];
            runCount: number;
            latestRuns: components["schemas"]["LatestRun"][];
        };
        /**
         * EventCount
         * @description Run events of an interval, by their type.
         */
        EventCount: {
            /** Format: date-time */
            startInterval: string;
            /** Format: date-time */
            endInterval: string;
            fail: number;
            start: number;
            complete: number;
            abort: number;
        };
        /** EventFinding */
        EventFinding: {
            code: string;
            path: string;
            detail: string;
            eventTime: string | null;
            node: string | null;
            event: string;
        };
        /** EventList */
        EventList: {
            events: unknown[];
            totalCount: number;
            next: string | null;
            digests: string[];
        };
        /**
         * Evidence
         * @description Node ids of what shows it.
         */
        Evidence: {
            runs: string[];
            versions: string[];
            path: string[];
            through: string[];
        };
        /** FailedEvent */
        FailedEvent: {
            index: number;
            reason: string;
            /** @default false */
            retriable: boolean;
        };
        /** Failure */
        Failure: {
            /** Format: date-time */
            at: string;
            error: string;
        };
        /**
         * Field
         * @description One field by its path; nested names are joined by dots.
         */
        Field: {
            name: string;
            type: string | null;
        };
        /**
         * FieldChange
         * @description A field and its type before and after; None for one that was or is not there.
         */
        FieldChange: {
            name: string;
            before: string | null;
            after: string | null;
        };
        /**
         * FieldNode
         * @description A field; or a dataset, for what is said of it as a whole.
         */
        FieldNode: {
            id: string;
            /** @enum {unknown} */
            type: "DATASET" | "DATASET_FIELD";
            namespace: string;
            name: string;
            field: string | null;
            fieldType: string | null;
            version: string | null;
            inputFields: components["schemas"]["InputField"][];
            hiddenUpstream: number;
            hiddenDownstream: number;
        };
        /** FieldOfDataset */
        FieldOfDataset: {
            name: string;
            type: string | null;
            tags: string[];
        };
        /** FieldReport */
        FieldReport: {
            name: string;
            /** @default null */
            type: string | null;
            /** @default null */
            tags: string[] | null;
            /** @default null */
            description: string | null;
        };
        /** Finding */
        Finding: {
            code: string;
            /** @enum {unknown} */
            level: "error" | "info" | "warning";
            message: string;
            /** @default null */
            contract: string | null;
            /** @default null */
            version: string | null;
            /** @default null */
            file: string | null;
            /** @default null */
            line: number | null;
            /** @default {} */
            evidence: components["schemas"]["FindingEvidence"];
        };
        /**
         * FindingEvidence
         * @description What shows it: each part where there is one.
         */
        FindingEvidence: {
            /** @default null */
            dataset: string | null;
            /** @default null */
            datasetVersion: string | null;
            /** @default null */
            job: string | null;
            /** @default null */
            run: string | null;
            /** @default [] */
            path: string[];
            /** @default [] */
            contracts: string[];
            /** @default [] */
            sha256: string[];
        };
        /** FindingList */
        FindingList: {
            findings: components["schemas"]["EventFinding"][];
            totalCount: number;
            next: string | null;
        };
        /**
         * GraphDiff
         * @description The graphs of both moments on top of each other.
         */
        GraphDiff: {
            /** Format: date-time */
            since: string;
            until: string | null;
            nodes: components["schemas"]["NodeDiff"][];
            edges: components["schemas"]["EdgeDiff"][];
            changes: components["schemas"]["NodeChange"][];
            truncated: components["schemas"]["Truncated"] | null;
        };
        /** GraphDiffAnswer */
        GraphDiffAnswer: {
            graph: components["schemas"]["DiffNode"][];
            changes: components["schemas"]["NodeChange"][];
            /** Format: date-time */
            from: string;
            to: string | null;
            truncated: components["schemas"]["Truncated"] | null;
        };
        /** GraphNode */
        GraphNode: {
            id: string;
            /** @enum {unknown} */
            type: "DATASET" | "JOB";
            data: components["schemas"]["NodeData"];
            inEdges: components["schemas"]["Edge"][];
            outEdges: components["schemas"]["Edge"][];
            hiddenUpstream: number;
            hiddenDownstream: number;
        };
        /**
         * Hit
         * @description A job or dataset, under its canonical name.
         */
        Hit: {
            id: string;
            /** @enum {unknown} */
            kind: "dataset" | "job";
            namespace: string;
            name: string;
            aliases: string[];
            updatedAt: string | null;
            match: components["schemas"]["Match"];
        };
        /** Hits */
        Hits: {
            hits: components["schemas"]["Hit"][];
            totalCount: number;
            next: string | null;
        };
        /**
         * Identity
         * @description A job or dataset by its canonical name, or what belongs to it.
         */
        Identity: {
            id: string;
            /** @enum {unknown} */
            kind: "dataset" | "datasetField" | "job" | "run";
            namespace: string;
            name: string;
            field: string | null;
            version: string | null;
            run: string | null;
        };
        /**
         * Impact
         * @description Everything reached, the nearest first.
         */
        Impact: {
            node: string;
            /** @enum {unknown} */
            direction: "downstream" | "upstream";
            reached: components["schemas"]["ImpactNode"][];
            truncated: components["schemas"]["Truncated"] | null;
        };
        /**
         * ImpactNode
         * @description A job, a dataset, a column or a contract that is reached.
         */
        ImpactNode: {
            id: string;
            /** @enum {unknown} */
            type: "CONTRACT" | "DATASET" | "DATASET_FIELD" | "JOB";
            /** @enum {unknown} */
            certainty: "certain" | "possible";
            namespace: string;
            name: string;
            field: string | null;
            distance: number;
            path: string[];
            owners: components["schemas"]["Owner"][];
            run: components["schemas"]["LatestRun"] | null;
        };
        /**
         * Impacted
         * @description A contract that depends on the one that changes.
         */
        Impacted: {
            id: string;
            name: string | null;
            version: string | null;
            product: string;
            distance: number;
            via: string;
            owners: string[];
            registered: boolean;
            coarse: boolean;
        };
        /** ImpactedProduct */
        ImpactedProduct: {
            id: string;
            name: string;
            distance: number;
            contracts: string[];
        };
        /**
         * Input
         * @description Another contract that this one depends on.
         */
        Input: {
            /** @default 0 */
            line: number;
            id: string;
            /** @default null */
            version: string | null;
            /**
             * @default rfc
             * @enum {unknown}
             */
            origin: "custom" | "odps" | "rfc";
            /** @default false */
            coarse: boolean;
        };
        /**
         * InputField
         * @description One source of a field; `field` is None where the source is a dataset as a whole.
         */
        InputField: {
            id: string;
            namespace: string;
            name: string;
            field: string | null;
            transformations: components["schemas"]["Transformation"][];
            jobs: string[];
        };
        /** InputPort */
        InputPort: {
            /** @default 0 */
            line: number;
            name: string;
            contract: string;
            /** @default null */
            version: string | null;
        };
        /**
         * InputVerdict
         * @description What becomes of an input of a contract, or of what flows into it instead.
         */
        InputVerdict: {
            contract: string;
            /** @enum {unknown} */
            verdict: "confirmed" | "declared-not-observed" | "observed-not-declared" | "unresolved" | "unverifiable";
            path: string[];
        };
        /** Job */
        Job: {
            id: components["schemas"]["JobId"];
            /** @enum {unknown} */
            type: "BATCH" | "SERVICE" | "STREAM";
            name: string;
            simpleName: string;
            parentJobName: string | null;
            /** @default null */
            parentJobUuid: null;
            createdAt: string | null;
            updatedAt: string | null;
            namespace: string;
            inputs: components["schemas"]["DatasetId"][];
            outputs: components["schemas"]["DatasetId"][];
            location: string | null;
            description: string | null;
            latestRun: components["schemas"]["Run"] | null;
            latestRuns?: components["schemas"]["Run"][];
            facets: Record<string, never>;
            currentVersion: string | null;
            /** @default [] */
            labels: string[];
            tags: string[];
            nodeId: string;
            parent: string | null;
            root: string | null;
            marks: components["schemas"]["Marks"];
            deleted: boolean;
            allTags: components["schemas"]["Tag"][];
        };
        /**
         * JobAt
         * @description The version of a job that holds at a moment.
         */
        JobAt: {
            id: string;
            inputs: string[];
            outputs: string[];
            code: components["schemas"]["CodeVersion"];
        };
        /**
         * JobChange
         * @description How a version of a job differs from an earlier one.
         */
        JobChange: {
            /** @default [] */
            inputsAdded: string[];
            /** @default [] */
            inputsRemoved: string[];
            /** @default [] */
            outputsAdded: string[];
            /** @default [] */
            outputsRemoved: string[];
            /** @default null */
            codeBefore: components["schemas"]["CodeVersion"] | null;
        };
        /**
         * JobDiff
         * @description A job by its nearest run on either side.
         */
        JobDiff: {
            id: string;
            /** @enum {unknown} */
            role: "run" | "upstream";
            /** @enum {unknown} */
            change: "added" | "changed" | "removed" | "same";
            changed: ("code" | "duration" | "error" | "inputs" | "outputs" | "parameters" | "state")[];
            version: components["schemas"]["JobChange"] | null;
            before: components["schemas"]["JobInstance"] | null;
            after: components["schemas"]["JobInstance"] | null;
        };
        /** JobId */
        JobId: {
            namespace: string;
            name: string;
        };
        /**
         * JobInstance
         * @description The nearest run of a job.
         */
        JobInstance: {
            run: string;
            state: string;
            /** Format: date-time */
            startedAt: string;
            endedAt: string | null;
            version: string | null;
            code: components["schemas"]["CodeVersion"];
            assumed: boolean;
            parameters: Record<string, never>;
            error: string | null;
            distance: number;
        };
        /** JobList */
        JobList: {
            jobs: components["schemas"]["Job"][];
            totalCount: number;
            next: string | null;
        };
        /** JobReport */
        JobReport: {
            /** @enum {unknown} */
            type: "BATCH" | "SERVICE" | "STREAM";
            /** @default [] */
            inputs: components["schemas"]["ReportedDataset"][];
            /** @default [] */
            outputs: components["schemas"]["ReportedDataset"][];
            /** @default null */
            location: string | null;
            /** @default null */
            description: string | null;
            /**
             * @description A run of the job that reads and writes these.
             * @default null
             */
            runId: string | null;
        };
        /** JobVersionDiff */
        JobVersionDiff: {
            before: components["schemas"]["JobAt"] | null;
            after: components["schemas"]["JobAt"] | null;
            change: components["schemas"]["JobChange"];
        };
        /** JobVersionId */
        JobVersionId: {
            namespace: string;
            name: string;
            version: string;
        };
        /** JobVersionList */
        JobVersionList: {
            versions: components["schemas"]["ListedJobVersion"][];
            totalCount: number;
            next: string | null;
        };
        /**
         * Lag
         * @description What the log holds and a reader has not taken yet.
         */
        Lag: {
            /** @default 0 */
            bytes: number;
            /** @default 0 */
            records: number | null;
            /** @default 0 */
            seconds: number;
        };
        /**
         * LatestRun
         * @description The last run of a job, or the last that wrote a dataset, with its state at that time.
         */
        LatestRun: {
            id: string;
            state: string;
            /** Format: date-time */
            startedAt: string;
            endedAt: string | null;
        };
        /** LineageAnswer */
        LineageAnswer: {
            graph: components["schemas"]["GraphNode"][];
            truncated: components["schemas"]["Truncated"] | null;
            /** @default null */
            columns: components["schemas"]["ColumnLink"][] | null;
        };
        /**
         * LineageGraph
         * @description It does not say where it was asked from: one component is one answer.
         */
        LineageGraph: {
            nodes: components["schemas"]["Node"][];
            edges: components["schemas"]["Edge"][];
            truncated: components["schemas"]["Truncated"] | null;
            /** @default null */
            columns: components["schemas"]["ColumnLink"][] | null;
        };
        /**
         * LinkDiff
         * @description Between jobs and datasets, in the direction data flowed.
         */
        LinkDiff: {
            origin: string;
            destination: string;
            /** @enum {unknown} */
            change: "added" | "changed" | "removed" | "same";
        };
        /** ListedJobVersion */
        ListedJobVersion: {
            id: components["schemas"]["JobVersionId"];
            name: string;
            createdAt: string | null;
            version: string;
            namespace: string;
            location: string | null;
            inputs: components["schemas"]["DatasetId"][];
            outputs: components["schemas"]["DatasetId"][];
            latestRun: components["schemas"]["Run"] | null;
            until: string | null;
            basis: string;
            beganBy: string | null;
            code: components["schemas"]["CodeVersion"];
            lineageUnknown: boolean;
            confirmedAt: string | null;
            change: components["schemas"]["JobChange"] | null;
        };
        /**
         * Marks
         * @description What is special about a node in the graph asked for (semantics 6.4).
         */
        Marks: {
            /** @default false */
            stale: boolean;
            /** @default false */
            dropped: boolean;
            /** @default false */
            dangling: boolean;
            /** @default false */
            private: boolean;
            /** @default false */
            lineageUnknown: boolean;
            /** @default false */
            declaredOnly: boolean;
            /** @default false */
            provisional: boolean;
            /** @default false */
            didNotExistYet: boolean;
        };
        /**
         * Match
         * @description Where the text was found.
         */
        Match: {
            /** @enum {unknown} */
            kind: "description" | "field" | "name" | "namespace" | "owner" | "tag";
            texts: string[];
        };
        /**
         * Member
         * @description A contract of a product.
         */
        Member: {
            id: string;
            version: string | null;
            consumers: number;
        };
        /**
         * Name
         * @description A job or dataset by its canonical name.
         */
        Name: {
            namespace: string;
            name: string;
        };
        /** Namespace */
        Namespace: {
            name: string;
            createdAt: string | null;
            updatedAt: string | null;
            ownerName: string;
            description: string | null;
            isHidden: boolean;
        };
        /** NamespaceBody */
        NamespaceBody: {
            ownerName: string;
            /**
             * @description Left as it is if it is left out.
             * @default null
             */
            description: string | null;
        };
        /** NamespaceList */
        NamespaceList: {
            namespaces: components["schemas"]["Namespace"][];
            totalCount: number;
            next: string | null;
        };
        /**
         * Node
         * @description A job, or a group of jobs under their parent, or a dataset.
         */
        Node: {
            id: string;
            /** @enum {unknown} */
            type: "DATASET" | "JOB";
            namespace: string;
            name: string;
            kind: string | null;
            marks: components["schemas"]["Marks"];
            aliases: string[];
            members: string[];
            version: string | null;
            run: components["schemas"]["LatestRun"] | null;
            description: string | null;
            tags: components["schemas"]["Tag"][];
            contracts: components["schemas"]["ContractMark"][];
            updatedAt: string | null;
            hiddenUpstream: number;
            hiddenDownstream: number;
        };
        /**
         * NodeChange
         * @description What is different in a node that is there at both moments.
         */
        NodeChange: {
            id: string;
            /** @enum {unknown} */
            type: "DATASET" | "JOB";
            /** @default null */
            version: components["schemas"]["JobVersionDiff"] | null;
            /** @default null */
            schema: components["schemas"]["SchemaChange"] | null;
            /** @default [] */
            columns: components["schemas"]["ColumnDiff"][];
            /** @default [] */
            marksGained: string[];
            /** @default [] */
            marksLost: string[];
        };
        /**
         * NodeData
         * @description What is known of a job or dataset; what only one of the two has is left out of the other.
         */
        NodeData: {
            id: components["schemas"]["Name"];
            type: ("BATCH" | "SERVICE" | "STREAM") | ("DB_TABLE" | "STREAM");
            kind: string | null;
            name: string;
            simpleName?: string;
            parentJobName?: string | null;
            physicalName?: string;
            namespace: string;
            sourceName?: string;
            description: string | null;
            createdAt: string | null;
            updatedAt: string | null;
            lastModifiedAt?: string | null;
            lastLifecycleState?: string | null;
            inputs?: components["schemas"]["DatasetId"][];
            outputs?: components["schemas"]["DatasetId"][];
            location?: string | null;
            latestRun: components["schemas"]["RunOfNode"] | null;
            fields?: components["schemas"]["FieldOfDataset"][];
            tags: string[];
            aliases: string[];
            contracts: components["schemas"]["ContractMark"][];
            version: string | null;
            members: string[];
            stale: boolean;
            dropped: boolean;
            dangling: boolean;
            private: boolean;
            lineageUnknown: boolean;
            declaredOnly: boolean;
            provisional: boolean;
            didNotExistYet: boolean;
        };
        /**
         * NodeDiff
         * @description A job or dataset of either moment.
         */
        NodeDiff: {
            id: string;
            /** @enum {unknown} */
            type: "DATASET" | "JOB";
            namespace: string;
            name: string;
            /** @enum {unknown} */
            change: "added" | "changed" | "removed" | "same";
            before: components["schemas"]["Node"] | null;
            after: components["schemas"]["Node"] | null;
        };
        /**
         * OperationalHit
         * @description A job or dataset that is fed by the contract's datasets.
         */
        OperationalHit: {
            distance: number;
            id: string;
            via: string;
            contracts: string[];
        };
        /** OperationalImpact */
        OperationalImpact: {
            /** @enum {unknown} */
            knowledge: "found" | "none" | "unknown";
            reason: string | null;
            jobs: components["schemas"]["OperationalHit"][];
            datasets: components["schemas"]["OperationalHit"][];
        };
        /**
         * Output
         * @description A dataset that the contract covers, by its OpenLineage name.
         */
        Output: {
            /** @default 0 */
            line: number;
            namespace: string;
            name: string;
            /**
             * @default declared
             * @enum {unknown}
             */
            binding: "declared" | "derived";
            /** @default null */
            object: string | null;
        };
        /** OutputPort */
        OutputPort: {
            /** @default 0 */
            line: number;
            name: string;
            /** @default null */
            version: string | null;
            /** @default null */
            contract: string | null;
            /** @default [] */
            inputs: components["schemas"]["Input"][];
        };
        /** Owner */
        Owner: {
            name: string;
            type: string;
        };
        /** PartitionFacets */
        PartitionFacets: {
            partition: string | null;
            facets: Record<string, never>;
        };
        /**
         * Pending
         * @description A write that is durable, and will be applied.
         */
        Pending: {
            message: string;
            position: string;
        };
        /**
         * Pipeline
         * @description Who keeps the store up to date now, and the last batches, as far as they are kept.
         */
        Pipeline: {
            /** @default null */
            doing: string | null;
            /** @default null */
            process: string | null;
            batches: number;
            events: number;
            lastBatch: string | null;
            seconds: components["schemas"]["Spread"] | null;
            stepSeconds: {
                [key: string]: components["schemas"]["Spread"];
            };
            rowsWritten: {
                [key: string]: number;
            };
            setAside: number;
            lastFailure: components["schemas"]["Failure"] | null;
            failing: boolean;
        };
        /**
         * Problem
         * @description Why a request was not answered as asked.
         */
        Problem: {
            code: number;
            message: string;
            /** @default [] */
            errors: components["schemas"]["ProblemDetail"][];
        };
        /** ProblemDetail */
        ProblemDetail: {
            path: string;
            message: string;
        };
        /**
         * ProducedBy
         * @description The run that last wrote a dataset, and its job's node id.
         */
        ProducedBy: {
            job: string;
            run: components["schemas"]["LatestRun"];
        };
        /** Product */
        Product: {
            /** @enum {unknown} */
            kind: "product";
            /** @default 0 */
            line: number;
            id: string;
            /** @default null */
            name: string | null;
            /** @default null */
            status: string | null;
            /** @default  */
            standard: string;
            /** @default null */
            domain: string | null;
            /** @default [] */
            owners: string[];
            /** @default null */
            description: string | null;
            /** @default [] */
            tags: string[];
            /** @default {} */
            extra: Record<string, never>;
            /** @default  */
            version: string;
            /** @default [] */
            inputPorts: components["schemas"]["InputPort"][];
            /** @default [] */
            outputPorts: components["schemas"]["OutputPort"][];
        };
        /**
         * Refusal
         * @description Why a document, or a whole file, was not read.
         */
        Refusal: {
            file: string;
            line: number;
            code: string;
            message: string;
        };
        /**
         * Registration
         * @description What became of one document.
         */
        Registration: {
            /** @enum {unknown} */
            kind: "contract" | "product";
            id: string;
            version: string;
            /** @enum {unknown} */
            outcome: "registered" | "unchanged";
            findings: components["schemas"]["Finding"][];
        };
        /** Registrations */
        Registrations: {
            contracts: components["schemas"]["Registration"][];
        };
        /** Report */
        Report: {
            contracts: number;
            products: number;
            against: string | null;
            /** @enum {unknown} */
            consumers: "files" | "server";
            findings: components["schemas"]["Finding"][];
            refused: components["schemas"]["Refusal"][];
            changed: components["schemas"]["Changed"][];
        };
        /** ReportedDataset */
        ReportedDataset: {
            namespace: string;
            name: string;
        };
        /**
         * Retracted
         * @description An event that counts as never accepted, also if it comes again.
         */
        Retracted: {
            digest: string;
        };
        /** Retyped */
        Retyped: {
            name: string;
            before: string | null;
            after: string | null;
        };
        /**
         * Run
         * @description A run of a job. What comes after `jobVersion` is left out of the runs in lists of jobs.
         */
        Run: {
            id: string;
            runId: string;
            job: components["schemas"]["JobId"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            nominalStartTime: string | null;
            nominalEndTime: string | null;
            state: string;
            /** Format: date-time */
            startedAt: string;
            endedAt: string | null;
            durationMs: number | null;
            batch: string | null;
            jobVersion: components["schemas"]["JobVersionId"] | null;
            args?: {
                [key: string]: string;
            };
            inputDatasetVersions?: components["schemas"]["DatasetVersionUsed"][];
            outputDatasetVersions?: components["schemas"]["DatasetVersionUsed"][];
            facets?: Record<string, never>;
            attempt?: number | null;
            parent?: components["schemas"]["RunReference"] | null;
            root?: components["schemas"]["RunReference"] | null;
            siblings?: components["schemas"]["RunReference"][];
        };
        /** RunDiff */
        RunDiff: {
            before: components["schemas"]["RunSummary"];
            after: components["schemas"]["RunSummary"];
            runs: components["schemas"]["RunList"];
            jobs: components["schemas"]["JobDiff"][];
            datasets: components["schemas"]["DatasetDiff"][];
            edges: components["schemas"]["LinkDiff"][];
            truncated: components["schemas"]["Truncated"] | null;
        };
        /**
         * RunEdge
         * @description In the direction data flows: a version FOLLOWS the one it comes from, its origin.
         */
        RunEdge: {
            origin: string;
            destination: string;
            /** @enum {unknown} */
            type: "CONSUMED" | "FOLLOWS" | "IS_VERSION_OF" | "PRODUCED";
        };
        /** RunFacets */
        RunFacets: {
            runId: string;
            facets: Record<string, never>;
        };
        /** RunGraph */
        RunGraph: {
            nodes: components["schemas"]["RunNode"][];
            edges: components["schemas"]["RunEdge"][];
            truncated: components["schemas"]["Truncated"] | null;
        };
        /** RunGraphNode */
        RunGraphNode: {
            id: string;
            /** @enum {unknown} */
            type: "DATASET_VERSION" | "JOB_VERSION" | "RUN";
            data: components["schemas"]["RunNodeData"];
            inEdges: components["schemas"]["RunEdge"][];
            outEdges: components["schemas"]["RunEdge"][];
            hiddenUpstream: number;
            hiddenDownstream: number;
        };
        /**
         * RunInFull
         * @description A run by itself.
         */
        RunInFull: {
            id: string;
            runId: string;
            job: components["schemas"]["JobId"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            nominalStartTime: string | null;
            nominalEndTime: string | null;
            state: string;
            /** Format: date-time */
            startedAt: string;
            endedAt: string | null;
            durationMs: number | null;
            batch: string | null;
            jobVersion: components["schemas"]["JobVersionId"] | null;
            args?: {
                [key: string]: string;
            };
            inputDatasetVersions?: components["schemas"]["DatasetVersionUsed"][];
            outputDatasetVersions?: components["schemas"]["DatasetVersionUsed"][];
            facets?: Record<string, never>;
            attempt?: number | null;
            parent?: components["schemas"]["RunReference"] | null;
            root?: components["schemas"]["RunReference"] | null;
            siblings?: components["schemas"]["RunReference"][];
            rawRunId: string;
            processing: string;
            isProvisional: boolean;
            inputs: components["schemas"]["DatasetUsed"][];
            outputs: components["schemas"]["DatasetUsed"][];
            children: components["schemas"]["RunReference"][];
            jobFacets: Record<string, never>;
        };
        /** RunLineageAnswer */
        RunLineageAnswer: {
            graph: components["schemas"]["RunGraphNode"][];
            truncated: components["schemas"]["Truncated"] | null;
        };
        /** RunList */
        RunList: {
            runs: components["schemas"]["RunSummary"][];
            totalCount: number;
            /** @default null */
            next: string | null;
        };
        /**
         * RunNode
         * @description A run, or a version of a dataset or a job.
         */
        RunNode: {
            id: string;
            /** @enum {unknown} */
            type: "DATASET_VERSION" | "JOB_VERSION" | "RUN";
            namespace: string;
            name: string;
            /** @default null */
            run: components["schemas"]["RunSummary"] | null;
            /** @default null */
            version: string | null;
            /** @default null */
            kind: string | null;
            /** @default null */
            storageVersion: string | null;
            /** @default null */
            since: string | null;
            /** @default null */
            until: string | null;
            /** @default false */
            deleted: boolean;
            /** @default 0 */
            hiddenUpstream: number;
            /** @default 0 */
            hiddenDownstream: number;
        };
        /** RunNodeData */
        RunNodeData: {
            namespace: string;
            name: string;
            run: components["schemas"]["RunSummary"] | null;
            version: string | null;
            kind: string | null;
            storageVersion: string | null;
            since: string | null;
            until: string | null;
            deleted: boolean;
        };
        /**
         * RunOfNode
         * @description The last run of a job, or the last that wrote a dataset.
         */
        RunOfNode: {
            id: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            state: string;
            /** Format: date-time */
            startedAt: string;
            endedAt: string | null;
            durationMs: number | null;
        };
        /** RunPage */
        RunPage: {
            runs: components["schemas"]["Run"][];
            totalCount: number;
            next: string | null;
        };
        /**
         * RunReference
         * @description Another run; `is_known` is False for one that only this run has named.
         */
        RunReference: {
            id: string;
            job: string | null;
            isKnown: boolean;
        };
        /** RunReport */
        RunReport: {
            /**
             * @description Made up if left out.
             * @default null
             */
            id: string | null;
            /** @default null */
            nominalStartTime: string | null;
            /** @default null */
            nominalEndTime: string | null;
            /** @default null */
            args: {
                [key: string]: string;
            } | null;
        };
        /** RunSummary */
        RunSummary: {
            id: string;
            runId: string;
            rawRunId: string;
            job: string;
            namespace: string;
            name: string;
            state: string;
            /** Format: date-time */
            startedAt: string;
            endedAt: string | null;
            nominalStart: string | null;
            nominalEnd: string | null;
            batchId: string | null;
            attempt: number | null;
            processing: string;
            codeVersion: string | null;
            codeUrl: string | null;
            parent: string | null;
            parentJob: string | null;
        };
        /**
         * SchemaChange
         * @description What is different in a schema, compared with the one before it.
         */
        SchemaChange: {
            /** @default [] */
            added: components["schemas"]["Field"][];
            /** @default [] */
            removed: components["schemas"]["Field"][];
            /** @default [] */
            retyped: components["schemas"]["Retyped"][];
        };
        /**
         * SchemaField
         * @description A field by its path; the fields of a nested one follow it.
         */
        SchemaField: {
            /** @default 0 */
            line: number;
            path: string;
            physical: string;
            /** @default null */
            logicalType: string | null;
            /** @default null */
            physicalType: string | null;
            /** @default null */
            required: boolean | null;
            /** @default null */
            unique: boolean | null;
            /** @default null */
            primaryKey: boolean | null;
            /** @default {} */
            options: Record<string, never>;
            /** @default null */
            description: string | null;
            /** @default {} */
            extra: Record<string, never>;
        };
        /**
         * SchemaObject
         * @description A table, topic, file, …
         */
        SchemaObject: {
            /** @default 0 */
            line: number;
            name: string;
            /** @default null */
            physicalName: string | null;
            /** @default null */
            physicalType: string | null;
            /** @default [] */
            fields: components["schemas"]["SchemaField"][];
            /** @default null */
            description: string | null;
            /** @default {} */
            extra: Record<string, never>;
        };
        /** SearchAnswer */
        SearchAnswer: {
            totalCount: number;
            results: components["schemas"]["SearchResult"][];
            next: string | null;
        };
        /** SearchResult */
        SearchResult: {
            /** @enum {unknown} */
            type: "DATASET" | "JOB";
            name: string;
            updatedAt: string | null;
            namespace: string;
            nodeId: string;
            aliases: string[];
            match: components["schemas"]["Match"];
        };
        /** Server */
        Server: {
            /** @default 0 */
            line: number;
            name: string;
            type: string;
            /** @default {} */
            settings: {
                [key: string]: string;
            };
        };
        /** Source */
        Source: {
            type: string;
            name: string;
            createdAt: string | null;
            updatedAt: string | null;
            connectionUrl: string;
            description: string | null;
        };
        /** SourceBody */
        SourceBody: {
            type: string;
            connectionUrl: string;
            /** @default null */
            description: string | null;
        };
        /** SourceColumn */
        SourceColumn: {
            namespace: string;
            name: string;
            field: string | null;
            transformationDescription: string | null;
            transformationType: string | null;
            transformations: components["schemas"]["Transformation"][];
        };
        /** SourceList */
        SourceList: {
            sources: components["schemas"]["Source"][];
            totalCount: number;
            next: string | null;
        };
        /**
         * Spread
         * @description Of some durations, in seconds.
         */
        Spread: {
            p50: number;
            p95: number;
        };
        /** Statement */
        Statement: {
            basis: string;
            statedBy: string;
            since: string | null;
            until: string | null;
        };
        /** Status */
        Status: {
            rows: {
                [key: string]: number;
            };
            logBytes: number;
            appliedBytes: number;
            lag: components["schemas"]["Lag"];
            pipeline: components["schemas"]["Pipeline"];
            builtAt: string | null;
            firstEvent: string | null;
            lastEvent: string | null;
            futureEvents: number;
            sharedRunIds: number;
            findings: {
                [key: string]: number;
            };
        };
        /** Tag */
        Tag: {
            key: string;
            value: string | null;
            source: string | null;
            field: string | null;
        };
        /** TagBody */
        TagBody: {
            /** @default null */
            description: string | null;
        };
        /** TagDescription */
        TagDescription: {
            name: string;
            description: string | null;
        };
        /** TagList */
        TagList: {
            tags: components["schemas"]["TagDescription"][];
            totalCount: number;
            next: string | null;
        };
        /**
         * TotalCount
         * @description How many are known at the end of an interval.
         */
        TotalCount: {
            /** Format: date-time */
            startInterval: string;
            /** Format: date-time */
            endInterval: string;
            count: number;
        };
        /**
         * Transformation
         * @description How a field is derived from another.
         */
        Transformation: {
            /** @default null */
            type: string | null;
            /** @default null */
            subtype: string | null;
            /** @default null */
            description: string | null;
            /** @default null */
            masking: boolean | null;
        };
        /**
         * Truncated
         * @description Why an answer is not all there is, and how many nodes come next.
         */
        Truncated: {
            /** @enum {unknown} */
            reason: "depth" | "maxNodes";
            hidden: number;
        };
        /** UpstreamInput */
        UpstreamInput: {
            namespace: string;
            name: string;
            version: string;
            producedByRunId: string | null;
        };
        /** UpstreamJob */
        UpstreamJob: {
            namespace: string;
            name: string;
            version: string | null;
        };
        /** UpstreamRun */
        UpstreamRun: {
            job: components["schemas"]["UpstreamJob"];
            run: components["schemas"]["UpstreamRunState"];
            inputs: components["schemas"]["UpstreamInput"][];
        };
        /** UpstreamRunState */
        UpstreamRunState: {
            id: string;
            /** Format: date-time */
            start: string;
            end: string | null;
            status: string;
        };
        /** UpstreamRuns */
        UpstreamRuns: {
            runs: components["schemas"]["UpstreamRun"][];
        };
        /** VersionDetails */
        VersionDetails: {
            id: components["schemas"]["DatasetId"];
            /** @enum {unknown} */
            type: "DB_TABLE" | "STREAM";
            name: string;
            physicalName: string;
            createdAt: string | null;
            version: string;
            namespace: string;
            sourceName: string;
            fields: components["schemas"]["DatasetField"][];
            tags: string[];
            lifecycleState: string | null;
            description: string | null;
            currentSchemaVersion: string | null;
            createdByRun: components["schemas"]["Run"] | null;
            facets: Record<string, never>;
            nodeId: string;
            kind: string;
            until: string | null;
            storageVersion: string | null;
            schemaInherited: boolean;
            schemaChange: components["schemas"]["SchemaChange"] | null;
            seenByRun: string | null;
            follows: string | null;
            renamedFrom: string | null;
            rowCount: number | null;
        };
        /** VersionList */
        VersionList: {
            versions: components["schemas"]["VersionDetails"][];
            totalCount: number;
            next: string | null;
        };
        /**
         * VersionUsed
         * @description A version that a run read or wrote.
         */
        VersionUsed: {
            id: string;
            version: string;
            kind: string;
            storageVersion: string | null;
            since: string | null;
        };
        /** Why */
        Why: {
            run: components["schemas"]["RunSummary"];
            error: string | null;
            assumed: boolean;
            /** @enum {unknown} */
            comparison: "given" | "lastCompleted" | "none";
            against: components["schemas"]["RunSummary"] | null;
            causes: components["schemas"]["Cause"][];
            failedBelow: components["schemas"]["RunSummary"][];
            truncated: components["schemas"]["Truncated"] | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    entity_catalog: {
        parameters: {
            query: {
                kind: "dataset" | "job";
                /** @description A part of the name or namespace, in any case of letters. */
                text?: string;
                namespace?: string;
                /** @description States of the last run. */
                state?: ("ABORTED" | "COMPLETED" | "FAILED" | "NEW" | "RUNNING")[];
                sort?: "name" | "updated";
                order?: "asc" | "desc";
                /** @description How many; more than 1000 count as that. */
                limit?: number;
                /** @description Skip this many. */
                offset?: number;
            };
            header?: {
                /** @description Wait until this write is applied; may be given several times. */
                "Lineage-Position"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Catalog"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Waited in vain for the position asked for. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    column_lineage: {
        parameters: {
            query: {
                /** @description datasetField:NAMESPACE:NAME:FIELD, a dataset, or a job; a dataset or field with #VERSION asks what that version was made from. May be repeated. */
                nodeId: string[];
                /** @description Further edges to follow; 0: the field, with the names of its inputs. If left out, 0 for what lies upstream, and 1 where what lies downstream is asked for. */
                depth?: number;
                /** @description Also what is derived from the columns. */
                withDownstream?: boolean;
                /** @description Says more than withDownstream, and goes first. */
                direction?: "both" | "downstream" | "upstream";
                /** @description As of this time: what was stated then, not by versions. */
                at?: string;
                /** @description A version of the dataset asked for. */
                datasetVersion?: string;
                /** @description The latest version at a time: unix seconds or RFC 3339. */
                lineageAt?: string;
            };
            header?: {
                /** @description Wait until this write is applied; may be given several times. */
                "Lineage-Position"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ColumnAnswer"];
                    "application/vnd.headwater+json": components["schemas"]["ColumnGraph"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Waited in vain for the position asked for. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    contracts: {
        parameters: {
            query?: {
                kind?: "contract" | "product";
                /** @description A part of the id or name, in any letter case. */
                text?: string;
                /** @description The title of a product. */
                product?: string;
                /** @description As of this time. */
                at?: string;
                /** @description How many; more than 1000 count as that. */
                limit?: number;
                /** @description Skip this many. */
                offset?: number;
            };
            header?: {
                /** @description Wait until this write is applied; may be given several times. */
                "Lineage-Position"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContractList"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Waited in vain for the position asked for. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    register_contracts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/yaml": unknown;
                "application/json": unknown;
                "text/plain": unknown;
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Registrations"];
                };
            };
            /** @description Durable, but not applied yet: ask again with the position. */
            202: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pending"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It contradicts what is there. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is encoded in an unknown way. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It can be read, but makes no sense. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    check_contracts: {
        parameters: {
            query?: {
                /** @description What the report calls this server. */
                against?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/yaml": unknown;
                "application/json": unknown;
                "text/plain": unknown;
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Report"];
                };
            };
            /** @description Durable, but not applied yet: ask again with the position. */
            202: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pending"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It contradicts what is there. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is encoded in an unknown way. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It can be read, but makes no sense. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    contracts_drift: {
        parameters: {
            query?: {
                code?: string;
                level?: "error" | "info" | "warning";
                /** @description As of this time. */
                at?: string;
                staleAfter?: number;
                /** @description How many; more than 1000 count as that. */
                limit?: number;
                /** @description Skip this many. */
                offset?: number;
            };
            header?: {
                /** @description Wait until this write is applied; may be given several times. */
                "Lineage-Position"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DriftReport"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Waited in vain for the position asked for. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    contract_lineage: {
        parameters: {
            query?: {
                /** @description The id or name of a contract; without it, all. */
                id?: string;
                level?: "contract" | "product";
                direction?: "both" | "downstream" | "upstream";
                /** @description Steps from contract to contract. */
                depth?: number;
                /** @description As of this time. */
                at?: string;
            };
            header?: {
                /** @description Wait until this write is applied; may be given several times. */
                "Lineage-Position"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DesignAnswer"];
                    "application/vnd.headwater+json": components["schemas"]["DesignGraph"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Waited in vain for the position asked for. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    contract: {
        parameters: {
            query?: {
                /** @description As of this time. */
                at?: string;
            };
            header?: {
                /** @description Wait until this write is applied; may be given several times. */
                "Lineage-Position"?: string;
            };
            path: {
                /** @description The id of a contract, or its name. */
                contract: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContractDetails"];
                    "application/yaml": string;
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Waited in vain for the position asked for. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    delete_contract: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a contract. */
                contract: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContractDeleted"];
                };
            };
            /** @description Durable, but not applied yet: ask again with the position. */
            202: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pending"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It contradicts what is there. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is encoded in an unknown way. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It can be read, but makes no sense. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    diff_of_contract: {
        parameters: {
            query?: {
                /** @description A version; the next lower one, if not given. */
                before?: string;
                /** @description A version; the current one, if not given. */
                after?: string;
            };
            header?: {
                /** @description Wait until this write is applied; may be given several times. */
                "Lineage-Position"?: string;
            };
            path: {
                /** @description The id of a contract, or its name. */
                contract: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Comparison"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Waited in vain for the position asked for. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    drift_of_contract: {
        parameters: {
            query?: {
                /** @description As of this time. */
                at?: string;
                staleAfter?: number;
            };
            header?: {
                /** @description Wait until this write is applied; may be given several times. */
                "Lineage-Position"?: string;
            };
            path: {
                /** @description The id of a contract, or its name. */
                contract: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContractDrift"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Waited in vain for the position asked for. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    impact_of_contract: {
        parameters: {
            query?: {
                /** @description Jobs to go through. */
                depth?: number;
                /** @description As of this time. */
                at?: string;
            };
            header?: {
                /** @description Wait until this write is applied; may be given several times. */
                "Lineage-Position"?: string;
            };
            path: {
                /** @description The id of a contract, or its name. */
                contract: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContractImpact"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Waited in vain for the position asked for. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    operational_lineage_of_contract: {
        parameters: {
            query?: {
                /** @description Jobs to go through. */
                depth?: number;
                /** @description As of this time. */
                at?: string;
            };
            header?: {
                /** @description Wait until this write is applied; may be given several times. */
                "Lineage-Position"?: string;
            };
            path: {
                /** @description The id of a contract, or its name. */
                contract: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LineageAnswer"];
                    "application/vnd.headwater+json": components["schemas"]["LineageGraph"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Waited in vain for the position asked for. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    versions_of_contract: {
        parameters: {
            query?: {
                /** @description As of this time. */
                at?: string;
            };
            header?: {
                /** @description Wait until this write is applied; may be given several times. */
                "Lineage-Position"?: string;
            };
            path: {
                /** @description The id of a contract, or its name. */
                contract: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContractVersions"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Waited in vain for the position asked for. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    contract_version: {
        parameters: {
            query?: never;
            header?: {
                /** @description Wait until this write is applied; may be given several times. */
                "Lineage-Position"?: string;
            };
            path: {
                /** @description The id of a contract, or its name. */
                contract: string;
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContractDetails"];
                    "application/yaml": string;
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Waited in vain for the position asked for. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    edge: {
        parameters: {
            query: {
                /** @description job:NAMESPACE:NAME or dataset:NAMESPACE:NAME, by any of its names; a colon inside a part may be written as %3A. */
                origin: string;
                /** @description job:NAMESPACE:NAME or dataset:NAMESPACE:NAME, by any of its names; a colon inside a part may be written as %3A. */
                destination: string;
            };
            header?: {
                /** @description Wait until this write is applied; may be given several times. */
                "Lineage-Position"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EdgeEvidence"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Waited in vain for the position asked for. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    all_events: {
        parameters: {
            query?: {
                /** @description How many; more than 1000 count as that. */
                limit?: number;
                /** @description Skip this many. */
                offset?: number;
                /** @description Go on where a page ended: `next` of its answer. */
                next?: string;
                /** @description Only events with an earlier time. */
                before?: string;
                /** @description Only events with this time, or a later one. */
                after?: string;
                /** @description By event time: `desc` for the newest first. */
                sortDirection?: "ASC" | "DESC" | "asc" | "desc";
                kind?: "all" | "dataset" | "job" | "run";
                /** @description Only events of this run. */
                runId?: string;
                /** @description Only events about this job: job:NAMESPACE:NAME. */
                job?: string;
            };
            header?: {
                /** @description Wait until this write is applied; may be given several times. */
                "Lineage-Position"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Waited in vain for the position asked for. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    lineage_events: {
        parameters: {
            query?: {
                /** @description How many; more than 1000 count as that. */
                limit?: number;
                /** @description Skip this many. */
                offset?: number;
                /** @description Go on where a page ended: `next` of its answer. */
                next?: string;
                /** @description Only events with an earlier time. */
                before?: string;
                /** @description Only events with this time, or a later one. */
                after?: string;
                /** @description By event time: `desc` for the newest first. */
                sortDirection?: "ASC" | "DESC" | "asc" | "desc";
                kind?: "all" | "dataset" | "job" | "run";
                /** @description Only events of this run. */
                runId?: string;
                /** @description Only events about this job: job:NAMESPACE:NAME. */
                job?: string;
            };
            header?: {
                /** @description Wait until this write is applied; may be given several times. */
                "Lineage-Position"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Waited in vain for the position asked for. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    retract_event: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Of the event, as `GET /events/lineage` has it: 32 hex digits. */
                digest: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Retracted"];
                };
            };
            /** @description Durable, but not applied yet: ask again with the position. */
            202: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pending"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It contradicts what is there. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is encoded in an unknown way. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It can be read, but makes no sense. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    events_of_namespace: {
        parameters: {
            query?: {
                /** @description How many; more than 1000 count as that. */
                limit?: number;
                /** @description Skip this many. */
                offset?: number;
                /** @description Go on where a page ended: `next` of its answer. */
                next?: string;
                /** @description Only events with an earlier time. */
                before?: string;
                /** @description Only events with this time, or a later one. */
                after?: string;
                /** @description By event time: `desc` for the newest first. */
                sortDirection?: "ASC" | "DESC" | "asc" | "desc";
                kind?: "all" | "dataset" | "job" | "run";
                /** @description Only events of this run. */
                runId?: string;
                /** @description Only events about this job: job:NAMESPACE:NAME. */
                job?: string;
            };
            header?: {
                /** @description Wait until this write is applied; may be given several times. */
                "Lineage-Position"?: string;
            };
            path: {
                namespace: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Waited in vain for the position asked for. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    findings: {
        parameters: {
            query?: {
                /** @description How many; more than 1000 count as that. */
                limit?: number;
                /** @description Skip this many. */
                offset?: number;
                /** @description Go on where a page ended: `next` of its answer. */
                next?: string;
                /** @description Only this kind of finding. */
                code?: string;
                /** @description Only in events about this job: job:NAMESPACE:NAME. */
                job?: string;
                /** @description Only in events about this dataset, dataset:NAMESPACE:NAME, and in the inputs and outputs of runs that use it. */
                dataset?: string;
                /** @description Only in events of this run. */
                runId?: string;
                /** @description Only in events with this time, or a later one. */
                after?: string;
                /** @description Only in events with an earlier time. */
                before?: string;
            };
            header?: {
                /** @description Wait until this write is applied; may be given several times. */
                "Lineage-Position"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FindingList"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Waited in vain for the position asked for. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    all_jobs: {
        parameters: {
            query?: {
                /** @description How many; more than 1000 count as that. */
                limit?: number;
                /** @description Skip this many. */
                offset?: number;
                /** @description Go on where a page ended: `next` of its answer. */
                next?: string;
                /** @description Only jobs whose last run is in one of these states. */
                lastRunStates?: ("ABORTED" | "COMPLETED" | "FAILED" | "NEW" | "OTHER" | "RUNNING")[];
            };
            header?: {
                /** @description Wait until this write is applied; may be given several times. */
                "Lineage-Position"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobList"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Waited in vain for the position asked for. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    one_run: {
        parameters: {
            query?: never;
            header?: {
                /** @description Wait until this write is applied; may be given several times. */
                "Lineage-Position"?: string;
            };
            path: {
                /** @description A run id, in any written form. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunInFull"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Waited in vain for the position asked for. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    mark_aborted: {
        parameters: {
            query?: {
                /** @description When; now if left out. */
                at?: string;
            };
            header?: never;
            path: {
                /** @description A run id, in any written form. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            /** @description Durable, but not applied yet: ask again with the position. */
            202: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pending"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It contradicts what is there. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is encoded in an unknown way. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It can be read, but makes no sense. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    mark_completed: {
        parameters: {
            query?: {
                /** @description When; now if left out. */
                at?: string;
            };
            header?: never;
            path: {
                /** @description A run id, in any written form. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            /** @description Durable, but not applied yet: ask again with the position. */
            202: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pending"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It contradicts what is there. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is encoded in an unknown way. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It can be read, but makes no sense. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    run_facets: {
        parameters: {
            query?: {
                /** @description Of the run itself, of its job, or of its inputs and outputs. */
                type?: "dataset" | "job" | "run";
            };
            header?: {
                /** @description Wait until this write is applied; may be given several times. */
                "Lineage-Position"?: string;
            };
            path: {
                /** @description A run id, in any written form. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunFacets"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Waited in vain for the position asked for. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    mark_failed: {
        parameters: {
            query?: {
                /** @description When; now if left out. */
                at?: string;
            };
            header?: never;
            path: {
                /** @description A run id, in any written form. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            /** @description Durable, but not applied yet: ask again with the position. */
            202: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pending"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It contradicts what is there. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is encoded in an unknown way. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It can be read, but makes no sense. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    mark_started: {
        parameters: {
            query?: {
                /** @description When; now if left out. */
                at?: string;
            };
            header?: never;
            path: {
                /** @description A run id, in any written form. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            /** @description Durable, but not applied yet: ask again with the position. */
            202: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pending"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It contradicts what is there. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is encoded in an unknown way. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It can be read, but makes no sense. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    lineage: {
        parameters: {
            query: {
                /** @description job:NAMESPACE:NAME or dataset:NAMESPACE:NAME, by any of its names; a colon inside a part may be written as %3A. */
                nodeId: string;
                /** @description Hops from job to job. */
                depth?: number;
                /** @description `both`: along edges in either direction; `upstream`, `downstream`: along the flows of data inside jobs; `flows`: these two together. */
                direction?: "both" | "downstream" | "flows" | "upstream";
                /** @description As of this time. */
                at?: string;
                scope?: "component" | "neighbourhood";
                groupBy?: "none" | "parent" | "root";
                foldPrivate?: boolean;
                /** @description `data`, or `data,control`. */
                layers?: string;
                maxNodes?: number;
                /** @description Nodes to show with all that feeds them, where they are shown. */
                expandUpstream?: string[];
                /** @description Nodes to show with all that they feed, where they are shown. */
                expandDownstream?: string[];
                /** @description With the column edges between the datasets shown. */
                columns?: boolean;
                format?: "csv" | "dot" | "json" | "mermaid";
            };
            header?: {
                /** @description Wait until this write is applied; may be given several times. */
                "Lineage-Position"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LineageAnswer"];
                    "text/csv": string;
                    "text/vnd.graphviz": string;
                    "text/vnd.mermaid": string;
                    "application/vnd.headwater+json": components["schemas"]["LineageGraph"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Waited in vain for the position asked for. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    collect_event: {
        parameters: {
            query?: {
                /** @description Refuse events in which anything is odd. */
                strict?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    /** @description Of the event: `POST /events/{digest}/retract` takes it back. */
                    "Lineage-Digest"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It took too long to come. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is encoded in an unknown way. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It can be read, but makes no sense. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    collect_events: {
        parameters: {
            query?: {
                /** @description Refuse events in which anything is odd. */
                strict?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>[];
                "application/x-ndjson": string;
            };
        };
        responses: {
            /** @description Some of it was not taken. */
            200: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchAnswer"];
                };
            };
            /** @description All of it was taken. */
            204: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It took too long to come. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is encoded in an unknown way. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It can be read, but makes no sense. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    lineage_changes: {
        parameters: {
            query: {
                /** @description job:NAMESPACE:NAME or dataset:NAMESPACE:NAME, by any of its names; a colon inside a part may be written as %3A. */
                nodeId: string;
                /** @description Hops from job to job. */
                depth?: number;
                direction?: "both" | "downstream" | "flows" | "upstream";
                scope?: "component" | "neighbourhood";
                groupBy?: "none" | "parent" | "root";
                expandUpstream?: string[];
                expandDownstream?: string[];
            };
            header?: {
                /** @description Wait until this write is applied; may be given several times. */
                "Lineage-Position"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Changes"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Waited in vain for the position asked for. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    graph_diff: {
        parameters: {
            query: {
                /** @description job:NAMESPACE:NAME or dataset:NAMESPACE:NAME, by any of its names; a colon inside a part may be written as %3A. */
                nodeId: string;
                /** @description The earlier moment. */
                from: string;
                /** @description The later one; now, if left out. */
                to?: string;
                /** @description Hops from job to job. */
                depth?: number;
                scope?: "component" | "neighbourhood";
            };
            header?: {
                /** @description Wait until this write is applied; may be given several times. */
                "Lineage-Position"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GraphDiffAnswer"];
                    "application/vnd.headwater+json": components["schemas"]["GraphDiff"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Waited in vain for the position asked for. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    impact: {
        parameters: {
            query: {
                /** @description A job, a dataset, or a field of one (columns too). */
                nodeId: string;
                direction?: "downstream" | "upstream";
                /** @description Hops from job to job. */
                depth?: number;
                /** @description As of this time. */
                at?: string;
                format?: "csv" | "json";
            };
            header?: {
                /** @description Wait until this write is applied; may be given several times. */
                "Lineage-Position"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Impact"];
                    "text/csv": string;
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Waited in vain for the position asked for. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    all_namespaces: {
        parameters: {
            query?: {
                /** @description How many; more than 1000 count as that. */
                limit?: number;
                /** @description Skip this many. */
                offset?: number;
                /** @description Go on where a page ended: `next` of its answer. */
                next?: string;
            };
            header?: {
                /** @description Wait until this write is applied; may be given several times. */
                "Lineage-Position"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NamespaceList"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Waited in vain for the position asked for. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    one_namespace: {
        parameters: {
            query?: never;
            header?: {
                /** @description Wait until this write is applied; may be given several times. */
                "Lineage-Position"?: string;
            };
            path: {
                namespace: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Namespace"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Waited in vain for the position asked for. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    describe_namespace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                namespace: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NamespaceBody"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Namespace"];
                };
            };
            /** @description Durable, but not applied yet: ask again with the position. */
            202: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pending"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It contradicts what is there. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is encoded in an unknown way. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It can be read, but makes no sense. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    delete_namespace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                namespace: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Namespace"];
                };
            };
            /** @description Durable, but not applied yet: ask again with the position. */
            202: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pending"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It contradicts what is there. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is encoded in an unknown way. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It can be read, but makes no sense. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    datasets_of_namespace: {
        parameters: {
            query?: {
                /** @description How many; more than 1000 count as that. */
                limit?: number;
                /** @description Skip this many. */
                offset?: number;
                /** @description Go on where a page ended: `next` of its answer. */
                next?: string;
            };
            header?: {
                /** @description Wait until this write is applied; may be given several times. */
                "Lineage-Position"?: string;
            };
            path: {
                namespace: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatasetList"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Waited in vain for the position asked for. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    one_dataset: {
        parameters: {
            query?: never;
            header?: {
                /** @description Wait until this write is applied; may be given several times. */
                "Lineage-Position"?: string;
            };
            path: {
                namespace: string;
                dataset: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dataset"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Waited in vain for the position asked for. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    report_dataset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                namespace: string;
                dataset: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DatasetReport"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dataset"];
                };
            };
            /** @description Durable, but not applied yet: ask again with the position. */
            202: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pending"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It contradicts what is there. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is encoded in an unknown way. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It can be read, but makes no sense. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    delete_dataset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                namespace: string;
                dataset: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dataset"];
                };
            };
            /** @description Durable, but not applied yet: ask again with the position. */
            202: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pending"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It contradicts what is there. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is encoded in an unknown way. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It can be read, but makes no sense. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    tag_field: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                namespace: string;
                dataset: string;
                tag: string;
                /** @description Nested names are joined by dots. */
                field: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dataset"];
                };
            };
            /** @description Durable, but not applied yet: ask again with the position. */
            202: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pending"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It contradicts what is there. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is encoded in an unknown way. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It can be read, but makes no sense. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    untag_field: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                namespace: string;
                dataset: string;
                tag: string;
                /** @description Nested names are joined by dots. */
                field: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dataset"];
                };
            };
            /** @description Durable, but not applied yet: ask again with the position. */
            202: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pending"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It contradicts what is there. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is encoded in an unknown way. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It can be read, but makes no sense. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    restore_dataset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                namespace: string;
                dataset: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dataset"];
                };
            };
            /** @description Durable, but not applied yet: ask again with the position. */
            202: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pending"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It contradicts what is there. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is encoded in an unknown way. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It can be read, but makes no sense. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    tag_dataset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                namespace: string;
                dataset: string;
                tag: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dataset"];
                };
            };
            /** @description Durable, but not applied yet: ask again with the position. */
            202: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pending"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It contradicts what is there. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is encoded in an unknown way. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It can be read, but makes no sense. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    untag_dataset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                namespace: string;
                dataset: string;
                tag: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dataset"];
                };
            };
            /** @description Durable, but not applied yet: ask again with the position. */
            202: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pending"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It contradicts what is there. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is encoded in an unknown way. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It can be read, but makes no sense. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    dataset_versions: {
        parameters: {
            query?: {
                /** @description How many; more than 1000 count as that. */
                limit?: number;
                /** @description Skip this many. */
                offset?: number;
                /** @description Go on where a page ended: `next` of its answer. */
                next?: string;
            };
            header?: {
                /** @description Wait until this write is applied; may be given several times. */
                "Lineage-Position"?: string;
            };
            path: {
                namespace: string;
                dataset: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VersionList"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Waited in vain for the position asked for. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    dataset_version: {
        parameters: {
            query?: never;
            header?: {
                /** @description Wait until this write is applied; may be given several times. */
                "Lineage-Position"?: string;
            };
            path: {
                namespace: string;
                dataset: string;
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VersionDetails"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Waited in vain for the position asked for. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    jobs_of_namespace: {
        parameters: {
            query?: {
                /** @description How many; more than 1000 count as that. */
                limit?: number;
                /** @description Skip this many. */
                offset?: number;
                /** @description Go on where a page ended: `next` of its answer. */
                next?: string;
                /** @description Only jobs whose last run is in one of these states. */
                lastRunStates?: ("ABORTED" | "COMPLETED" | "FAILED" | "NEW" | "OTHER" | "RUNNING")[];
            };
            header?: {
                /** @description Wait until this write is applied; may be given several times. */
                "Lineage-Position"?: string;
            };
            path: {
                namespace: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobList"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Waited in vain for the position asked for. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    one_job: {
        parameters: {
            query?: never;
            header?: {
                /** @description Wait until this write is applied; may be given several times. */
                "Lineage-Position"?: string;
            };
            path: {
                namespace: string;
                job: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Waited in vain for the position asked for. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    report_job: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                namespace: string;
                job: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JobReport"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            /** @description Durable, but not applied yet: ask again with the position. */
            202: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pending"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It contradicts what is there. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is encoded in an unknown way. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It can be read, but makes no sense. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    delete_job: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                namespace: string;
                job: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            /** @description Durable, but not applied yet: ask again with the position. */
            202: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pending"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It contradicts what is there. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is encoded in an unknown way. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It can be read, but makes no sense. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    restore_job: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                namespace: string;
                job: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            /** @description Durable, but not applied yet: ask again with the position. */
            202: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pending"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It contradicts what is there. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is encoded in an unknown way. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It can be read, but makes no sense. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    runs_of_job: {
        parameters: {
            query?: {
                /** @description How many; more than 1000 count as that. */
                limit?: number;
                /** @description Skip this many. */
                offset?: number;
                /** @description Go on where a page ended: `next` of its answer. */
                next?: string;
                /** @description Only attempts at this batch: a batch id, or a nominal start. */
                batch?: string;
            };
            header?: {
                /** @description Wait until this write is applied; may be given several times. */
                "Lineage-Position"?: string;
            };
            path: {
                namespace: string;
                job: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunPage"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Waited in vain for the position asked for. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    report_run: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                namespace: string;
                job: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RunReport"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            /** @description Durable, but not applied yet: ask again with the position. */
            202: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pending"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It contradicts what is there. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is encoded in an unknown way. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It can be read, but makes no sense. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    tag_job: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                namespace: string;
                job: string;
                tag: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            /** @description Durable, but not applied yet: ask again with the position. */
            202: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pending"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It contradicts what is there. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is encoded in an unknown way. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It can be read, but makes no sense. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    untag_job: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                namespace: string;
                job: string;
                tag: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            /** @description Durable, but not applied yet: ask again with the position. */
            202: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pending"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It contradicts what is there. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is encoded in an unknown way. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It can be read, but makes no sense. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    job_versions: {
        parameters: {
            query?: {
                /** @description How many; more than 1000 count as that. */
                limit?: number;
                /** @description Skip this many. */
                offset?: number;
                /** @description Go on where a page ended: `next` of its answer. */
                next?: string;
            };
            header?: {
                /** @description Wait until this write is applied; may be given several times. */
                "Lineage-Position"?: string;
            };
            path: {
                namespace: string;
                job: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobVersionList"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Waited in vain for the position asked for. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    job_version: {
        parameters: {
            query?: never;
            header?: {
                /** @description Wait until this write is applied; may be given several times. */
                "Lineage-Position"?: string;
            };
            path: {
                namespace: string;
                job: string;
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedJobVersion"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Waited in vain for the position asked for. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    restore_namespace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                namespace: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Namespace"];
                };
            };
            /** @description Durable, but not applied yet: ask again with the position. */
            202: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pending"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It contradicts what is there. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is encoded in an unknown way. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It can be read, but makes no sense. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    node: {
        parameters: {
            query: {
                /** @description Of a job, dataset, field or run, by any of its names. */
                nodeId: string;
                /** @description As of this time. */
                at?: string;
            };
            header?: {
                /** @description Wait until this write is applied; may be given several times. */
                "Lineage-Position"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Identity"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Waited in vain for the position asked for. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    run_lineage: {
        parameters: {
            query: {
                /** @description run:ID, dataset:NAMESPACE:NAME#VERSION or job:NAMESPACE:NAME#VERSION; without a version, the one in force now. */
                nodeId: string;
                /** @description Hops from run to run. */
                depth?: number;
                direction?: "both" | "downstream" | "upstream";
                /** @description The version in force at this time, not now. */
                at?: string;
                maxNodes?: number;
            };
            header?: {
                /** @description Wait until this write is applied; may be given several times. */
                "Lineage-Position"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunLineageAnswer"];
                    "application/vnd.headwater+json": components["schemas"]["RunGraph"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Waited in vain for the position asked for. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    run_diff: {
        parameters: {
            query: {
                /** @description The id of a run. */
                from: string;
                /** @description The id of a run. */
                to: string;
                /** @description Hops from run to run. */
                depth?: number;
            };
            header?: {
                /** @description Wait until this write is applied; may be given several times. */
                "Lineage-Position"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunDiff"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Waited in vain for the position asked for. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    upstream_runs: {
        parameters: {
            query: {
                runId: string;
                /** @description Hops from run to run. */
                depth?: number;
            };
            header?: {
                /** @description Wait until this write is applied; may be given several times. */
                "Lineage-Position"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpstreamRuns"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Waited in vain for the position asked for. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    why: {
        parameters: {
            query: {
                /** @description The id of a run. */
                runId: string;
                /** @description Another run of the job; the last completed one before, if none. */
                against?: string;
                /** @description Hops from run to run. */
                depth?: number;
            };
            header?: {
                /** @description Wait until this write is applied; may be given several times. */
                "Lineage-Position"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Why"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Waited in vain for the position asked for. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    runs_of_node: {
        parameters: {
            query?: {
                /** @description How many; more than 1000 count as that. */
                limit?: number;
                /** @description Skip this many. */
                offset?: number;
                /** @description Go on where a page ended: `next` of its answer. */
                next?: string;
                /** @description A job or a dataset; without one, all runs. */
                nodeId?: string;
                state?: "ABORTED" | "COMPLETED" | "FAILED" | "NEW" | "RUNNING";
            };
            header?: {
                /** @description Wait until this write is applied; may be given several times. */
                "Lineage-Position"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunList"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Waited in vain for the position asked for. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    search: {
        parameters: {
            query: {
                /** @description How many; more than 1000 count as that. */
                limit?: number;
                /** @description Skip this many. */
                offset?: number;
                /** @description Go on where a page ended: `next` of its answer. */
                next?: string;
                /** @description In any letter case; wildcards are plain text. */
                q: string;
                filter?: "DATASET" | "JOB";
                namespace?: string;
                /** @description RANK: the best first. UPDATE_AT: what occurred last first. */
                sort?: "NAME" | "RANK" | "UPDATE_AT";
                /** @description Only what last occurred then or later. */
                after?: string;
                /** @description Only what last occurred earlier. */
                before?: string;
            };
            header?: {
                /** @description Wait until this write is applied; may be given several times. */
                "Lineage-Position"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchAnswer"];
                    "application/vnd.headwater+json": components["schemas"]["Hits"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Waited in vain for the position asked for. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    all_sources: {
        parameters: {
            query?: {
                /** @description How many; more than 1000 count as that. */
                limit?: number;
                /** @description Skip this many. */
                offset?: number;
                /** @description Go on where a page ended: `next` of its answer. */
                next?: string;
            };
            header?: {
                /** @description Wait until this write is applied; may be given several times. */
                "Lineage-Position"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SourceList"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Waited in vain for the position asked for. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    one_source: {
        parameters: {
            query?: never;
            header?: {
                /** @description Wait until this write is applied; may be given several times. */
                "Lineage-Position"?: string;
            };
            path: {
                source: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Source"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Waited in vain for the position asked for. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    describe_source: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                source: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SourceBody"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Source"];
                };
            };
            /** @description Durable, but not applied yet: ask again with the position. */
            202: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pending"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It contradicts what is there. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is encoded in an unknown way. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It can be read, but makes no sense. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    dataset_stats: {
        parameters: {
            query?: {
                /** @description The 24 hours up to the current one, or the 7 days up to today. */
                period?: "DAY" | "WEEK";
                /** @description Whose hours and days, like Europe/Berlin. */
                timezone?: string;
            };
            header?: {
                /** @description Wait until this write is applied; may be given several times. */
                "Lineage-Position"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TotalCount"][];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Waited in vain for the position asked for. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    job_stats: {
        parameters: {
            query?: {
                /** @description The 24 hours up to the current one, or the 7 days up to today. */
                period?: "DAY" | "WEEK";
                /** @description Whose hours and days, like Europe/Berlin. */
                timezone?: string;
            };
            header?: {
                /** @description Wait until this write is applied; may be given several times. */
                "Lineage-Position"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TotalCount"][];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Waited in vain for the position asked for. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    event_stats: {
        parameters: {
            query?: {
                /** @description The 24 hours up to the current one, or the 7 days up to today. */
                period?: "DAY" | "WEEK";
                /** @description Whose hours and days, like Europe/Berlin. */
                timezone?: string;
            };
            header?: {
                /** @description Wait until this write is applied; may be given several times. */
                "Lineage-Position"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventCount"][];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Waited in vain for the position asked for. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    run_stats: {
        parameters: {
            query?: {
                days?: number;
                /** @description The last day; by default that of the last run. */
                until?: string;
            };
            header?: {
                /** @description Wait until this write is applied; may be given several times. */
                "Lineage-Position"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DayOfRuns"][];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Waited in vain for the position asked for. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    source_stats: {
        parameters: {
            query?: {
                /** @description The 24 hours up to the current one, or the 7 days up to today. */
                period?: "DAY" | "WEEK";
                /** @description Whose hours and days, like Europe/Berlin. */
                timezone?: string;
            };
            header?: {
                /** @description Wait until this write is applied; may be given several times. */
                "Lineage-Position"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TotalCount"][];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Waited in vain for the position asked for. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    status: {
        parameters: {
            query?: never;
            header?: {
                /** @description Wait until this write is applied; may be given several times. */
                "Lineage-Position"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Status"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Waited in vain for the position asked for. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    all_tags: {
        parameters: {
            query?: {
                /** @description How many; more than 1000 count as that. */
                limit?: number;
                /** @description Skip this many. */
                offset?: number;
                /** @description Go on where a page ended: `next` of its answer. */
                next?: string;
            };
            header?: {
                /** @description Wait until this write is applied; may be given several times. */
                "Lineage-Position"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagList"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Waited in vain for the position asked for. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    describe_tag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tag: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TagBody"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagDescription"];
                };
            };
            /** @description Durable, but not applied yet: ask again with the position. */
            202: {
                headers: {
                    /** @description Where the write lies in the log; send it back to read it. */
                    "Lineage-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pending"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It contradicts what is there. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It is encoded in an unknown way. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description It can be read, but makes no sense. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    search_datasets: {
        parameters: {
            query: {
                /** @description How many; more than 1000 count as that. */
                limit?: number;
                /** @description Skip this many. */
                offset?: number;
                /** @description Go on where a page ended: `next` of its answer. */
                next?: string;
                /** @description In any letter case; wildcards are plain text. */
                q: string;
            };
            header?: {
                /** @description Wait until this write is applied; may be given several times. */
                "Lineage-Position"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Documents"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Waited in vain for the position asked for. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    search_jobs: {
        parameters: {
            query: {
                /** @description How many; more than 1000 count as that. */
                limit?: number;
                /** @description Skip this many. */
                offset?: number;
                /** @description Go on where a page ended: `next` of its answer. */
                next?: string;
                /** @description In any letter case; wildcards are plain text. */
                q: string;
            };
            header?: {
                /** @description Wait until this write is applied; may be given several times. */
                "Lineage-Position"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Documents"];
                };
            };
            /** @description It cannot be read, or contradicts itself. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A key is needed. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not now: try again after the seconds in Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Waited in vain for the position asked for. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
}

// Written by `npm run types` from docs/openapi.json.

export interface paths {
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
        /** Changes */
        Changes: {
            changes: components["schemas"]["Change"][];
            first: string | null;
            last: string | null;
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
         * ColumnEdge
         * @description From a source field to the field derived from it.
         */
        ColumnEdge: {
            origin: string;
            destination: string;
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
        /**
         * Edge
         * @description An edge in the direction data flows (or, with basis control, in which jobs wait).
         */
        Edge: {
            origin: string;
            destination: string;
            basis: string;
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
        /** FieldOfDataset */
        FieldOfDataset: {
            name: string;
            type: string | null;
            tags: string[];
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
        /** LineageAnswer */
        LineageAnswer: {
            graph: components["schemas"]["GraphNode"][];
            truncated: components["schemas"]["Truncated"] | null;
            /** @default null */
            columns: components["schemas"]["ColumnLink"][] | null;
        };
        /**
         * Name
         * @description A job or dataset by its canonical name.
         */
        Name: {
            namespace: string;
            name: string;
        };
        /**
         * NodeData
         * @description What is known of a job or dataset; what only one of the two has is left out of the other.
         */
        NodeData: {
            id: components["schemas"]["Name"];
            type: string;
            name: string;
            simpleName?: string;
            physicalName?: string;
            namespace: string;
            description: string | null;
            updatedAt: string | null;
            latestRun: components["schemas"]["RunOfNode"] | null;
            fields?: components["schemas"]["FieldOfDataset"][];
            tags: string[];
            aliases: string[];
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
         * RunEdge
         * @description In the direction data flows: a version FOLLOWS the one it comes from, its origin.
         */
        RunEdge: {
            origin: string;
            destination: string;
            /** @enum {unknown} */
            type: "CONSUMED" | "FOLLOWS" | "IS_VERSION_OF" | "PRODUCED";
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
        /** RunLineageAnswer */
        RunLineageAnswer: {
            graph: components["schemas"]["RunGraphNode"][];
            truncated: components["schemas"]["Truncated"] | null;
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
        };
        /**
         * RunOfNode
         * @description The last run of a job, or the last that wrote a dataset.
         */
        RunOfNode: {
            id: string;
            state: string;
            /** Format: date-time */
            startedAt: string;
            endedAt: string | null;
            durationMs: number | null;
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
         * Spread
         * @description Of some durations, in seconds.
         */
        Spread: {
            p50: number;
            p95: number;
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
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    column_lineage: {
        parameters: {
            query: {
                /** @description datasetField:NAMESPACE:NAME:FIELD, a dataset, or a job; a dataset or field with #VERSION asks what that version was made from. May be repeated. */
                nodeId: string[];
                /** @description Further edges to follow; 0: the field and its inputs. */
                depth?: number;
                /** @description Also what is derived from the columns. */
                withDownstream?: boolean;
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
    run_lineage: {
        parameters: {
            query: {
                /** @description run:ID, dataset:NAMESPACE:NAME#VERSION or job:NAMESPACE:NAME#VERSION; without a version, the one in force now. */
                nodeId: string;
                /** @description Hops from run to run. */
                depth?: number;
                direction?: "both" | "downstream" | "upstream";
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
}

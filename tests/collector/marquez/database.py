"""A database with the tables of Marquez that are read, and a few rows."""

import json
from typing import Any

import psycopg

TABLES = """
    CREATE TABLE lineage_events (
        event_time timestamptz, event jsonb, event_type text, job_name text, job_namespace text,
        producer text, run_uuid uuid, created_at timestamp, _event_type varchar(64)
    );
    CREATE TABLE namespaces (
        uuid uuid PRIMARY KEY, created_at timestamp, name varchar UNIQUE, description text,
        current_owner_name varchar, is_hidden boolean
    );
    CREATE TABLE sources (
        uuid uuid PRIMARY KEY, created_at timestamp, name varchar UNIQUE, description text
    );
    CREATE TABLE tags (
        uuid uuid PRIMARY KEY, created_at timestamp, updated_at timestamp, name varchar UNIQUE,
        description text
    );
    CREATE TABLE datasets (
        uuid uuid PRIMARY KEY, created_at timestamp, namespace_name varchar, name varchar,
        description text, is_hidden boolean
    );
    CREATE TABLE datasets_tag_mapping (dataset_uuid uuid, tag_uuid uuid, tagged_at timestamp);
    CREATE TABLE dataset_fields (uuid uuid PRIMARY KEY, dataset_uuid uuid, name varchar);
    CREATE TABLE dataset_fields_tag_mapping (
        dataset_field_uuid uuid, tag_uuid uuid, tagged_at timestamp
    );
    CREATE TABLE dataset_facets (dataset_uuid uuid, name varchar, facet jsonb);
    CREATE TABLE jobs (
        uuid uuid PRIMARY KEY, created_at timestamp, namespace_name varchar, name varchar,
        simple_name varchar, description text
    );
    CREATE TABLE job_facets (job_uuid uuid, name varchar, facet jsonb);
    CREATE TABLE jobs_tag_mapping (job_uuid uuid, tag_uuid uuid, tagged_at timestamp);
"""
ROWS = """
    INSERT INTO namespaces VALUES
        ('0-1', '2025-01-01', 'lake', 'The lake', 'data-platform', false),
        ('0-2', '2025-01-01', 'etl', NULL, 'anonymous', false);
    INSERT INTO sources VALUES ('0-1', '2025-01-01', 'lake', 'Files');
    INSERT INTO tags VALUES
        ('0-1', '2025-01-01', '2025-01-01', 'PII', 'About people'),
        ('0-2', '2025-01-01', '2025-01-01', 'daily', NULL);
    INSERT INTO datasets VALUES
        ('0-1', '2025-01-01', 'lake', 'orders', 'By a user'),
        ('0-2', '2025-01-01', 'lake', 'raw', 'By a producer');
    INSERT INTO dataset_facets VALUES
        ('0-2', 'documentation', '{"documentation": {"description": "By a producer"}}'),
        ('0-2', 'tags', '{"tags": {"tags": [{"key": "daily", "value": "x"}]}}');
    INSERT INTO datasets_tag_mapping VALUES
        ('0-1', '0-1', '2025-01-02 03:04:05'),
        ('0-2', '0-2', '2025-01-02');
    INSERT INTO dataset_fields VALUES ('0-1', '0-1', 'email');
    INSERT INTO dataset_fields_tag_mapping VALUES ('0-1', '0-1', '2025-01-03');
    INSERT INTO jobs VALUES ('0-1', '2025-01-01', 'etl', 'dag.clean', 'clean', NULL);
    INSERT INTO jobs_tag_mapping VALUES ('0-1', '0-2', '2025-01-04');
"""


def fill(url: str, events: list[dict[str, Any]]) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(TABLES)
        # In the rows above, '0-1' stands for a UUID.
        connection.execute(ROWS.replace("'0-", "'00000000-0000-0000-0000-00000000000").encode())
    add_events(url, events)


def add_events(url: str, events: list[dict[str, Any]]) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        for event in events:
            connection.execute(
                "INSERT INTO lineage_events (event_time, event, created_at, _event_type)"
                " VALUES (%s, %s, now(), 'RUN_EVENT')",
                (event["eventTime"], json.dumps(event)),
            )

/** The kinds of systems that have a mark in graphs. */

export type PlatformKind =
  "snowflake" | "database" | "bucket" | "stream" | "lakehouse" | "file" | "scheduler" | "sql" | "engine";

const KINDS: readonly [RegExp, PlatformKind][] = [
  [/^snowflake/, "snowflake"],
  [/^(postgres|mysql|mssql|sqlserver|oracle|redshift|sqlite|mongo|cassandra)/, "database"],
  [/^(s3|gs|gcs|abfs|wasb|adl|hdfs|r2|oss)/, "bucket"],
  [/^(kafka|pulsar|kinesis|pubsub|eventhub)/, "stream"],
  [/^(bigquery|trino|presto|athena|hive|glue|iceberg|delta|databricks)/, "lakehouse"],
  [/^(file|sftp|ftp|https?)/, "file"],
  [/airflow|dagster|prefect|argo/, "scheduler"],
  [/dbt|sql/, "sql"],
  [/spark|flink|beam|dataflow/, "engine"],
];

/** What kind of system a platform or namespace is, by its name; null for one that has no mark. */
export function platformKind(platform: string): PlatformKind | null {
  return KINDS.find(([fits]) => fits.test(platform.toLowerCase()))?.[1] ?? null;
}

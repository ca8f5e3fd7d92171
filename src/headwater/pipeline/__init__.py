"""From the log to the store's tables, with Spark. The only place that imports pyspark."""

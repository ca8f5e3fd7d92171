"""From the log to the tables of the store, with Spark. Only this package imports pyspark."""

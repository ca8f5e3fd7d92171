"""The Spark session, and how the progress of long work is reported."""

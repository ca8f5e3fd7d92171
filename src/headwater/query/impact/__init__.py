"""What a change to a job, a dataset or a column reaches, and who owns that."""

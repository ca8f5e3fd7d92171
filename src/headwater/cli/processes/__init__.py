"""Work that takes long: building, following the log, serving."""

"""Jobs, datasets, namespaces, sources and tags, in lists and one by one."""

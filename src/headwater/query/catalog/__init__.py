"""Jobs, datasets, namespaces, sources and tags, singly and in lists."""

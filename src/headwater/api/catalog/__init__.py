"""Operations about jobs, datasets, namespaces, sources, tags, and users' edits of them."""

"""Operations on jobs, datasets, namespaces, sources and tags, and users' edits of them."""
